package io.tellask.text;

/**
 * Sees to it that what must not stop half-way has the stack that it needs: raises {@link StackOverflowError} where less is left, before
 * anything is changed.
 *
 * <p>An endless recursion that calls an actor at each level ends with a {@code StackOverflowError} wherever the stack happens to end. Within
 * a lock-free queue, or while a batch's lock is held, that would leave the queue or the lock useless for everybody. Whoever is about to
 * change such a thing asks here first. What needs more asks before what it calls asks for less, so that only the first one can fail.
 *
 * <pre>
 * How it works
 *   The machine compares the stack that is left with a method's frame when the method is entered. Each size here is a
 *   method with as many local variables as make its frame so large, see StackFrames. An interpreted call has that frame.
 *   Compiled code has not, but it must be able to go back to the interpreter at the branch that is never taken, and so
 *   the check made at its entry (one write a page, together some nanoseconds) counts the frame which it would then need;
 *   also where the method is part of the code of its caller. Without the branch the compiler leaves out all of it.
 *   StackHeadroomTest sees both.
 *   Not so: recursion (a call for each frame), several methods within one another (their sizes add up only while the
 *   compiler makes them one), ReservedStackAccess (for the JDK only), classes made when the program starts (20 ms).
 * </pre>
 *
 * <p>Thread-safe. Allocates nothing.
 */
public final class StackHeadroom {
    private StackHeadroom() {}

    /** For handing a task to a dispatcher: 8 KiB. */
    public static void forTask() {
        StackFrames.ofTwoPages();
    }

    /** For queueing a message or writing a frame, which may hand a task to a dispatcher: 12 KiB. */
    public static void forMessage() {
        StackFrames.ofThreePages();
    }

    /** For a call, which queues a message or writes frames: 16 KiB. */
    public static void forCall() {
        StackFrames.ofFourPages();
    }

    /** For settling a promise, which runs the functions attached to it, and queues messages or writes the answer to a call: 24 KiB. */
    public static void forSettling() {
        StackFrames.ofSixPages();
    }
}
