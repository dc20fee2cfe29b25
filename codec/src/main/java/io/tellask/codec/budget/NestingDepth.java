package io.tellask.codec.budget;

import io.tellask.codec.ByteReader;
import io.tellask.codec.CodecLimits;
import io.tellask.codec.DecodeException;

/**
 * How deep the object at work is nested, and how much of that the stack may take: what {@code GraphReader} and {@code GraphWriter} share. Not thread-safe.
 */
public final class NestingDepth {
    /**
     * Levels walked on the caller's own stack. A level takes up to about 650 bytes, in code that the compiler's first
     * tier made with counters in it, and the virtual machine keeps about 100 KB of each stack to itself.
     */
    static final int FIRST_LEVELS = 128;

    /** Levels walked on each further stack. */
    public static final int LEVELS = 8_000;

    /**
     * Levels below a hook of the application, all on one stack: the hook may hold a lock that code below it takes
     * again, which another thread could not.
     */
    public static final int HOOK_LEVELS = 400;

    /** What a hook of the JDK takes of a stack, in levels beside its own. */
    static final int HOOK_WEIGHT = 3;

    private final CodecLimits limits;
    private final int first;

    /** The level of the object at work. */
    public int depth;

    /**
     * The level beyond which code on the shortest way does not go on by itself: {@link #top}, or a negative one in a graph
     * that is streamed, where no way is short.
     */
    public int hop;

    /** The level beyond which the work goes on on another stack. */
    private int top;

    private boolean streamed;

    /** Levels of {@code DeepReader} and {@code DeepWriter}, which take no stack. */
    private int onHeap;

    private boolean hopsAllowed = true;

    /** Stacks of its own that the message has, which {@code DeepStacks} gave. */
    public int stacks;

    /** Whether the message may wait for a stack. */
    public boolean mayWait;

    public NestingDepth(CodecLimits limits) {
        this.limits = limits;
        this.first = Math.min(FIRST_LEVELS, limits.depth());
        goUpTo(first);
    }

    /** Begins a graph that is written or read part by part: each object of it comes by {@code DeepStack}. */
    public void stream() {
        streamed = true;
        goUpTo(first);
    }

    private void goUpTo(int level) {
        top = level;
        hop = streamed ? -1 : level;
    }

    /** Whether there is room for the object at work on the stack as it is. */
    public boolean isOnStack() {
        return depth <= top;
    }

    public void clear() {
        depth = 0;
        onHeap = 0;
        streamed = false;
        goUpTo(first);
        hopsAllowed = true;
    }

    /** The levels for which the stack has room. */
    public int room() {
        return top - depth;
    }

    /** Begins an object that takes no stack: the room stays as it is. */
    public void enterDeep(int room) {
        depth++;
        onHeap++;
        goUpTo(Math.min(depth + room, limits.levels()));
    }

    public void leaveDeep(int room) {
        depth--;
        onHeap--;
        goUpTo(Math.min(depth + room, limits.levels()));
    }

    public boolean isTooDeep() {
        return depth - onHeap > limits.depth() || depth > limits.levels();
    }

    /** Which limit the depth is over, with both figures. */
    public String excess() {
        int onStack = depth - onHeap;
        boolean alike = limits.levels() == limits.depth();
        return alike || onStack > limits.depth()
                ? "depth=" + (alike ? depth : onStack) + " > limits.depth=" + limits.depth()
                : "levels=" + depth + " > limits.levels=" + limits.levels() + " (set by withDepth)";
    }

    /** Whether the work may go on on another stack: not below a hook of the application. */
    public boolean isHopAllowed() {
        return hopsAllowed;
    }

    public void requireDepth(Class<?> type, ByteReader in) {
        if (isTooDeep()) {
            throw new DecodeException("decode: " + excess() + ", offset=" + in.offset() + ", class=" + type.getName()
                    + "; the message is nested too deeply");
        }
    }

    public void requireHop(Class<?> type, ByteReader in) {
        if (!hopsAllowed) {
            throw new DecodeException("decode: levels within a hook=" + (HOOK_LEVELS + 1) + " > HOOK_LEVELS="
                    + HOOK_LEVELS + ", offset=" + in.offset() + ", class=" + type.getName()
                    + "; objects with their own readObject are nested too deeply");
        }
    }

    /** Goes on on a fresh stack; gives what {@link #endHop} needs. */
    public int beginHop() {
        int outer = top;
        int levels = streamed ? LEVELS / 2 : LEVELS; // more frames of the stack for each
        goUpTo(Math.min(Math.min(depth + levels, onHeap + limits.depth()), limits.levels()));
        return outer;
    }

    public void endHop(int outer) {
        goUpTo(outer);
    }

    /**
     * Begins a hook; gives what {@link #leaveHook} needs. Code of the application may hold locks, so that all below it
     * runs on its thread.
     */
    public long enterHook(boolean ofApplication) {
        long outer = (long) top << 1 | (hopsAllowed ? 1 : 0);
        if (hopsAllowed) {
            hopsAllowed = !ofApplication;
            goUpTo(ofApplication ? (int) Math.min((long) depth + HOOK_LEVELS, limits.levels()) : top - HOOK_WEIGHT);
        }
        return outer;
    }

    public void leaveHook(long outer) {
        hopsAllowed = (outer & 1) != 0;
        goUpTo((int) (outer >> 1));
    }
}
