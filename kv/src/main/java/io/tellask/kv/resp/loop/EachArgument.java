package io.tellask.kv.resp.loop;

import io.tellask.kv.resp.message.MatchCost;
import io.tellask.kv.resp.message.Reply;
import io.tellask.kv.resp.message.Request;
import java.util.function.Consumer;

/** A command that does the same with each of its arguments, divided where they are many. Belongs to the loop. */
public final class EachArgument implements DividedCommand {
    /** What is done with one argument. */
    @FunctionalInterface
    public interface Action {
        /** Does it; returns how many {@link MatchCost} that took, about. */
        long run(Request request, int index, Reply reply);
    }

    private final Action action;
    private final Consumer<Reply> end;
    private Request request;
    private boolean detached;
    private int next;
    private long taken;

    /**
     * Begins with the argument of an index.
     *
     * @param end writes what stands behind all
     */
    public EachArgument(Request request, int from, Action action, Consumer<Reply> end) {
        this.request = request;
        next = from;
        this.action = action;
        this.end = end;
    }

    /** As many arguments as a portion takes; those that are left are copied then, since the request goes. */
    @Override
    public boolean next(Reply reply) {
        for (long enough = taken + MatchCost.TURN; next < request.count() && taken < enough; next++) {
            taken += action.run(request, next, reply);
        }
        if (next == request.count()) {
            end.accept(reply);
            return true;
        }
        if (!detached) {
            request = request.detached();
            detached = true;
        }
        return false;
    }

    @Override
    public long steps() {
        return taken;
    }

    @Override
    public long heldBytes() {
        return detached ? request.heldBytes() : 0;
    }
}
