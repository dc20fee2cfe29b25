package io.tellask.actor.runtime;

import io.tellask.actor.Dispatcher;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A thread of a dispatcher, as somebody saw it from outside. Immutable.
 *
 * @param name of the thread
 * @param state what the JVM says that it does
 * @param actor which it was running; empty: none
 * @param method of that actor, or where it was in what carries messages; empty: none
 * @param caller who waits for the answer of the call that it was executing; empty where that is not known
 * @param frames its stack, innermost first; of a deep one the innermost and the outermost
 */
public record ThreadLook(String name, String state, String actor, String method, String caller, List<String> frames) {
    public ThreadLook {
        frames = List.copyOf(frames);
    }

    /** Threads of some dispatchers, at most so many. Each is stopped for an instant, at one after the other. */
    public static List<ThreadLook> ofAll(Set<Dispatcher> dispatchers, int most) {
        Stream<ThreadLook> platform = platform(dispatchers).map(thread -> of(thread, thread.context()));
        Stream<ThreadLook> virtual = virtual(dispatchers).flatMap(VirtualThreads::looks);
        return Stream.concat(platform, virtual).limit(most).toList();
    }

    /** How many {@link #ofAll} would look at if it looked at all. */
    public static long count(Set<Dispatcher> dispatchers) {
        return platform(dispatchers).count()
                + virtual(dispatchers).mapToLong(VirtualThreads::runningActors).sum();
    }

    private static Stream<DispatcherThread> platform(Set<Dispatcher> dispatchers) {
        return living().filter(thread ->
                thread.context().dispatcher instanceof Dispatcher known && dispatchers.contains(known));
    }

    private static Stream<VirtualThreads> virtual(Set<Dispatcher> dispatchers) {
        return dispatchers.stream().filter(VirtualThreads.class::isInstance).map(VirtualThreads.class::cast);
    }

    /** The platform threads of the process that run actors. */
    private static Stream<DispatcherThread> living() {
        ThreadGroup root = Objects.requireNonNull(Thread.currentThread().getThreadGroup());
        while (root.getParent() != null) {
            root = root.getParent();
        }
        Thread[] threads = new Thread[root.activeCount() + 1];
        int count = root.enumerate(threads);
        while (count == threads.length) { // there may have been more
            threads = new Thread[2 * threads.length];
            count = root.enumerate(threads);
        }
        return Arrays.stream(threads, 0, count)
                .filter(DispatcherThread.class::isInstance)
                .map(DispatcherThread.class::cast);
    }

    static ThreadLook of(Thread thread, RunContext context) {
        ActorCell<?> running = context.actor;
        ReplyTo caller = context.caller();
        StackTraceElement[] stack = thread.getStackTrace();
        return new ThreadLook(
                thread.getName(),
                thread.getState().name(),
                running == null ? "" : running.name(),
                running == null ? "" : LoopMonitor.method(stack, running),
                running == null || caller == null ? "" : caller.sender(),
                Arrays.stream(LoopMonitor.shortened(stack))
                        .map(StackTraceElement::toString)
                        .toList());
    }
}
