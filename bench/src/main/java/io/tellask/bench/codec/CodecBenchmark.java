package io.tellask.bench.codec;

import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Objects;
import java.util.concurrent.Callable;
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
import org.openjdk.jmh.infra.BenchmarkParams;

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
    private static final int WARM_UP_MESSAGES = 100;
    private static final int MOST_IDLE_WAITS = 10;

    @Param("io.tellask.bench.codec.TellaskProvider")
    public String provider;

    @Param("tellask")
    public String contender;

    @Param("price")
    public String workload;

    /** CPU time that the measuring thread has before JMH begins: on a busy machine wall clock time would be too little. */
    @Param("0")
    public int warmUpCpuMillis;

    /** For so long the compiler must have finished nothing before JMH begins: compiled late, code has another speed. */
    @Param("0")
    public int idleCompilerMillis;

    /** What {@link ThreadCost} reports beside its own figures: bytes of a message, and a sum over what it holds. */
    static volatile int size;

    static volatile long checksum;

    /** The one that measures; 0 before it begins. */
    static volatile long threadId;

    private Subject subject;
    private Object value;
    private byte[] bytes;
    private @Nullable Object lastDecoded;

    /** Warms up the direction that is measured, and no other, so that the compiler sees what it will see. */
    @Setup
    public void open(BenchmarkParams parameters) throws Exception {
        threadId = Thread.currentThread().threadId();
        Workload chosen = Workload.of(workload);
        subject = chosen.subject(Engine.open(provider, contender));
        value = chosen.value();
        size = subject.encode(value);
        bytes = subject.encoded();
        verify();
        boolean encodes = parameters.getBenchmark().endsWith(".encode");
        Callable<?> message = encodes ? this::encode : () -> lastDecoded = decode();
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long end = threads.getCurrentThreadCpuTime() + TimeUnit.MILLISECONDS.toNanos(warmUpCpuMillis);
        while (threads.getCurrentThreadCpuTime() < end) {
            repeat(message);
        }
        repeatUntilCompiled(message, idleCompilerMillis);
    }

    /** Goes on until the compiler has long had nothing to finish, but not for ever. */
    static void repeatUntilCompiled(Callable<?> message, int idleMillis) throws Exception {
        CompilationMXBean compiler = ManagementFactory.getCompilationMXBean();
        long idleNanos = TimeUnit.MILLISECONDS.toNanos(idleMillis);
        long start = System.nanoTime();
        long finished = start;
        long millis = compiler.getTotalCompilationTime();
        while (System.nanoTime() - finished < idleNanos && System.nanoTime() - start < MOST_IDLE_WAITS * idleNanos) {
            repeat(message);
            if (compiler.getTotalCompilationTime() != millis) {
                millis = compiler.getTotalCompilationTime();
                finished = System.nanoTime();
            }
        }
    }

    private static void repeat(Callable<?> message) throws Exception {
        for (int i = 0; i < WARM_UP_MESSAGES; i++) {
            message.call();
        }
    }

    @Benchmark
    public int encode() throws Exception {
        return subject.encode(value);
    }

    @Benchmark
    public @Nullable Object decode() throws Exception {
        return subject.decode(bytes);
    }

    @TearDown
    public void verify() throws Exception {
        subject.encode(value);
        Object decoded = Objects.requireNonNull(subject.decode(subject.encoded()));
        checksum = Workload.of(workload).checksum(value, decoded);
        if (lastDecoded != null) {
            Workload.of(workload).checksum(value, lastDecoded);
        }
    }
}
