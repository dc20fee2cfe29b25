package io.tellask.cli.soak;

import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What this process takes, after a collection of all garbage. Immutable.
 *
 * @param heapBytes reachable objects
 * @param directBytes direct buffers of the JDK
 * @param threads platform threads
 * @param classes classes that are loaded
 * @param residentBytes memory that the system has given to the process; 0 where it does not tell
 */
public record SoakVitals(long heapBytes, long directBytes, long threads, long classes, long residentBytes) {
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final Pattern RESIDENT = Pattern.compile("(?m)^VmRSS:\\s+(\\d+) kB$");

    /** Collects all garbage, and looks. */
    static SoakVitals now() throws IOException {
        System.gc();
        long direct = ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .filter(pool -> pool.getName().equals("direct"))
                .mapToLong(BufferPoolMXBean::getMemoryUsed)
                .sum();
        return new SoakVitals(
                ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed(),
                direct,
                ManagementFactory.getThreadMXBean().getThreadCount(),
                ManagementFactory.getClassLoadingMXBean().getLoadedClassCount(),
                resident());
    }

    private static long resident() throws IOException {
        if (!Files.isReadable(STATUS)) {
            return 0;
        }
        Matcher line = RESIDENT.matcher(Files.readString(STATUS));
        return line.find() ? Long.parseLong(line.group(1)) * 1_024 : 0;
    }
}
