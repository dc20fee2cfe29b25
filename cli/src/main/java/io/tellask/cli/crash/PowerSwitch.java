package io.tellask.cli.crash;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Writer;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * Shuts an ext4 file system down at once, without writing its journal: what was not forced is gone, as when the power fails. In a process of its
 * own, the only one that calls the operating system itself. Used by one thread.
 */
final class PowerSwitch implements AutoCloseable {
    /** {@code EXT4_IOC_SHUTDOWN}, and its flag for not writing the journal. */
    private static final long SHUTDOWN = 0x8004_587DL;

    private static final int NO_LOG_FLUSH = 2;

    private final Process process;
    private final Writer commands;
    private final BufferedReader answers;

    private PowerSwitch(Process process) {
        this.process = process;
        commands = process.outputWriter(StandardCharsets.UTF_8);
        answers = process.inputReader(StandardCharsets.UTF_8);
    }

    static PowerSwitch start() throws IOException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx32m",
                        "-XX:TieredStopAtLevel=1",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        PowerSwitch.class.getName())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        PowerSwitch power = new PowerSwitch(process);
        power.expect("ready");
        return power;
    }

    /** Returns when the file system that is mounted there is shut down. */
    void cut(Path mountPoint) throws IOException {
        commands.write(mountPoint + "\n");
        commands.flush();
        expect("0");
    }

    private void expect(String answer) throws IOException {
        String line = answers.readLine();
        if (!answer.equals(line)) {
            close();
            throw new CrashTestException("crash-test: the file system cannot be shut down, answer=" + line);
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }

    /** Shuts down each file system whose mount point is a line of standard input, and answers with what the system call returned. */
    @SuppressWarnings("restricted")
    public static void main(String[] arguments) throws Throwable {
        Linker linker = Linker.nativeLinker();
        FunctionDescriptor openType =
                FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.JAVA_INT);
        FunctionDescriptor ioctlType = FunctionDescriptor.of(
                ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG, ValueLayout.ADDRESS);
        MethodHandle open = linker.downcallHandle(
                linker.defaultLookup().findOrThrow("open"), openType, Linker.Option.firstVariadicArg(2));
        MethodHandle ioctl = linker.downcallHandle(
                linker.defaultLookup().findOrThrow("ioctl"), ioctlType, Linker.Option.firstVariadicArg(2));
        MethodHandle close = linker.downcallHandle(
                linker.defaultLookup().findOrThrow("close"),
                FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        System.out.println("ready");
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment flags = arena.allocateFrom(ValueLayout.JAVA_INT, NO_LOG_FLUSH);
                int file = (int) open.invokeExact(arena.allocateFrom(line), 0);
                int result = (int) ioctl.invokeExact(file, SHUTDOWN, flags);
                int _ = (int) close.invokeExact(file);
                System.out.println(result);
            }
        }
    }
}
