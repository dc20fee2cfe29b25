package io.tellask.actor.runtime;

import io.tellask.actor.Dispatcher;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What a thread that runs actors knows: the dispatcher and the actor whose code it is running, and the call. A {@link DispatcherThread} has it in a field,
 * a virtual thread that runs an actor in a scoped value; all others have none.
 *
 * <p>The fields belong to the thread itself; who looks at it from outside sees them as they are or were.
 */
public final class RunContext {
    private static final ScopedValue<RunContext> ON_VIRTUAL_THREAD = ScopedValue.newInstance();

    /** Whether an actor has had a virtual thread, so that those of others are not asked. Plain: the thread that sets it reads it. */
    private static boolean everVirtual;

    private final @Nullable Thread virtual; // whose context it is; null: a platform thread's

    private static boolean promisesWatched; // by some thread; only that one has to see it

    @Nullable
    Dispatcher dispatcher;

    @Nullable
    ActorCell<?> actor;

    @Nullable
    PoolWorker worker; // of a pool; null elsewhere

    private @Nullable ReplyTo caller;
    private long deadlineNanos; // of the call that is executed; 0: none

    @Nullable
    Object trace; // that calls made meanwhile carry

    private int lastServed; // only a hash: this must not keep what has ended
    int nestedTasks;
    int messagesPerRun = ActorCell.MESSAGES_PER_RUN;
    private @Nullable Consumer<ActorCell<?>> promiseWatch;
    long enteredNanos; // when the call began that is executed in place; 0: that is not measured

    @Nullable
    Object enteredEvent; // that a recording gets of it; null: none

    RunContext(@Nullable Thread virtual) {
        this.virtual = virtual;
    }

    /** That of the calling thread if it runs actors, else null. */
    public static @Nullable RunContext current() {
        Thread thread = Thread.currentThread();
        if (thread instanceof DispatcherThread platform) {
            return platform.context();
        }
        return everVirtual && thread.isVirtual() ? ofVirtual(thread) : null;
    }

    /** A thread that an actor forks in a {@code StructuredTaskScope} inherits the scoped value, and does not run the actor. */
    private static @Nullable RunContext ofVirtual(Thread thread) {
        RunContext context = ON_VIRTUAL_THREAD.isBound() ? ON_VIRTUAL_THREAD.get() : null;
        return context != null && context.virtual == thread ? context : null;
    }

    /** Whether the calling thread may wait for what others do: it runs no actors, or one alone. */
    public static boolean mayWait() {
        RunContext context = current();
        return context == null || context.isOfOneActor();
    }

    /** Whether this is of a thread that runs one actor and nothing else, so that the actor may wait. */
    public boolean isOfOneActor() {
        return virtual != null;
    }

    /** That of the calling thread, which runs actors. */
    public static RunContext ofActors() {
        RunContext context = current();
        if (context == null) {
            throw new IllegalStateException(
                    "dispatch: thread=" + Thread.currentThread().getName() + " runs no actors");
        }
        return context;
    }

    /** Runs a task of a dispatcher on the calling thread, which is virtual and has no other. */
    void runOnVirtualThread(Dispatcher itsDispatcher, Runnable task) {
        everVirtual = true;
        TraceScope.looksAtScopes();
        dispatcher = itsDispatcher;
        ScopedValue.where(ON_VIRTUAL_THREAD, this).run(task);
    }

    /** Runs a task as none of an actor's, on a thread that may wait: what it subscribes to does not come as messages of the actor, which waits for it. */
    public static void runAsNobody(Runnable task) {
        RunContext context = current();
        ActorCell<?> before = context == null ? null : context.actor;
        if (context == null || before == null) {
            task.run();
            return;
        }
        context.actor = null;
        try {
            task.run();
        } finally {
            context.actor = before;
        }
    }

    /** The dispatcher whose task this thread is running, or null. */
    public @Nullable Dispatcher dispatcher() {
        return dispatcher;
    }

    /** Says whose tasks this thread runs from here on: a loop says so once, a simulation for each step, null after it. */
    public void dispatcher(@Nullable Dispatcher newDispatcher) {
        dispatcher = newDispatcher;
    }

    /**
     * Has actors handle one message a run here, and somebody told of each look at a promise of an actor, and of each try to settle one: for tests that try orders
     * of messages. On this thread.
     */
    public void stepByMessages(Consumer<ActorCell<?>> newPromiseWatch) {
        messagesPerRun = 1;
        promiseWatch = newPromiseWatch;
        promisesWatched = true;
    }

    /** A promise of an actor is looked at, or to be settled; null: one of nobody. One look at a field unless a thread of this process {@linkplain #stepByMessages steps}. */
    public static void promiseTouched(@Nullable ActorCell<?> owner) {
        if (promisesWatched && owner != null && current() instanceof RunContext thread) {
            Consumer<ActorCell<?>> told = thread.promiseWatch;
            if (told != null) {
                told.accept(owner);
            }
        }
    }

    /** The actor whose code this thread is running, or null at the top frame of its loop. */
    public @Nullable ActorCell<?> actor() {
        return actor;
    }

    /** Who made the call that this thread is executing, or null. */
    public @Nullable ReplyTo caller() {
        return caller;
    }

    /** Says for whom the next call is executed, until when that one waits, and which trace it carries; {@link #noCaller} follows. */
    public void caller(@Nullable ReplyTo newCaller, long newDeadlineNanos, @Nullable Object newTrace) {
        caller = newCaller;
        deadlineNanos = newDeadlineNanos;
        trace = newTrace;
    }

    /** The call has been executed. */
    public void noCaller() {
        caller(null, 0, null);
    }

    /**
     * The deadline that asks of the calling thread inherit: that of the call which it executes, or which a function that it runs was
     * attached for. An instant on the clock of its dispatcher; 0: none, as on any other thread.
     */
    public static long handedOnNanos() {
        return current() instanceof RunContext thread ? thread.deadlineNanos : 0;
    }

    /**
     * Runs a task that is no part of the call which the calling thread executes: it serves nobody, its asks inherit another deadline, 0:
     * none, and its calls carry another trace, null: none.
     */
    public static void runFor(long deadlineNanos, @Nullable Object trace, Runnable task) {
        if (current() instanceof RunContext thread
                && (thread.deadlineNanos != deadlineNanos || thread.caller != null || thread.trace != trace)) {
            ReplyTo callerBefore = thread.caller;
            long deadlineBefore = thread.deadlineNanos;
            Object traceBefore = thread.trace;
            thread.caller(null, deadlineNanos, trace);
            try {
                task.run();
            } finally {
                thread.caller(callerBefore, deadlineBefore, traceBefore);
            }
        } else {
            task.run();
        }
    }

    /** Notes that this thread serves one of many, such as a connection; true if that is the one which it served last. */
    public boolean servesAgain(Object one) {
        int hash = System.identityHashCode(one);
        boolean same = lastServed == hash;
        lastServed = hash;
        return same;
    }
}
