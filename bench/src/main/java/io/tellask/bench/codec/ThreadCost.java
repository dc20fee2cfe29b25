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

    private static final String WORKER = "-jmh-worker-";

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private long cpuNanos;
    private long allocatedBytes;

    @Override
    public String getDescription() {
        return "CPU time and allocation of the measuring thread";
    }

    @Override
    public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
        long worker = worker();
        cpuNanos = worker < 0 ? 0 : threads.getThreadCpuTime(worker);
        allocatedBytes = worker < 0 ? 0 : threads.getThreadAllocatedBytes(worker);
    }

    @Override
    public Collection<? extends Result<?>> afterIteration(
            BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
        long worker = worker();
        double operations = result.getMetadata().getAllOps();
        double nanos = (threads.getThreadCpuTime(worker) - cpuNanos) / operations;
        double bytes = (threads.getThreadAllocatedBytes(worker) - allocatedBytes) / operations;
        return List.of(
                scalar(CPU_NANOS, nanos, "ns/op"),
                scalar(ALLOCATED_BYTES, bytes, "B/op"),
                scalar(BYTES, CodecBenchmark.size, "B"),
                scalar(CHECKSUM, CodecBenchmark.checksum, ""));
    }

    private static ScalarResult scalar(String name, double value, String unit) {
        return new ScalarResult(name, value, unit, AggregationPolicy.AVG);
    }

    /** The one thread that measures; -1 before the first iteration has started it. */
    private long worker() {
        for (long id : threads.getAllThreadIds()) {
            var info = threads.getThreadInfo(id);
            if (info != null && info.getThreadName().contains(WORKER)) {
                return id;
            }
        }
        return -1;
    }
}
