package io.tellask.console;

import io.tellask.actor.ActorStatistics;
import java.util.Comparator;

/** Which actors come first. */
public enum ActorOrder {
    /** Those with most messages in their mailbox. */
    QUEUED(Comparator.comparingLong(ActorStatistics::queued).reversed()),
    /** Those that have run longest while somebody looked. */
    BUSY(Comparator.comparingLong(ActorStatistics::busyNanos).reversed()),
    /** Those that have handled most messages. */
    HANDLED(Comparator.comparingLong(ActorStatistics::handled).reversed()),
    /** Those whose mailbox has dropped most. */
    DROPPED(Comparator.comparingLong(ActorStatistics::dropped).reversed()),
    /** By name. */
    NAME(Comparator.comparing(ActorStatistics::name));

    private final Comparator<ActorStatistics> comparator;

    ActorOrder(Comparator<ActorStatistics> first) {
        comparator = first.thenComparing(ActorStatistics::name);
    }

    Comparator<ActorStatistics> comparator() {
        return comparator;
    }
}
