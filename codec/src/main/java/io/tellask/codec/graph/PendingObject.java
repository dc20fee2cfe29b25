package io.tellask.codec.graph;

import org.jspecify.annotations.Nullable;

/**
 * One object of a message that is read anew with weights and holes: what was known around it, to be joined with what is
 * known of it when it is read. Not thread-safe.
 */
final class PendingObject {
    private final TypeCodec codec;
    private final int number;
    private final int state;
    private final long from;
    private final long outerWeight;
    private final int outerLowest;
    private final int outerGiven;

    /** Begins an object whose head was read. */
    PendingObject(GraphReader in, TypeCodec codec) {
        this.codec = codec;
        number = codec.tracked ? in.nextNumber() : -1;
        state = in.keys.state();
        from = in.in.offset();
        outerWeight = in.keys.open(codec.hashReach());
        outerLowest = in.reach.begin();
        outerGiven = in.patches.enter();
    }

    /** Ends it; gives the object. */
    @Nullable
    Object end(GraphReader in, @Nullable Object value) {
        in.patches.leave(outerGiven, codec.type, value);
        in.keys.close(codec.hashReach(), outerWeight, state, number, in.in.bytesSince(from));
        in.reach.end(number, outerLowest);
        return value;
    }
}
