package io.tellask.bench.spi;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What this process has used since it started.
 *
 * @param cpuNanos CPU time of all threads, garbage collector and compiler included; Linux counts in steps of 10 ms
 * @param writtenBytes bytes handed to write calls (the kernel's {@code wchar}), 0 where the system does not tell
 */
public record Usage(long cpuNanos, long writtenBytes) {
    /** Nothing used yet. */
    public static final Usage NONE = new Usage(0, 0);

    private static final Path ACCOUNTING = Path.of("/proc/self/io");
    private static final OperatingSystemMXBean SYSTEM =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    /** What this process has used so far. */
    public static Usage now() {
        return new Usage(SYSTEM.getProcessCpuTime(), written());
    }

    /** Reads the two numbers from a child's answer. */
    public static Usage of(String[] words, int index) {
        return new Usage(Long.parseLong(words[index]), Long.parseLong(words[index + 1]));
    }

    /** What was used after an earlier moment of the same process. */
    public Usage since(Usage earlier) {
        return new Usage(cpuNanos - earlier.cpuNanos, writtenBytes - earlier.writtenBytes);
    }

    /** Both together. */
    public Usage plus(Usage other) {
        return new Usage(cpuNanos + other.cpuNanos, writtenBytes + other.writtenBytes);
    }

    private static long written() {
        if (!Files.isReadable(ACCOUNTING)) {
            return 0;
        }
        try {
            for (String line : Files.readAllLines(ACCOUNTING)) {
                if (line.startsWith("wchar: ")) {
                    return Long.parseLong(line.substring("wchar: ".length()));
                }
            }
            return 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
