package io.tellask.cli.hostile;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a server came through an attack. Immutable.
 *
 * @param kinds the kinds that ran at the same time
 * @param millis how long they ran
 * @param tally what they did
 * @param bystanders what the well-behaved clients met
 * @param before what the server held before
 * @param after what it holds now, null if it did not live to tell
 * @param loggedBytes how much it logged
 * @param log the end of that, where something failed
 * @param failures what should not have happened, nothing where all is well
 */
public record Verdict(
        List<String> kinds,
        long millis,
        AttackTally tally,
        BystanderReport bystanders,
        ServerVitals before,
        @Nullable ServerVitals after,
        long loggedBytes,
        String log,
        List<String> failures) {
    public boolean isPassed() {
        return failures.isEmpty();
    }

    /** The names of the kinds in one word. */
    public String name() {
        return String.join("+", kinds);
    }

    public long opened() {
        return tally.opened;
    }

    public long closedByServer() {
        return tally.closedByServer;
    }

    public long closedWithReason() {
        return tally.closedWithReason;
    }

    public long sentBytes() {
        return tally.sentBytes;
    }

    public long receivedBytes() {
        return tally.receivedBytes;
    }

    public int bystanderTurns() {
        return bystanders.turns();
    }

    /** Within how many milliseconds that share of the well-behaved clients' turns was done. */
    public double bystanderMillis(double share) {
        return bystanders.millis(share);
    }

    public long liveBytesBefore() {
        return before.liveBytes();
    }

    /** 0 if the server did not live to tell. */
    public long liveBytesAfter() {
        return after == null ? 0 : after.liveBytes();
    }

    /** All that is known about a failure, for a person. */
    public String details(long seed) {
        return "hostile-test: kind=" + name() + ", seed=" + seed + ", failures=" + failures + ", reasons="
                + tally.reasons() + ", log:\n" + log;
    }
}
