package io.tellask.bench.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The CPU time of another process, as Linux tells it: in steps of 10 ms. */
public final class ProcessCpu {
    private static final long TICK_NANOS = 10_000_000;
    /** Fields after the command's name, which is in brackets and may hold spaces. */
    private static final int USER = 11;

    private static final int SYSTEM = 12;

    private ProcessCpu() {}

    /** Nanoseconds that a process has spent in user mode and in the kernel, all its threads together. */
    public static long nanos(long pid) throws IOException {
        String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        return (Long.parseLong(fields[USER]) + Long.parseLong(fields[SYSTEM])) * TICK_NANOS;
    }
}
