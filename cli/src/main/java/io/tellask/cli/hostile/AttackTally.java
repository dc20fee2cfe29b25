package io.tellask.cli.hostile;

import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What an attack did, and how the server met it. Belongs to the thread of the attack until that has ended. */
final class AttackTally {
    private static final int REASONS = 8;
    private static final int REASON_CHARS = 100;

    long opened;
    long refused;
    long closedByServer;
    long closedWithReason;
    long sentBytes;
    long receivedBytes;
    private final TreeMap<String, Integer> reasons = new TreeMap<>();

    /** Notes that the server ended a connection, with the reason that it gave, if any. */
    void closed(@Nullable String reason) {
        closedByServer++;
        if (reason != null) {
            closedWithReason++;
            String kept = reason.length() <= REASON_CHARS ? reason : reason.substring(0, REASON_CHARS);
            String printable = kept.replaceAll("[^ -~]", "?").replaceAll("\\d+", "#");
            if (reasons.size() < REASONS || reasons.containsKey(printable)) {
                reasons.merge(printable, 1, Integer::sum);
            }
        }
    }

    /** Some of the reasons, digits left out, with how often each was given. */
    TreeMap<String, Integer> reasons() {
        return reasons;
    }

    void add(AttackTally other) {
        opened += other.opened;
        refused += other.refused;
        closedByServer += other.closedByServer;
        closedWithReason += other.closedWithReason;
        sentBytes += other.sentBytes;
        receivedBytes += other.receivedBytes;
        other.reasons.forEach((reason, count) -> reasons.merge(reason, count, Integer::sum));
    }
}
