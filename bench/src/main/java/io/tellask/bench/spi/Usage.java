package io.tellask.bench.spi;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;

/**
 * What a process has used since it started.
 *
 * @param cpuNanos CPU time of all threads, garbage collector and compiler included; Linux counts in steps of 10 ms
 * @param writtenBytes bytes handed to write calls (the kernel's {@code wchar}), 0 where the system does not tell
 */
public record Usage(long cpuNanos, long writtenBytes) {
    /** Nothing used yet. */
    public static final Usage NONE = new Usage(0, 0);

    private static final String WRITTEN = "wchar: ";

    /** What this process has used so far. */
    public static Usage now() {
        return of(ProcessHandle.current());
    }

    /** What a process of the same user has used so far. */
    public static Usage of(ProcessHandle process) {
        Path accounting = Path.of("/proc", Long.toString(process.pid()), "io");
        Duration cpu = process.info().totalCpuDuration().orElse(Duration.ZERO);
        try (Stream<String> lines = Files.isReadable(accounting) ? Files.lines(accounting) : Stream.empty()) {
            long written = lines.filter(line -> line.startsWith(WRITTEN))
                    .mapToLong(line -> Long.parseLong(line.substring(WRITTEN.length())))
                    .sum();
            return new Usage(cpu.toNanos(), written);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What was used after an earlier moment of the same process. */
    public Usage since(Usage earlier) {
        return new Usage(cpuNanos - earlier.cpuNanos, writtenBytes - earlier.writtenBytes);
    }

    /** Both together. */
    public Usage plus(Usage other) {
        return new Usage(cpuNanos + other.cpuNanos, writtenBytes + other.writtenBytes);
    }
}
