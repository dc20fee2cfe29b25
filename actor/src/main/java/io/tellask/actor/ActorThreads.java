package io.tellask.actor;

import io.tellask.actor.contract.Contract;
import io.tellask.actor.runtime.StealingPool;
import io.tellask.actor.runtime.ThreadDispatcher;
import io.tellask.actor.runtime.VirtualThreads;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** The threads that the actors of a system run on: its I/O loops, its pool and its virtual ones once somebody asks for them, and those that belong to one actor. Thread-safe. */
final class ActorThreads {
    private final String name;
    private final IoLoops ioLoops;
    private final int poolThreads;
    private final Duration blockedLimit;
    private final Set<ThreadDispatcher> dedicated = ConcurrentHashMap.newKeySet();
    private final AtomicInteger nextLoop = new AtomicInteger();
    private volatile @Nullable StealingPool pool;
    private volatile @Nullable VirtualThreads virtualThreads;

    ActorThreads(String name, IoLoops ioLoops, int poolThreads, Duration blockedLimit) {
        this.name = name;
        this.ioLoops = ioLoops;
        this.poolThreads = poolThreads;
        this.blockedLimit = blockedLimit;
        ioLoops.blockedLimit(blockedLimit);
    }

    IoLoops ioLoops() {
        return ioLoops;
    }

    /**
     * Where an actor is to run.
     *
     * @throws ContractException if its contract takes code of the caller's, and that would be an I/O loop
     */
    Dispatcher dispatcherFor(Contract<?> contract, SpawnOptions options, String label, int number) {
        boolean leavesIo = contract.leavesIoLoop();
        Dispatcher dispatcher = switch (options.placement()) {
            case GIVEN -> Objects.requireNonNull(options.dispatcher());
            case DEDICATED_THREAD -> dedicated(label, number);
            case VIRTUAL_THREAD -> inVirtualTime() ? standIn(label, number) : virtualThreads();
            case POOL -> inVirtualTime() ? standIn(label, number) : pool();
            case IO_LOOP -> nextIoLoop();
            case AUTOMATIC -> leavesIo ? dedicated(label, number) : nextIoLoop();
        };
        if (leavesIo && dispatcher.servesIo()) {
            throw new ContractException("spawn: contract=" + contract.type().getName()
                    + " takes code of the caller's, placement=" + options.placement()
                    + " is an I/O loop; use SpawnOptions.dedicatedThread()");
        }
        return dispatcher;
    }

    /** No real thread may do anything beside those that step a simulation. */
    private boolean inVirtualTime() {
        return ioLoops.inVirtualTime();
    }

    private Dispatcher standIn(String label, int number) {
        return ioLoops.standIn(name + "-" + label + "-" + number);
    }

    private Dispatcher dedicated(String label, int number) {
        if (inVirtualTime()) {
            return standIn(label, number);
        }
        ThreadDispatcher thread = new ThreadDispatcher(name + "-" + label + "-" + number, false);
        dedicated.add(thread);
        return thread;
    }

    private Dispatcher nextIoLoop() {
        List<Dispatcher> loops = ioLoops.all();
        return loops.get(Math.floorMod(nextLoop.getAndIncrement(), loops.size()));
    }

    private VirtualThreads virtualThreads() {
        VirtualThreads known = virtualThreads;
        return known != null ? known : openVirtualThreads();
    }

    private synchronized VirtualThreads openVirtualThreads() {
        if (virtualThreads == null) {
            virtualThreads = new VirtualThreads(name);
        }
        return virtualThreads;
    }

    private StealingPool pool() {
        StealingPool known = pool;
        return known != null ? known : openPool();
    }

    private synchronized StealingPool openPool() {
        if (pool == null) {
            pool = new StealingPool(name + "-pool", poolThreads, blockedLimit);
        }
        return pool;
    }

    /** All that there are now. */
    List<Dispatcher> all() {
        List<Dispatcher> all = new ArrayList<>(ioLoops.all());
        all.addAll(dedicated);
        StealingPool known = pool;
        if (known != null) {
            all.add(known);
        }
        VirtualThreads others = virtualThreads;
        if (others != null) {
            all.add(others);
        }
        return all;
    }

    /** Ends a thread that belonged to one actor, which has stopped, or lets go of what stood in for one. */
    void endIfDedicated(Dispatcher dispatcher) {
        if (dispatcher instanceof ThreadDispatcher thread && dedicated.remove(thread)) {
            thread.close();
        } else if (inVirtualTime()) {
            ioLoops.forget(dispatcher);
        }
    }

    long failures() {
        StealingPool known = pool;
        VirtualThreads others = virtualThreads;
        return ioLoops.failures() + (known == null ? 0 : known.failures()) + (others == null ? 0 : others.failures());
    }

    long blockedTurns() {
        StealingPool known = pool;
        return ioLoops.blockedTurns() + (known == null ? 0 : known.blockedTurns());
    }

    /** Ends all threads once nothing is left for them to do, and waits for loops and pool; false if that takes longer. */
    boolean close(Duration patience) throws InterruptedException {
        long end = System.nanoTime() + patience.toNanos();
        dedicated.forEach(ThreadDispatcher::close);
        closeShared();
        boolean ended = ioLoops.close(patience);
        StealingPool known = pool;
        VirtualThreads others = virtualThreads;
        if (known != null) {
            ended &= known.awaitEnd(end - System.nanoTime());
        }
        return (others == null || others.awaitEnd(end - System.nanoTime())) && ended;
    }

    private void closeShared() {
        StealingPool known = pool;
        if (known != null) {
            known.close();
        }
        VirtualThreads others = virtualThreads;
        if (others != null) {
            others.close();
        }
    }

    /** Ends them without waiting. */
    void closeAtOnce() {
        closeShared();
        ioLoops.close(Duration.ZERO);
    }
}
