package io.tellask.kv.resp.loop;

import io.tellask.kv.resp.message.Reply;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * A command that is divided and has one reply, which must not leave in parts: a message to its client could come between them. So what several
 * portions write gathers here. Belongs to the loop.
 */
public final class GatheredReply implements DividedCommand {
    /** Writes the inside of a reply in portions. */
    public interface Parts {
        /** Writes a part; true if it was the last one. */
        boolean next(Reply reply);

        /** Puts the head before what was written from a position on. */
        void end(Reply reply, int start);

        /** What it has looked at so far, in {@link io.tellask.kv.resp.message.MatchCost} steps. */
        long steps();

        /** What it holds of memory between two portions, about. */
        long heldBytes();

        /** Lets go of what it has open: nobody waits for the reply any more. */
        default void abandon() {}
    }

    private final IntFunction<Reply> own;
    private final Parts parts;
    private @Nullable Reply gathered;

    /**
     * A reply of several portions.
     *
     * @param own makes a reply for the client's protocol and limits, whose first part has so many bytes
     */
    public GatheredReply(IntFunction<Reply> own, Parts parts) {
        this.own = own;
        this.parts = parts;
    }

    @Override
    public boolean next(Reply reply) {
        Reply before = gathered;
        int start = before == null ? reply.length() : 0;
        Reply target = before == null ? reply : before;
        boolean ended = parts.next(target);
        if (ended) {
            parts.end(target, start);
        }
        if (before == null && !ended) {
            gathered = begin(reply, start);
        } else if (before != null && ended) {
            before.forEachPiece(reply::raw);
        }
        return ended;
    }

    /** Takes what the first portion wrote. */
    private Reply begin(Reply reply, int start) {
        Reply taken = own.apply(reply.length() - start);
        taken.raw(reply.copyFrom(start));
        reply.truncate(start);
        return taken;
    }

    @Override
    public long steps() {
        return parts.steps();
    }

    @Override
    public void abandon() {
        parts.abandon();
    }

    @Override
    public long heldBytes() {
        return parts.heldBytes() + (gathered == null ? 0 : gathered.heldBytes());
    }
}
