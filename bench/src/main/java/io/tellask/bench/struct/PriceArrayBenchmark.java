package io.tellask.bench.struct;

import io.tellask.struct.StructArray;
import io.tellask.struct.StructType;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * What does it need to read structs at random in an array off the heap, beside a {@code VarHandle} by hand on the same memory?
 *
 * <p>Command: {@code tellask bench struct}. An operation is one struct of a loop over {@value #BATCH}; its index does not depend on what was read, so that
 * the processor waits for several at once. 15 million structs are 480 MB, of which no cache holds much; a thousand are in the first one.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@SuppressWarnings("NullAway.Init") // JMH fills the parameters, then calls prepare
public class PriceArrayBenchmark {
    private static final int BATCH = 1_024;
    private static final long FACTOR = 6_364_136_223_846_793_005L; // Knuth's for MMIX
    private static final long TERM = 1_442_695_040_888_963_407L;

    @Param("tellask")
    public String contender;

    @Param("1000")
    public int size;

    private StructArray<PriceUpdate> memory;
    private PriceArray array;
    private long random;

    @Setup
    public void prepare() {
        memory = StructArray.allocate(StructType.of(PriceUpdate.class), size);
        PriceArray.fill(memory);
        array = PriceArray.of(contender, memory);
    }

    private static long next(long random) {
        return random * FACTOR + TERM;
    }

    private static long index(long random, int size) {
        return (random >>> 32) * size >>> 32;
    }

    /** One field of a struct. */
    @Benchmark
    @OperationsPerInvocation(BATCH)
    public long flat() {
        long at = random;
        long sum = 0;
        for (int i = 0; i < BATCH; i++) {
            at = next(at);
            sum += array.quantity(index(at, size));
        }
        random = at;
        return sum;
    }

    /** One field of a struct in a struct. */
    @Benchmark
    @OperationsPerInvocation(BATCH)
    public long nested() {
        long at = random;
        long sum = 0;
        for (int i = 0; i < BATCH; i++) {
            at = next(at);
            sum += array.id(index(at, size));
        }
        random = at;
        return sum;
    }

    /** Both. */
    @Benchmark
    @OperationsPerInvocation(BATCH)
    public long both() {
        long at = random;
        long sum = 0;
        for (int i = 0; i < BATCH; i++) {
            at = next(at);
            sum += array.both(index(at, size));
        }
        random = at;
        return sum;
    }

    /** A struct is found by its id. */
    @Benchmark
    public long search() {
        random = next(random);
        return array.search(10 * index(random, size));
    }

    @TearDown
    public void verify() {
        verify(array, size);
        memory.close();
    }

    /** Fails unless structs at random indexes hold what was written. */
    static void verify(PriceArray array, int size) {
        long at = 1;
        for (int i = 0; i < BATCH; i++) {
            at = next(at);
            long index = index(at, size);
            boolean isRight = array.id(index) == 10 * index
                    && array.quantity(index) == index + 1
                    && array.both(index) == 11 * index + 1
                    && array.search(10 * index) == index
                    && array.search(10 * index + 1) == -2 - index;
            if (!isRight) {
                throw new IllegalStateException("a struct holds something else: index=" + index);
            }
        }
    }
}
