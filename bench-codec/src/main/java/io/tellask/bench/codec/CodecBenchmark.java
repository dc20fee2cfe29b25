package io.tellask.bench.codec;

import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
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
 * What does a codec need for one message, to encode it into a buffer that is used again, and to make new objects of it?
 * The value is always the same and the heap is warm; the round trip is compared before and after.
 *
 * <p>Command: {@code tellask bench codec}, which starts this on the class path of each contender and reads CPU time and
 * allocation of the measuring thread from {@link ThreadCost}. Not shown: many different values, cold caches, several
 * threads.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@SuppressWarnings("NullAway.Init") // JMH fills the parameters, then calls open
public class CodecBenchmark {
    @Param("tellask")
    public String contender;

    @Param("price")
    public String workload;

    private Subject subject;
    private Object value;
    private byte[] bytes;

    @Setup
    public void open() {
        Workload chosen = Workload.of(workload);
        subject = chosen.subject(Engines.open(contender));
        value = chosen.value();
        subject.encode(value);
        bytes = subject.encoded();
        verify();
    }

    @Benchmark
    public int encode() {
        return subject.encode(value);
    }

    @Benchmark
    public @Nullable Object decode() {
        return subject.decode(bytes);
    }

    @TearDown
    public void verify() {
        subject.encode(value);
        Object decoded = Objects.requireNonNull(subject.decode(subject.encoded()));
        Workload.of(workload).checksum(value, decoded);
    }
}
