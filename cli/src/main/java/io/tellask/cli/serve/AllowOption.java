package io.tellask.cli.serve;

import io.tellask.codec.Codec;
import io.tellask.codec.CodecBuilder;
import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Which classes of the user's clients may send, and where they are. */
final class AllowOption {
    private static final String ALL_JARS = "*";

    @Option(
            names = "--allow",
            paramLabel = "CLASS",
            description = "A class that clients may send or receive, such as a spore; may be repeated.")
    private List<String> allowed = List.of();

    @Option(
            names = "--class-path",
            paramLabel = "PATH",
            description =
                    "Where the classes of --allow and those that they use are, beside Tellask's own: jars and folders of"
                            + " classes, separated as in java -cp; DIR/* stands for all jars of a folder.")
    private @Nullable String classPath;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    Codec codec() throws IOException {
        CodecBuilder builder = Codec.builder();
        ClassLoader loader = loader();
        for (String name : allowed) {
            try {
                builder.allow(Class.forName(name, false, loader));
            } catch (ClassNotFoundException missing) {
                throw new ParameterException(
                        spec.commandLine(),
                        "no such class on the class path: name=" + name + "; say where it is with --class-path",
                        missing);
            }
        }
        return builder.build();
    }

    private ClassLoader loader() throws IOException {
        ClassLoader own = AllowOption.class.getClassLoader();
        if (classPath == null) {
            return own;
        }
        List<URL> urls = new ArrayList<>();
        for (String entry : classPath.split(File.pathSeparator, -1)) {
            addTo(urls, entry);
        }
        return new URLClassLoader(urls.toArray(URL[]::new), own);
    }

    private void addTo(List<URL> urls, String entry) throws IOException {
        boolean all = entry.equals(ALL_JARS) || entry.endsWith(File.separator + ALL_JARS);
        Path path = Path.of(all ? entry.substring(0, entry.length() - 1) : entry);
        if (entry.isEmpty() || !(all ? Files.isDirectory(path) : Files.exists(path))) {
            throw new ParameterException(
                    spec.commandLine(), "--class-path: there is no such file or folder: entry=" + entry);
        }
        if (!all) {
            urls.add(path.toUri().toURL());
            return;
        }
        try (Stream<Path> files = Files.list(path)) {
            for (Path jar : files.filter(file -> file.toString().endsWith(".jar"))
                    .sorted()
                    .toList()) {
                urls.add(jar.toUri().toURL());
            }
        }
    }
}
