package io.tellask.cli.crash;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Starts processes that are to be killed. Stateless. */
final class ChildJvm {
    private ChildJvm() {}

    /**
     * Runs a main class of this class path in a small virtual machine that starts quickly. Its standard output is the class's own: warnings of the
     * machine, as of a file of counters that another one has locked, go to standard error, and there is no such file.
     */
    static Process start(Class<?> main, List<String> arguments) throws IOException {
        return start(main, arguments, List.of());
    }

    /** As {@link #start(Class, List)}, with options of the virtual machine. */
    static Process start(Class<?> main, List<String> arguments, List<String> options) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx96m",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-XX:-UsePerfData",
                "-Xlog:disable",
                "-Xlog:all=warning:stderr"));
        command.addAll(options);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(arguments);
        return new ProcessBuilder(command).start();
    }
}
