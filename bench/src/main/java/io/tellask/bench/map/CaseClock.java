package io.tellask.bench.map;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/**
 * Adds up what the measured stretches of a case take. The process' CPU time is that of the calling thread in these stretches and that of all
 * other threads over the whole case: the system counts it in steps of 10 ms, too coarse for a stretch. Used by the calling thread.
 */
final class CaseClock {
    private static final OperatingSystemMXBean PROCESS =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final long processStart = PROCESS.getProcessCpuTime();
    private final long callerStart = THREADS.getCurrentThreadCpuTime();
    private long wallStart;
    private long cpuStart;
    private long wallNanos;
    private long callerNanos;

    void start() {
        wallStart = System.nanoTime();
        cpuStart = THREADS.getCurrentThreadCpuTime();
    }

    void stop() {
        callerNanos += THREADS.getCurrentThreadCpuTime() - cpuStart;
        wallNanos += System.nanoTime() - wallStart;
    }

    /** Operations, wall, calling thread's and process CPU nanoseconds, checksum. */
    String report(int operations, long checksum) {
        long all = PROCESS.getProcessCpuTime() - processStart;
        long caller = THREADS.getCurrentThreadCpuTime() - callerStart;
        long processNanos = callerNanos + Math.max(0, all - caller);
        return operations + " " + wallNanos + " " + callerNanos + " " + processNanos + " " + checksum;
    }
}
