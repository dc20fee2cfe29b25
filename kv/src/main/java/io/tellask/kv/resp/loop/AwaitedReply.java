package io.tellask.kv.resp.loop;

import io.tellask.actor.Dispatcher;
import io.tellask.kv.resp.message.ErrorReply;
import io.tellask.kv.resp.message.Reply;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Function;

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
        try {
            reply.raw(answer.join());
        } catch (CompletionException | CancellationException failure) {
            throw refusal.apply(failure.getCause() == null ? failure : failure.getCause());
        }
        return true;
    }

    @Override
    public boolean awaits(Runnable ready) {
        var unused = answer.whenComplete((bytes, failure) -> {
            try {
                loop.execute(ready);
            } catch (RejectedExecutionException loopEnded) {
                System.getLogger("io.tellask.kv")
                        .log(System.Logger.Level.DEBUG, "resp: a reply after the end", loopEnded);
            }
        });
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
