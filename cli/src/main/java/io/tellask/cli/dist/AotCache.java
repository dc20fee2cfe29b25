package io.tellask.cli.dist;

import io.tellask.cli.terminal.CommandFailure;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * Classes of the program and of the JDK, parsed and verified beforehand, in a file that a JVM maps into its memory. Immutable.
 *
 * <p>Maintainers: the cache is made from a list of classes that is part of the sources. One that a JVM records from a run starts commands no sooner,
 * and differs from build to build: what threads load, and in which order, differs from run to run, and classes that are linked beforehand
 * hold soft references with the time since the machine was started. {@code docs/adr/0024-distribution.md} has the figures.
 */
final class AotCache {
    private final Path folder;
    private final String classPath;

    /**
     * @param folder of the distribution; its runtime will use the cache, and no other can
     * @param classPath jars, named from the folder on, because the cache holds the names; with the times that they will have, which a JVM compares
     */
    AotCache(Path folder, List<String> classPath) {
        this.folder = folder;
        this.classPath = String.join(File.pathSeparator, classPath);
    }

    /** Makes the cache of what a list names; the same list, runtime and jars give the same bytes. */
    void write(Path classList, Path file) throws IOException, InterruptedException {
        String output = java(
                List.of(
                        "-Xshare:dump",
                        "-XX:SharedClassListFile=" + classList,
                        "-XX:SharedArchiveFile=" + file,
                        "-XX:+UseG1GC",
                        "-Xmx512m"),
                List.of());
        CommandFailure.unless(Files.exists(file), "the JVM wrote no AOT cache: file=" + file + ", output=" + output);
    }

    /** Writes a list of the classes that a main class loads; unlike the JVM's own it has no numbers and an order. */
    void writeList(List<String> training, Path file) throws IOException, InterruptedException {
        Path raw = file.resolveSibling(file.getFileName() + ".unsorted");
        String output = java(List.of("-Xshare:off", "-XX:DumpLoadedClassList=" + raw), training);
        CommandFailure.unless(Files.exists(raw), "the JVM listed no classes: file=" + raw + ", output=" + output);
        TreeSet<String> sorted = new TreeSet<>();
        for (String line : Files.readAllLines(raw)) {
            // comments, entries of constant pools, and classes of class loaders that the cache does not serve
            if (!line.startsWith("#") && !line.startsWith("@cp") && !line.contains(" source: ")) {
                sorted.add(line.replaceFirst(" id: .*", ""));
            }
        }
        Files.write(file, sorted);
        Files.delete(raw);
    }

    private String java(List<String> options, List<String> rest) throws IOException, InterruptedException {
        List<String> command =
                new ArrayList<>(List.of(folder.resolve("runtime/bin/java").toString(), "-Xlog:disable"));
        command.addAll(options);
        command.addAll(List.of("-cp", classPath));
        command.addAll(rest);
        return ChildProcess.run(command, folder);
    }
}
