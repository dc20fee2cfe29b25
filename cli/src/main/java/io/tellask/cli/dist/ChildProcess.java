package io.tellask.cli.dist;

import io.tellask.cli.terminal.CommandFailure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** Programs that run to their end. Stateless. */
final class ChildProcess {
    private ChildProcess() {}

    /** Runs a program in a folder; its standard error is ours. Returns what it printed; fails unless its exit code is 0. */
    static String run(List<String> command, Path folder) throws IOException, InterruptedException {
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(folder.toFile()).redirectError(ProcessBuilder.Redirect.INHERIT);
        // what a user sets for every JVM does not belong into what others get
        builder.environment()
                .keySet()
                .removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "TELLASK_JAVA_OPTIONS"));
        Process process = builder.start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        int exitCode = process.waitFor();
        CommandFailure.unless(
                exitCode == 0,
                "a step of the distribution failed: exit code=" + exitCode + ", command=" + String.join(" ", command)
                        + ", output=" + output.strip());
        return output;
    }
}
