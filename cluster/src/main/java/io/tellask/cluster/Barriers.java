package io.tellask.cluster;

import io.tellask.cluster.ClusterException.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Makes reads linearizable: a read waits until an entry that was appended after it came has been applied, so that it sees all that anybody was
 * told before, and so that this member still leads. All reads that come while an entry is under way share the next one: there are never more
 * than two. Thread-safe.
 */
final class Barriers {
    private final ReplicatedLog log;
    private final int mostWaiting;
    private List<CompletableFuture<Void>> waiting = new ArrayList<>(); // with this held
    private boolean isUnderWay; // with this held

    Barriers(ReplicatedLog log, int mostWaiting) {
        this.log = log;
        this.mostWaiting = mostWaiting;
    }

    /**
     * Completes once the state of this member is as new as anything that was answered before this call. It fails as {@link ReplicatedLog#append}
     * does, and with {@link Problem#LIMIT} where too many wait.
     */
    CompletableFuture<Void> await() {
        CompletableFuture<Void> passed = new CompletableFuture<>();
        synchronized (this) {
            if (waiting.size() == mostWaiting) {
                return CompletableFuture.failedFuture(new ClusterException(
                        Problem.LIMIT,
                        "cluster: questions that wait=" + mostWaiting + ", the limit waitingReads; wait for answers"));
            }
            waiting.add(passed);
            if (isUnderWay) {
                return passed;
            }
            isUnderWay = true;
        }
        append();
        return passed;
    }

    private void append() {
        List<CompletableFuture<Void>> due;
        synchronized (this) {
            due = waiting;
            waiting = new ArrayList<>();
            if (due.isEmpty()) {
                isUnderWay = false;
                return;
            }
        }
        log.append(Entries.barrier()).whenComplete((answer, failure) -> {
            append();
            due.forEach(each -> settle(each, failure));
        });
    }

    private static void settle(CompletableFuture<Void> read, @Nullable Throwable failure) {
        if (failure == null) {
            read.complete(null);
        } else {
            read.completeExceptionally(failure);
        }
    }
}
