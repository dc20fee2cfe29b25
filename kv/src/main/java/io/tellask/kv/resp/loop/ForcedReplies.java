package io.tellask.kv.resp.loop;

import io.tellask.actor.Dispatcher;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Replies that wait until the writes they acknowledge are on disk. While one force is under way the next ones gather, and all that have
 * gathered share the following one. Belongs to the loop.
 */
public final class ForcedReplies {
    /** A connection whose replies wait. */
    public interface Withheld {
        /** Lets replies of so many bytes go whose writes are on disk. */
        void release(int length);

        /** Closes the connection without sending what waits. */
        void abort();

        /** Ends this connection, and nothing else, because its code failed. Never throws. */
        void fail(Throwable failure);
    }

    private record Waiting(Withheld connection, int bytes) {}

    private final Supplier<CompletableFuture<Void>> force;
    private final Dispatcher loop;
    private List<Waiting> next = new ArrayList<>();
    private boolean underWay;

    public ForcedReplies(Supplier<CompletableFuture<Void>> force, Dispatcher loop) {
        this.force = force;
        this.loop = loop;
    }

    /** Lets so many bytes of a connection's replies go after the next force. */
    public void join(Withheld connection, int bytes) {
        next.add(new Waiting(connection, bytes));
        if (!underWay) {
            underWay = true;
            loop.execute(this::begin);
        }
    }

    private void begin() {
        List<Waiting> now = next;
        next = new ArrayList<>();
        forced().whenComplete((done, failure) -> {
            try {
                loop.execute(() -> end(now, failure));
            } catch (RejectedExecutionException loopEnded) {
                System.getLogger("io.tellask.kv")
                        .log(System.Logger.Level.DEBUG, "resp: replies after the end", loopEnded);
            }
        });
    }

    private CompletableFuture<Void> forced() {
        try {
            return force.get();
        } catch (Throwable failure) {
            return CompletableFuture.failedFuture(failure);
        }
    }

    private void end(List<Waiting> replies, @Nullable Throwable failure) {
        for (Waiting reply : replies) {
            settle(reply, failure);
        }
        underWay = !next.isEmpty();
        if (underWay) {
            begin();
        }
    }

    private static void settle(Waiting reply, @Nullable Throwable failure) {
        try {
            if (failure == null) {
                reply.connection().release(reply.bytes());
            } else {
                reply.connection().abort();
            }
        } catch (Throwable broken) {
            reply.connection().fail(broken);
        }
    }
}
