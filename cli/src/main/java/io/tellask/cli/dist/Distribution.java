package io.tellask.cli.dist;

import io.tellask.cli.startup.ProgramJars;
import io.tellask.cli.terminal.CommandFailure;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * The folder that a user unpacks. Used once, by one thread.
 *
 * <pre>
 * tellask-VERSION-SYSTEM-MACHINE/
 *   bin/tellask           launcher, a shell script
 *   lib/*.jar             the program and its libraries
 *   lib/tellask.aot       AOT cache: classes that commands load, as the runtime wants them in memory
 *   runtime/              Java, linked by jlink, with its licences in legal/
 *   share/                manual pages, completion
 *   LICENSE, NOTICE, THIRD_PARTY.txt, README.md
 * </pre>
 *
 * <p>The AOT cache holds the times of the jars, to the second: every file has the time of the build's sources, and the tarball keeps it.
 */
public final class Distribution {
    /** What the launcher's class path stands for in its source. */
    private static final String CLASS_PATH = "@CLASS_PATH@";

    /** Where in the checkout the sources of launcher and texts are. */
    private static final Path SOURCES = Path.of("cli", "src", "main", "dist");

    private final Path checkout;
    private final Path target;
    private final Path folder;
    private final List<Path> classPath;
    private final Instant time;

    /**
     * @param checkout where the sources are
     * @param target where the tarball is made; deleted first, with all that is in it
     * @param classPath what the program runs with in the checkout
     * @param version of the program
     * @param time of all files
     */
    public Distribution(Path checkout, Path target, List<Path> classPath, String version, Instant time) {
        this.checkout = checkout;
        this.target = target;
        this.classPath = List.copyOf(classPath);
        this.time = time;
        folder = target.resolve("tellask-" + version + "-" + platform());
    }

    /** The name of this system and machine in the name of the tarball. */
    private static String platform() {
        String system = System.getProperty("os.name").toLowerCase(Locale.ROOT).contains("mac") ? "macos" : "linux";
        return system + "-" + System.getProperty("os.arch").replace("amd64", "x86_64");
    }

    /**
     * Makes the folder and packs it.
     *
     * @return the tarball, with a Containerfile beside it and nothing else
     */
    public Path write() throws IOException, InterruptedException {
        fill();
        Folder.setTimes(folder, time);
        cache().write(classList(), folder.resolve("lib").resolve("tellask.aot"));
        Folder.setTimes(folder, time);
        Path tarball = folder.resolveSibling(folder.getFileName() + ".tar.gz");
        Tarball.write(folder, time, tarball);
        Folder.delete(folder);
        Files.copy(checkout.resolve(SOURCES).resolve("Containerfile"), tarball.resolveSibling("Containerfile"));
        return tarball;
    }

    /**
     * Lists the classes of which distributions make their cache, in the sources.
     *
     * @param training what a JVM runs to load them: a main class and its arguments
     * @return the list
     */
    public Path writeClassList(List<String> training) throws IOException, InterruptedException {
        fill();
        cache().writeList(training, classList());
        Folder.delete(folder);
        return classList();
    }

    private void fill() throws IOException, InterruptedException {
        Folder.delete(target);
        Files.createDirectories(folder.resolve("lib"));
        for (Path entry : classPath) {
            ProgramJars.copy(entry, folder.resolve(jarName(entry)));
        }
        copyTexts();
        writeLauncher();
        RuntimeImage.link(folder.resolve("runtime"));
        writePages();
    }

    private AotCache cache() {
        return new AotCache(
                folder, classPath.stream().map(Distribution::jarName).toList());
    }

    private Path classList() {
        return checkout.resolve(SOURCES).resolve("classes.txt");
    }

    /** Where the jar of an entry is; folders of classes are named for the module that they are built in. */
    private static String jarName(Path entry) {
        return "lib/"
                + (Files.isDirectory(entry)
                        ? "tellask-" + entry.getName(entry.getNameCount() - 3) + ".jar"
                        : entry.getFileName().toString());
    }

    private void copyTexts() throws IOException {
        for (String name : List.of("LICENSE", "NOTICE")) {
            Files.copy(checkout.resolve(name), folder.resolve(name));
        }
        for (String name : List.of("README.md", "THIRD_PARTY.txt")) {
            Files.copy(checkout.resolve(SOURCES).resolve(name), folder.resolve(name));
        }
    }

    private void writeLauncher() throws IOException {
        String jars = classPath.stream()
                .map(entry -> "$ROOT/" + jarName(entry))
                .collect(Collectors.joining(File.pathSeparator));
        String script = Files.readString(checkout.resolve(SOURCES).resolve("tellask"));
        CommandFailure.unless(
                script.contains(CLASS_PATH), "the launcher has no place for the class path: " + CLASS_PATH);
        Path launcher = Files.createDirectories(folder.resolve("bin")).resolve("tellask");
        Files.writeString(launcher, script.replace(CLASS_PATH, jars));
        Files.setPosixFilePermissions(launcher, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    /** Manual pages and completion, written by the program itself. */
    private void writePages() throws IOException, InterruptedException {
        Path share = Files.createDirectories(folder.resolve("share"));
        String launcher = folder.resolve("bin").resolve("tellask").toString();
        ChildProcess.run(List.of(launcher, "man", share.resolve("man").toString()), folder);
        Path completion =
                Files.createDirectories(share.resolve("bash-completion").resolve("completions"));
        Files.writeString(completion.resolve("tellask"), ChildProcess.run(List.of(launcher, "completion"), folder));
    }
}
