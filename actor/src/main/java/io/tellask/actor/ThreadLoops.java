package io.tellask.actor;

import io.tellask.actor.runtime.ThreadDispatcher;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** I/O loops where no transport with sockets is on the class or module path: plain threads. */
final class ThreadLoops implements IoLoops {
    private final List<ThreadDispatcher> loops;

    ThreadLoops(int count, String name) {
        loops = IntStream.range(0, count)
                .mapToObj(i -> new ThreadDispatcher(name + "-" + i, true))
                .toList();
    }

    @Override
    public List<Dispatcher> all() {
        return List.copyOf(loops);
    }

    @Override
    public long failures() {
        return loops.stream().mapToLong(loop -> loop.monitor().failures()).sum();
    }

    @Override
    public long blockedTurns() {
        return loops.stream().mapToLong(loop -> loop.monitor().blockedTurns()).sum();
    }

    @Override
    public void blockedLimit(Duration limit) {
        loops.forEach(loop -> loop.monitor().limit(limit));
    }

    @Override
    public boolean close(Duration patience) {
        loops.forEach(ThreadDispatcher::close);
        long end = System.nanoTime() + TimeUnit.NANOSECONDS.convert(patience);
        boolean allEnded = true;
        try {
            for (ThreadDispatcher loop : loops) {
                allEnded &= loop.isCurrent() || loop.awaitEnd(end - System.nanoTime());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
        return allEnded;
    }
}
