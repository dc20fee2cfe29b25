package io.tellask.bench.micro;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * What does it need to add one to a counter that threads share, and to write a field that another one may read?
 *
 * <p>Command: {@code tellask bench locks}. The time is that of one thread's operation, while so many threads do the same as fast as they can: none does
 * anything else in between, as programs would.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@SuppressWarnings("NullAway.Init") // JMH fills the parameters, then calls prepare
public class LocksBenchmark {
    @Param("get-and-add")
    public String contender;

    private SharedCounter counter;

    @Setup
    public void prepare() {
        counter = SharedCounter.of(contender);
    }

    @Benchmark
    public void increment() {
        counter.increment();
    }

    @Benchmark
    public void write() {
        counter.increment();
    }
}
