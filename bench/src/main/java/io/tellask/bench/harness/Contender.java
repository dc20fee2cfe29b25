package io.tellask.bench.harness;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One library or hand-written program in one configuration: a row of a suite's file. Immutable.
 *
 * @param name the name in reports: ours begin with {@code tellask}, hand-written limits with {@code limit-}
 * @param home whose class path its processes have: {@code own}, or a module of {@code bench-peers}
 * @param mains what its processes run: main classes, or the class that opens what is measured
 * @param flags JVM flags of its processes
 * @param cases the cases, or groups of cases, that it takes part in
 * @param references what it needed when it was measured with care and time, in CPU nanoseconds per operation, by case
 */
public record Contender(
        String name,
        String home,
        List<String> mains,
        List<String> flags,
        List<String> cases,
        Map<String, Double> references) {
    /** The home of what has the class path of the bench itself. */
    public static final String OWN = "own";

    /** Whether it takes part in any of these cases or groups. */
    public boolean takesPartIn(List<String> names) {
        return !Collections.disjoint(cases, names);
    }

    /** Starts a process of it with more flags than its own. */
    public ChildProcess start(List<String> moreFlags, String... mainAndArguments) throws IOException {
        List<String> all = Stream.concat(moreFlags.stream(), flags.stream()).toList();
        return ChildProcess.start(name, classPath(), all, List.of(mainAndArguments));
    }

    /** Starts a process that has the class path of this one, too, behind its own. */
    public ChildProcess startBesideOwn(String... mainAndArguments) throws IOException {
        String all = home.equals(OWN) ? ownClassPath() : classPath() + File.pathSeparator + ownClassPath();
        return ChildProcess.start(name, all, flags, List.of(mainAndArguments));
    }

    /**
     * The class path of its processes: that of this one, its module path included; or the classes of its module, what this module
     * holds, and the module's libraries, as the build leaves them in {@code target/classes} and {@code target/classpath}.
     *
     * @throws UnavailableException if there is no checkout or the module is not built
     */
    public String classPath() throws IOException {
        return home.equals(OWN) ? ownClassPath() : classPathOf("bench-peers/" + home);
    }

    static String ownClassPath() {
        return Stream.of("java.class.path", "jdk.module.path")
                .map(property -> System.getProperty(property, ""))
                .filter(value -> !value.isEmpty())
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static String classPathOf(String module) throws IOException {
        Path own = ownLocation();
        Path target = Stream.of(
                        own, Path.of(System.getProperty("tellask.home", "")).toAbsolutePath())
                .flatMap(start -> Stream.iterate(start, folder -> folder != null, Path::getParent))
                .map(folder -> folder.resolve(module))
                .filter(folder -> Files.exists(folder.resolve("pom.xml")))
                .findFirst()
                .orElseThrow(() -> new UnavailableException(
                        "peer not found: module=" + module + "; run the bench from a checkout of the repository"))
                .resolve("target");
        Path libraries = target.resolve("classpath");
        if (!Files.exists(libraries)) {
            throw new UnavailableException("peer not built: module=" + module
                    + "; run it by ./tellask bench, which builds it or says why it cannot");
        }
        String all = Files.readString(libraries).strip();
        return String.join(File.pathSeparator, target.resolve("classes").toString(), own.toString(), all);
    }

    private static Path ownLocation() {
        try {
            var source = Contender.class.getProtectionDomain().getCodeSource();
            return Path.of(source.getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
