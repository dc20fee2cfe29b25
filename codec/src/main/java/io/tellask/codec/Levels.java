package io.tellask.codec;

/**
 * How deep the object at work is nested, and how much of that the stack may take: what {@link GraphReader} and {@link
 * GraphWriter} share. Not thread-safe.
 */
final class Levels {
    private final CodecLimits limits;
    private final int first;

    /** The level of the object at work. */
    int depth;

    /** The level beyond which the work goes on elsewhere. */
    int hop;

    /** Levels of {@link DeepReader} and {@link DeepWriter}, which take no stack. */
    private int onHeap;

    private boolean hopsAllowed = true;

    /** Stacks of its own that the message has, which {@link DeepStacks} gave. */
    int stacks;

    /** Whether the message may wait for a stack. */
    boolean mayWait;

    Levels(CodecLimits limits) {
        this.limits = limits;
        this.first = Math.min(DeepStack.FIRST_LEVELS, limits.depth());
        this.hop = first;
    }

    void clear() {
        depth = 0;
        onHeap = 0;
        hop = first;
        hopsAllowed = true;
    }

    /** The levels for which the stack has room. */
    int room() {
        return hop - depth;
    }

    /** Begins an object that takes no stack: the room stays as it is. */
    void enterDeep(int room) {
        depth++;
        onHeap++;
        hop = Math.min(depth + room, limits.levels());
    }

    void leaveDeep(int room) {
        depth--;
        onHeap--;
        hop = Math.min(depth + room, limits.levels());
    }

    boolean isTooDeep() {
        return depth - onHeap > limits.depth() || depth > limits.levels();
    }

    /** Which limit the depth is over, with both figures. */
    String excess() {
        int onStack = depth - onHeap;
        boolean alike = limits.levels() == limits.depth();
        return alike || onStack > limits.depth()
                ? "depth=" + (alike ? depth : onStack) + " > limits.depth=" + limits.depth()
                : "levels=" + depth + " > limits.levels=" + limits.levels();
    }

    /** Whether the work may go on on another stack: not below a hook of the application. */
    boolean isHopAllowed() {
        return hopsAllowed;
    }

    void requireDepth(TypeCodec codec, ByteReader in) {
        if (isTooDeep()) {
            throw new DecodeException("decode: " + excess() + ", offset=" + in.position() + ", class="
                    + codec.type.getName() + "; the message is nested too deeply");
        }
    }

    void requireHop(TypeCodec codec, ByteReader in) {
        if (!hopsAllowed) {
            throw new DecodeException("decode: levels within a hook=" + (DeepStack.HOOK_LEVELS + 1) + " > HOOK_LEVELS="
                    + DeepStack.HOOK_LEVELS + ", offset=" + in.position() + ", class=" + codec.type.getName()
                    + "; objects with their own readObject are nested too deeply");
        }
    }

    /** Goes on on a fresh stack; gives what {@link #endHop} needs. */
    int beginHop() {
        int outer = hop;
        hop = Math.min(Math.min(depth + DeepStack.LEVELS, onHeap + limits.depth()), limits.levels());
        return outer;
    }

    void endHop(int outer) {
        hop = outer;
    }

    /**
     * Begins a hook; gives what {@link #leaveHook} needs. Code of the application may hold locks, so that all below it
     * runs on its thread.
     */
    long enterHook(boolean ofApplication) {
        long outer = (long) hop << 1 | (hopsAllowed ? 1 : 0);
        if (hopsAllowed) {
            hopsAllowed = !ofApplication;
            hop = ofApplication
                    ? (int) Math.min((long) depth + DeepStack.HOOK_LEVELS, limits.levels())
                    : hop - DeepStack.HOOK_WEIGHT;
        }
        return outer;
    }

    void leaveHook(long outer) {
        hopsAllowed = (outer & 1) != 0;
        hop = (int) (outer >> 1);
    }
}
