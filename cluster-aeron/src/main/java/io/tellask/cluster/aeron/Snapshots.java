package io.tellask.cluster.aeron;

import io.aeron.Aeron;
import io.aeron.AeronCounters;
import io.aeron.cluster.ClusterControl;
import io.aeron.cluster.service.ClusterCounters;
import io.tellask.cluster.ClusterException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;
import org.agrona.concurrent.status.AtomicCounter;
import org.agrona.concurrent.status.CountersReader;

/**
 * Has all members take snapshots, which the leader decides by an entry of the log: when somebody asks, and when the entries since the last one have
 * grown. {@link #ask} is thread-safe, the rest is used by one thread.
 */
final class Snapshots {
    private final CountersReader counters;
    private final int taken;
    private final AtomicCounter control;
    private final long mostBytes;
    private final Supplier<ClusterException> notLeading;
    private final ConcurrentLinkedQueue<CompletableFuture<Void>> asked = new ConcurrentLinkedQueue<>();
    private final List<CompletableFuture<Void>> underWay = new ArrayList<>();
    private boolean isUnderWay;
    private long goal; // how many have been taken then

    Snapshots(Aeron aeron, long mostBytes, Supplier<ClusterException> notLeading) {
        this.mostBytes = mostBytes;
        this.notLeading = notLeading;
        counters = aeron.countersReader();
        taken = ClusterCounters.find(counters, AeronCounters.CLUSTER_SNAPSHOT_COUNTER_TYPE_ID, 0);
        AtomicCounter toggle = ClusterControl.findControlToggle(counters, 0);
        if (toggle == null) {
            throw new IllegalStateException("the consensus module has no control");
        }
        control = toggle;
    }

    /** Completes once this member has a snapshot that was begun afterwards. */
    CompletableFuture<Void> ask() {
        CompletableFuture<Void> done = new CompletableFuture<>();
        asked.add(done);
        return done;
    }

    /** How many snapshots this member has taken since it began. */
    long taken() {
        return counters.getCounterValue(taken);
    }

    int work(boolean leads, long bytesSince) {
        if (!leads) {
            return refuse(notLeading);
        }
        if (isUnderWay) {
            return taken() >= goal ? finish() : 0;
        }
        return !asked.isEmpty() || bytesSince >= mostBytes ? begin() : 0;
    }

    private int begin() {
        long before = taken();
        if (!ClusterControl.ToggleState.SNAPSHOT.toggle(control)) {
            return 0; // it is not yet ready for another one
        }
        goal = before + 1;
        isUnderWay = true;
        for (CompletableFuture<Void> each = asked.poll(); each != null; each = asked.poll()) {
            underWay.add(each);
        }
        return 1;
    }

    private int finish() {
        isUnderWay = false;
        List<CompletableFuture<Void>> done = List.copyOf(underWay);
        underWay.clear();
        done.forEach(each -> each.complete(null));
        return 1;
    }

    /** Fails all that were asked for. */
    int refuse(Supplier<ClusterException> why) {
        isUnderWay = false;
        for (CompletableFuture<Void> each = asked.poll(); each != null; each = asked.poll()) {
            underWay.add(each);
        }
        List<CompletableFuture<Void>> refused = List.copyOf(underWay);
        underWay.clear();
        refused.forEach(each -> each.completeExceptionally(why.get()));
        return refused.size();
    }
}
