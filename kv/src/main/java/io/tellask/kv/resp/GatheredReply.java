package io.tellask.kv.resp;

import org.jspecify.annotations.Nullable;

/**
 * A command that is divided and has one reply, which must not leave in parts: a message to its client could come between them. So what several
 * portions write gathers here. Belongs to the loop.
 */
final class GatheredReply implements Portions {
    /** Writes the inside of a reply in portions. */
    interface Parts {
        /** Writes a part; true if it was the last one. */
        boolean next(Reply reply);

        /** Puts the head before what was written from a position on. */
        void end(Reply reply, int start);

        /** What it holds of memory between two portions, about. */
        long heldBytes();
    }

    private final Client client;
    private final Parts parts;
    private @Nullable Reply gathered;

    GatheredReply(Client client, Parts parts) {
        this.client = client;
        this.parts = parts;
    }

    @Override
    public boolean next(Reply reply) {
        Reply own = gathered;
        int start = own == null ? reply.length() : 0;
        Reply target = own == null ? reply : own;
        boolean ended = parts.next(target);
        if (ended) {
            parts.end(target, start);
        }
        if (own == null && !ended) {
            gathered = begin(reply, start);
        } else if (own != null && ended) {
            own.forEachPiece(reply::raw);
        }
        return ended;
    }

    /** Takes what the first portion wrote. */
    private Reply begin(Reply reply, int start) {
        Engine engine = client.engine();
        int written = reply.length() - start;
        Reply own = new Reply(engine.limits().outputBytes(), engine::room, written);
        own.protocol(client.protocol());
        own.raw(reply.copyFrom(start));
        reply.truncate(start);
        return own;
    }

    @Override
    public long heldBytes() {
        return parts.heldBytes() + (gathered == null ? 0 : gathered.heldBytes());
    }
}
