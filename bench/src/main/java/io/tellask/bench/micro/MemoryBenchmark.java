package io.tellask.bench.micro;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * What does a buffer need before it can be written? New on the heap, new outside it, where the JDK zeroes both, and the same one again, zeroed or as its last
 * user left it.
 *
 * <p>Command: {@code tellask bench memory}. One byte of each page is written. Memory outside the heap is given back at once, which the figure holds; the
 * collector's work for that on the heap is in it only as far as it ran.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@SuppressWarnings("NullAway.Init") // JMH fills the parameters, then calls prepare
public class MemoryBenchmark {
    private static final int PAGE_BYTES = 4_096;

    @Param("heap")
    public String contender;

    @Param("4096")
    public int size;

    private Arena arena;
    private MemorySegment kept;

    @Setup
    public void prepare() {
        arena = Arena.ofConfined();
        kept = arena.allocate(size);
    }

    @TearDown
    public void close() {
        arena.close();
    }

    @Benchmark
    public long obtain() {
        return switch (contender) {
            case "heap" -> touch(MemorySegment.ofArray(new byte[size]));
            case "direct" -> {
                try (Arena own = Arena.ofConfined()) {
                    yield touch(own.allocate(size));
                }
            }
            case "reused-zeroed" -> touch(kept.fill((byte) 0));
            case "reused" -> touch(kept);
            default -> throw new IllegalArgumentException("unknown contender: contender=" + contender);
        };
    }

    private static long touch(MemorySegment memory) {
        for (long at = 0; at < memory.byteSize(); at += PAGE_BYTES) {
            memory.set(ValueLayout.JAVA_BYTE, at, (byte) 1);
        }
        return memory.byteSize();
    }
}
