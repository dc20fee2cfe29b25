package io.tellask.bench.codec;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;

/**
 * Adds to each iteration of JMH what the measuring thread used per operation: CPU time, which other programs on the
 * machine hardly change, and allocated bytes. Called by JMH's control thread between iterations.
 */
public final class ThreadCost implements InternalProfiler {
    /** Name of the result that holds nanoseconds of CPU time per operation. */
    static final String CPU_NANOS = "cpu";

    /** Name of the result that holds allocated bytes per operation. */
    static final String ALLOCATED_BYTES = "allocated";

    /** Names of the results that hold the bytes of a message, and the sum over what it holds. */
    static final String BYTES = "bytes";

    static final String CHECKSUM = "checksum";

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private long cpuNanos;
    private long allocatedBytes;

    @Override
    public String getDescription() {
        return "CPU time and allocation of the measuring thread";
    }

    @Override
    public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
        long thread = CodecBenchmark.threadId;
        cpuNanos = thread == 0 ? 0 : threads.getThreadCpuTime(thread);
        allocatedBytes = thread == 0 ? 0 : threads.getThreadAllocatedBytes(thread);
    }

    @Override
    public Collection<? extends Result<?>> afterIteration(
            BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
        long thread = CodecBenchmark.threadId;
        double operations = result.getMetadata().getAllOps();
        return List.of(
                scalar(CPU_NANOS, (threads.getThreadCpuTime(thread) - cpuNanos) / operations, "ns/op"),
                scalar(
                        ALLOCATED_BYTES,
                        (threads.getThreadAllocatedBytes(thread) - allocatedBytes) / operations,
                        "B/op"),
                scalar(BYTES, CodecBenchmark.size, "B"),
                scalar(CHECKSUM, CodecBenchmark.checksum, ""));
    }

    private static ScalarResult scalar(String name, double value, String unit) {
        return new ScalarResult(name, value, unit, AggregationPolicy.AVG);
    }
}
