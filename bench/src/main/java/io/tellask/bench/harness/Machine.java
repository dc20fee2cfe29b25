package io.tellask.bench.harness;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Describes what a figure was measured on. */
final class Machine {
    private static final Path CPU_INFO = Path.of("/proc/cpuinfo");

    private Machine() {}

    /** Cores, processor, memory, system, as in {@code 2 x AMD EPYC, 23 GiB, Linux 6.1 amd64}. */
    static String describe() {
        var system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        return system.getAvailableProcessors() + " x " + processor() + ", " + (system.getTotalMemorySize() >> 30)
                + " GiB, " + system.getName() + " " + system.getVersion() + " " + system.getArch();
    }

    /** Vendor and version of this JVM. */
    static String jvm() {
        return System.getProperty("java.vendor") + " " + System.getProperty("java.runtime.version");
    }

    private static String processor() {
        try {
            List<String> lines = Files.isReadable(CPU_INFO) ? Files.readAllLines(CPU_INFO) : List.of();
            return lines.stream()
                    .filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse("unknown processor");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
