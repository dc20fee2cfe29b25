package io.tellask.kv.resp.loop;

import io.tellask.kv.resp.message.Reply;
import io.tellask.kv.resp.message.Request;
import java.util.function.ObjIntConsumer;

/** What a command writes about each of its arguments, as parts of one reply. Belongs to the loop. */
public final class GatheredArguments implements GatheredReply.Parts {
    private final EachArgument arguments;
    private final ObjIntConsumer<Reply> head;

    /**
     * Begins with the argument of an index.
     *
     * @param head puts the head before what was written from a position on
     */
    public GatheredArguments(Request request, int from, EachArgument.Action action, ObjIntConsumer<Reply> head) {
        arguments = new EachArgument(request, from, action, reply -> {});
        this.head = head;
    }

    @Override
    public boolean next(Reply reply) {
        return arguments.next(reply);
    }

    @Override
    public void end(Reply reply, int start) {
        head.accept(reply, start);
    }

    @Override
    public long steps() {
        return arguments.steps();
    }

    @Override
    public long heldBytes() {
        return arguments.heldBytes();
    }
}
