package io.tellask.actor.runtime;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * A queue of tasks from any thread, first in, first out, of which any thread takes, one at a time: who finds another one taking goes elsewhere. Nothing
 * is allocated and nothing bounds it: a task stands in it once.
 *
 * <p>Order is kept per sender. {@link #tryTake} may return null though {@link #isEmpty} says false: then somebody is adding or taking. Thread-safe.
 */
final class ReadyQueue extends ReadyQueueFields {
    private static final VarHandle TAIL;
    private static final VarHandle HEAD;
    private static final VarHandle TAKING;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            TAIL = lookup.findVarHandle(ReadyQueueFields.class, "tail", ReadyTask.class);
            HEAD = lookup.findVarHandle(ReadyQueueFields.class, "head", ReadyTask.class);
            TAKING = lookup.findVarHandle(ReadyQueueFields.class, "taking", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final ReadyTask stub = new Stub();

    ReadyQueue() {
        head = stub;
        tail = stub;
    }

    /** Puts a task at the end; it must not stand in a queue. */
    void add(ReadyTask task) {
        ReadyTask.NEXT.set(task, null);
        ReadyTask before = (ReadyTask) TAIL.getAndSet(this, task);
        ReadyTask.NEXT.setRelease(before, task);
    }

    /** The oldest, or null. */
    @Nullable
    ReadyTask tryTake() {
        if (isEmpty() || (int) TAKING.getOpaque(this) != 0 || !TAKING.compareAndSet(this, 0, 1)) {
            return null;
        }
        try {
            return take();
        } finally {
            TAKING.setRelease(this, 0);
        }
    }

    private @Nullable ReadyTask take() {
        ReadyTask first = head;
        ReadyTask second = (ReadyTask) ReadyTask.NEXT.getAcquire(first);
        if (first == stub) {
            if (second == null) {
                return null;
            }
            HEAD.setVolatile(this, second);
            ReadyTask.NEXT.set(stub, null); // else it would hold a task that is taken, until the queue is empty
            first = second;
            second = (ReadyTask) ReadyTask.NEXT.getAcquire(first);
        }
        if (second == null) {
            if ((ReadyTask) TAIL.getAcquire(this) != first) {
                return null;
            }
            add(stub);
            second = (ReadyTask) ReadyTask.NEXT.getAcquire(first);
            if (second == null) {
                return null;
            }
        }
        HEAD.setVolatile(this, second);
        ReadyTask.NEXT.set(first, null);
        return first;
    }

    /**
     * Whether nothing stands in it. The tail is looked at first: where both are the stub, all that was added before that look has been taken, and whoever
     * adds after it sees what the caller wrote before.
     */
    boolean isEmpty() {
        return (ReadyTask) TAIL.getVolatile(this) == stub && (ReadyTask) HEAD.getVolatile(this) == stub;
    }

    private static final class Stub extends ReadyTask {
        @Override
        public void run() {
            throw new AssertionError("the stub is never handed out");
        }
    }
}
