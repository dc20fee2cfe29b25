package io.tellask.kv.resp.loop;

import io.tellask.kv.resp.message.MatchCost;
import io.tellask.kv.resp.message.Reply;
import java.util.function.Consumer;
import java.util.function.ToIntFunction;

/** A command that forgets all of something, divided where that is much. Belongs to the loop. */
public final class DividedRemoval implements DividedCommand {
    /** How many a portion forgets. */
    public static final int NAMES = MatchCost.TURN / MatchCost.KEY;

    private final ToIntFunction<Reply> some;
    private final Consumer<Reply> end;
    private long removed;

    /**
     * A removal of everything.
     *
     * @param some forgets up to {@link #NAMES}, and returns how many
     * @param end is called once nothing is left, and writes the reply
     */
    public DividedRemoval(ToIntFunction<Reply> some, Consumer<Reply> end) {
        this.some = some;
        this.end = end;
    }

    @Override
    public boolean next(Reply reply) {
        int now = some.applyAsInt(reply);
        removed += now;
        if (now == NAMES) {
            return false;
        }
        end.accept(reply);
        return true;
    }

    @Override
    public long steps() {
        return removed * MatchCost.KEY;
    }

    @Override
    public long heldBytes() {
        return 0;
    }
}
