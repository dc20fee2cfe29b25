package io.tellask.console;

/**
 * What a server has to do with its peers. Those from {@code calls} on are counted since it began.
 *
 * @param connections that are open now
 * @param waitingSessions sessions that have lost their connection and wait for another
 * @param references that the server and its peers hold of each other's actors
 * @param calls calls and look-ups that came
 * @param receivedBytes bytes that came
 * @param sentBytes bytes that left
 * @param sessionsOpened peers that were let in
 * @param sessionsEnded sessions that one of the sides closed
 * @param sessionsLost sessions that ended otherwise
 * @param sessionsResumed how often one went on over another connection
 * @param refusedConnections turned away at a limit, or while the server closes
 * @param junkConnections ended without a valid hello
 * @param refusedPeers not let in by the authenticator
 */
public record ServerSample(
        int connections,
        int waitingSessions,
        long references,
        long calls,
        long receivedBytes,
        long sentBytes,
        long sessionsOpened,
        long sessionsEnded,
        long sessionsLost,
        long sessionsResumed,
        long refusedConnections,
        long junkConnections,
        long refusedPeers) {}
