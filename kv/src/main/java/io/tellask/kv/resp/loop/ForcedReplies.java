package io.tellask.kv.resp.loop;

import io.tellask.actor.Dispatcher;
import io.tellask.kv.resp.message.ErrorReply;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Function;
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

        /** Answers with an error in place of all that is held back, and closes the connection then. */
        void refuse(ErrorReply error);

        /** Closes the connection without sending what waits. */
        void abort();

        /** Ends this connection, and nothing else, because its code failed. Never throws. */
        void fail(Throwable failure);
    }

    private record Waiting(Withheld connection, int bytes, BitSet written) {}

    private final Supplier<CompletableFuture<Void>> force;
    private final Function<BitSet, @Nullable ErrorReply> refusal;
    private final Dispatcher loop;
    private List<Waiting> next = new ArrayList<>();
    private boolean underWay;

    /** Replies behind a force, for which some may be refused by the databases that they wrote to. */
    public ForcedReplies(
            Supplier<CompletableFuture<Void>> force, Function<BitSet, @Nullable ErrorReply> refusal, Dispatcher loop) {
        this.force = force;
        this.refusal = refusal;
        this.loop = loop;
    }

    /** Lets so many bytes of a connection's replies, which wrote to these databases, go after the next force. */
    public void join(Withheld connection, int bytes, BitSet written) {
        next.add(new Waiting(connection, bytes, written));
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

    private void settle(Waiting reply, @Nullable Throwable failure) {
        try {
            ErrorReply refused = failure == null ? refusal.apply(reply.written()) : null;
            if (refused != null) {
                reply.connection().refuse(refused);
            } else if (failure == null) {
                reply.connection().release(reply.bytes());
            } else {
                reply.connection().abort();
            }
        } catch (Throwable broken) {
            reply.connection().fail(broken);
        }
    }
}
