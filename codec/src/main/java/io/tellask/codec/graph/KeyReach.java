package io.tellask.codec.graph;

import io.tellask.codec.references.OldestOpenReference;
import io.tellask.codec.references.Placeholder;
import io.tellask.codec.references.ReadReferences;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How far back the keys of a message reach, and the containers that are filled when the whole message is read, because
 * a key of theirs reaches an object that is not finished. Not thread-safe.
 */
public final class KeyReach {
    private final GraphReader in;
    private final OldestOpenReference finished = new OldestOpenReference();
    private final List<Deferred> waiting = new ArrayList<>();
    private int lowest = OldestOpenReference.NOWHERE;

    KeyReach(GraphReader in) {
        this.in = in;
    }

    /** The lowest number of an unfinished object that a back reference reached since {@link #beginKey}. */
    public int lowest() {
        return lowest;
    }

    /** Forgets what back references reached, before a key is read. */
    public void beginKey() {
        lowest = OldestOpenReference.NOWHERE;
        in.keys.enterKeys(in.in.offset());
    }

    /**
     * Ends a key: whether what was read since {@link #beginKey} reaches the container numbered {@code own}, what
     * encloses it, or a container that is filled last.
     */
    public boolean isKeyIncomplete(int own) {
        in.keys.leaveKeys();
        return lowest <= own;
    }

    /** Ends the keys of a container; {@code rest} is what enters it when the whole message is read. */
    public void endKeys(int lowestOfKeys, @Nullable Deferred rest) {
        lowest = rest == null ? lowestOfKeys : OldestOpenReference.END;
        if (rest != null) {
            in.keys.requireWeighing(ReadReferences.UNFINISHED);
            waiting.add(rest);
            in.patches.addPartial(rest.container());
        }
    }

    /** Begins an object of a message that is read anew; gives what {@link #end} needs. */
    int begin() {
        int outer = lowest;
        lowest = OldestOpenReference.NOWHERE;
        return outer;
    }

    void end(int number, int outer) {
        if (number >= 0) {
            finished.close(number, lowest);
        }
        lowest = Math.min(outer, lowest);
    }

    /** Takes a back reference. */
    private void meet(int number) {
        if (in.open.reach(number, in.levels.depth)) {
            lowest = Math.min(lowest, number);
        } else if (in.keys.isWeighing()) {
            lowest = Math.min(lowest, finished.of(number, in.open, in.levels.depth));
        }
    }

    /** Reads the number of an object that was read before, and notes what it leads to. */
    @Nullable
    Object readBackReference() {
        int number = in.in.readVarInt();
        Object value = in.numbered.at(number, in.in);
        if (value instanceof String text) {
            in.keys.repeat(text);
            if (!in.keys.isWeighing()) {
                return text; // leads nowhere
            }
        } else {
            if (value instanceof Placeholder hole) {
                in.patches.give(in.keys.requireWeighing(hole));
            }
            in.keys.visit(number, in.in.offset());
        }
        meet(number);
        return value;
    }

    /** Fills the containers that wait. */
    void fillWaiting() {
        Deferred.finish(waiting, in);
    }

    /** Forgets what was reached in a message in which nothing waits. */
    void forget() {
        lowest = OldestOpenReference.NOWHERE;
    }

    void clear() {
        forget();
        waiting.clear();
        if (in.keys.isWeighing()) {
            finished.clear();
        }
    }
}
