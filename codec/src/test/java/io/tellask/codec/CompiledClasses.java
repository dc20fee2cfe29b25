package io.tellask.codec;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;

/** A child class loader over classes compiled from source text: other versions of a class, contracts of a plug-in. */
public final class CompiledClasses extends ClassLoader {
    private final Map<String, byte[]> compiled = new HashMap<>();

    private CompiledClasses() {
        super(CompiledClasses.class.getClassLoader());
    }

    /** Compiles sources, each named by the public class that it declares. */
    public static CompiledClasses of(Map<String, String> sources) {
        CompiledClasses classes = new CompiledClasses();
        try {
            Path directory = Files.createTempDirectory("compiled");
            try {
                classes.compile(directory, sources);
            } finally {
                try (Stream<Path> files = Files.walk(directory)) {
                    files.sorted(Comparator.reverseOrder())
                            .forEach(file -> file.toFile().delete());
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return classes;
    }

    public static CompiledClasses of(String name, String text) {
        return of(Map.of(name, text));
    }

    private void compile(Path directory, Map<String, String> sources) throws IOException {
        List<String> arguments = new ArrayList<>(
                List.of("-proc:none", "-d", directory.resolve("classes").toString()));
        for (var source : sources.entrySet()) {
            Path file = directory.resolve(source.getKey().replace('.', '/') + ".java");
            Files.createDirectories(file.getParent());
            arguments.add(Files.writeString(file, source.getValue()).toString());
        }
        int status = ToolProvider.findFirst("javac")
                .orElseThrow()
                .run(System.out, System.err, arguments.toArray(String[]::new));
        if (status != 0) {
            throw new IllegalArgumentException("sources do not compile: " + sources.keySet());
        }
        Path classes = directory.resolve("classes");
        try (Stream<Path> files = Files.walk(classes)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String name =
                        classes.relativize(file).toString().replace('/', '.').replace(".class", "");
                compiled.put(name, Files.readAllBytes(file));
            }
        }
    }

    public Class<?> type(String name) {
        try {
            return loadClass(name);
        } catch (ClassNotFoundException e) {
            throw new AssertionError(e);
        }
    }

    public byte[] bytes(String name) {
        return compiled.get(name);
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        byte[] bytes = compiled.get(name);
        if (bytes == null) {
            throw new ClassNotFoundException(name);
        }
        return defineClass(name, bytes, 0, bytes.length);
    }
}
