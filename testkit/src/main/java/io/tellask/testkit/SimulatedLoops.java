package io.tellask.testkit;

import io.tellask.actor.Dispatcher;
import io.tellask.actor.IoLoops;
import io.tellask.actor.runtime.RunContext;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** I/O loops that the simulation steps. Thread-safe. */
final class SimulatedLoops implements IoLoops {
    private final Schedule schedule;
    private final List<SimulatedDispatcher> loops;
    private final Set<SimulatedDispatcher> standIns = ConcurrentHashMap.newKeySet(); // of actors that live

    SimulatedLoops(Schedule schedule, int count, String name) {
        this.schedule = schedule;
        loops = IntStream.range(0, count)
                .mapToObj(index -> schedule.newDispatcher(name + "-" + index, true))
                .toList();
    }

    @Override
    public List<Dispatcher> all() {
        return List.copyOf(loops);
    }

    @Override
    public boolean close(Duration patience) {
        long deadlineNanos = System.nanoTime() + TimeUnit.NANOSECONDS.convert(patience);
        boolean mayWait = RunContext.current() == null && !schedule.isSteppedByCurrentThread();
        while (mayWait && !isIdle() && System.nanoTime() - deadlineNanos < 0) {
            LockSupport.parkNanos(this, 100_000);
        }
        boolean idle = isIdle();
        loops.forEach(schedule::end);
        standIns.forEach(schedule::end);
        return idle;
    }

    @Override
    public Dispatcher standIn(String name) {
        SimulatedDispatcher standIn = schedule.newDispatcher(name, false);
        standIns.add(standIn);
        return standIn;
    }

    @Override
    public void forget(Dispatcher standIn) {
        standIns.remove(standIn);
    }

    /** What runs actors in place of threads of their own, virtual ones, and the pool. */
    Set<SimulatedDispatcher> standIns() {
        return standIns;
    }

    @Override
    public boolean inVirtualTime() {
        return true;
    }

    private boolean isIdle() {
        return Stream.concat(loops.stream(), standIns.stream()).allMatch(schedule::isIdle);
    }
}
