package io.tellask.cli.dist;

import io.tellask.cli.terminal.CommandFailure;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.spi.ToolProvider;

/** The Java runtime of a distribution: the part of the JDK that the program needs, linked by {@code jlink}. Stateless. */
final class RuntimeImage {
    /**
     * What {@code jdeps --print-module-deps} finds in the class path, and for whoever runs a server {@code jcmd}, flight recordings, and the agent
     * that lets {@code tellask pauses --pid} watch it.
     * {@code DistributionTest} compares it with what the class path needs.
     */
    static final List<String> MODULES = List.of(
            "java.base",
            "java.compiler",
            "java.logging",
            "java.management",
            "jdk.management",
            "jdk.unsupported",
            "jdk.attach",
            "jdk.jcmd",
            "jdk.jfr",
            "jdk.management.agent",
            "jdk.management.jfr");

    private RuntimeImage() {}

    /** Links a runtime into a folder, which must not exist. */
    static void link(Path folder) throws IOException {
        StringWriter output = new StringWriter();
        PrintWriter log = new PrintWriter(output);
        ToolProvider jlink = ToolProvider.findFirst("jlink")
                .orElseThrow(() -> new CommandFailure(
                        "this JDK has no jlink: java.home=" + System.getProperty("java.home") + "; use a whole one"));
        int exitCode = jlink.run(
                log,
                log,
                "--add-modules",
                String.join(",", MODULES),
                "--no-header-files",
                "--no-man-pages",
                "--generate-cds-archive",
                "--output",
                folder.toString());
        CommandFailure.unless(
                exitCode == 0,
                "jlink failed: exit code=" + exitCode + ", " + output.toString().strip());
        // the second of two archives is for heaps over 32 GB, which start a little later without it
        Files.delete(folder.resolve("lib").resolve("server").resolve("classes_nocoops.jsa"));
    }
}
