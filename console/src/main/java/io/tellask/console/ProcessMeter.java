package io.tellask.console;

import com.sun.management.OperatingSystemMXBean;
import io.tellask.remote.PeerMemory;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Reads what the process takes of its machine. Thread-safe. */
final class ProcessMeter {
    private static final String DIRECT_POOL = "direct";

    private final List<GarbageCollectorMXBean> pausing = ManagementFactory.getGarbageCollectorMXBeans().stream()
            .filter(PauseLog::pauses)
            .toList();
    private final List<BufferPoolMXBean> direct = ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
            .filter(pool -> pool.getName().equals(DIRECT_POOL))
            .toList();

    ProcessSample sample(PeerMemory.Statistics peers) {
        MemoryUsage heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage();
        MemoryUsage other = ManagementFactory.getMemoryMXBean().getNonHeapMemoryUsage();
        OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        return new ProcessSample(
                heap.getUsed(),
                heap.getCommitted(),
                heap.getMax(),
                other.getUsed(),
                direct.stream().mapToLong(BufferPoolMXBean::getMemoryUsed).sum(),
                peers.heldBytes(),
                peers.limitBytes(),
                Runtime.getRuntime().availableProcessors(),
                TimeUnit.NANOSECONDS.toMillis(system.getProcessCpuTime()),
                system.getCpuLoad(),
                ManagementFactory.getThreadMXBean().getThreadCount(),
                pausing.stream()
                        .mapToLong(each -> Math.max(0, each.getCollectionCount()))
                        .sum(),
                pausing.stream()
                        .mapToLong(each -> Math.max(0, each.getCollectionTime()))
                        .sum());
    }
}
