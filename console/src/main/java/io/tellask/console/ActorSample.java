package io.tellask.console;

/**
 * What the actors of the server's system do. Those from {@code handled} on are counted since it began; {@code handled} and {@code busyMicros}
 * are of the actors that live, and fall when one stops.
 *
 * @param actors that live now
 * @param queued messages that wait in their mailboxes
 * @param loops threads that serve connections
 * @param handled messages that the living actors have handled
 * @param busyMicros how long the living actors have run while somebody looked, in microseconds
 * @param spawned actors that were made
 * @param failedTells tells that threw
 * @param dropped messages that full mailboxes let go
 * @param deadLetters messages that were not carried out, for any reason
 * @param loopFailures failures on the loops that nobody could be told
 * @param blockedTurns turns of the loops that took too long
 */
public record ActorSample(
        int actors,
        long queued,
        int loops,
        long handled,
        long busyMicros,
        long spawned,
        long failedTells,
        long dropped,
        long deadLetters,
        long loopFailures,
        long blockedTurns) {}
