package io.tellask.kv.resp.loop;

import io.tellask.actor.Dispatcher;
import io.tellask.kv.resp.message.ErrorReply;
import io.tellask.kv.resp.message.Reply;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A command whose reply comes from elsewhere: its connection waits, others are served. Belongs to the loop. */
public final class AwaitedReply implements DividedCommand {
    private final CompletableFuture<byte[]> answer;
    private final Function<Throwable, ErrorReply> refusal;
    private final Dispatcher loop;
    private final int heldBytes;

    /**
     * Waits for bytes that are the reply.
     *
     * @param refusal what a failure of the answer is told as
     * @param heldBytes what the command holds until then
     */
    public AwaitedReply(
            CompletableFuture<byte[]> answer, Function<Throwable, ErrorReply> refusal, Dispatcher loop, int heldBytes) {
        this.answer = answer;
        this.refusal = refusal;
        this.loop = loop;
        this.heldBytes = heldBytes;
    }

    @Override
    public boolean next(Reply reply) {
        if (!answer.isDone()) {
            return false;
        }
        Throwable failure = answer.handle((bytes, why) -> cause(why)).join();
        if (failure != null) {
            throw refusal.apply(failure);
        }
        reply.raw(answer.join());
        return true;
    }

    /** What made an answer fail, or null. */
    public static @Nullable Throwable cause(@Nullable Throwable failure) {
        return failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
    }

    /** Has something run on the loop once an answer is there. */
    public static void whenDone(CompletableFuture<byte[]> answer, Dispatcher loop, Runnable ready) {
        var unused = answer.whenComplete((bytes, failure) -> {
            try {
                loop.execute(ready);
            } catch (RejectedExecutionException loopEnded) {
                System.getLogger("io.tellask.kv")
                        .log(System.Logger.Level.DEBUG, "resp: a reply after the end", loopEnded);
            }
        });
    }

    @Override
    public boolean awaits(Runnable ready) {
        whenDone(answer, loop, ready);
        return true;
    }

    @Override
    public long steps() {
        return 0;
    }

    @Override
    public long heldBytes() {
        return heldBytes;
    }
}
