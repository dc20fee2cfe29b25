package io.tellask.netty;

import io.tellask.actor.Dispatcher;
import io.tellask.actor.IoLoops;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** The event loops of one actor system, each a thread. Thread-safe. */
final class NettyLoops implements IoLoops {
    private final List<NettyLoop> loops;

    NettyLoops(int count, String name) {
        loops = IntStream.range(0, count)
                .mapToObj(index -> new NettyLoop(name + "-" + index))
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
        long patienceNanos = Math.max(0, TimeUnit.NANOSECONDS.convert(patience));
        long deadlineNanos = System.nanoTime() + patienceNanos;
        loops.forEach(loop -> loop.events().shutdownGracefully(0, patienceNanos, TimeUnit.NANOSECONDS));
        return loops.stream().allMatch(loop -> loop.isCurrent() || ended(loop, deadlineNanos));
    }

    private static boolean ended(NettyLoop loop, long deadlineNanos) {
        try {
            return loop.events().awaitTermination(deadlineNanos - System.nanoTime(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
