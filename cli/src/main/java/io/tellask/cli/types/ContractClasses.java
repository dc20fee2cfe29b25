package io.tellask.cli.types;

import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Finds contracts by name on a class path, without initialising any class. Not thread-safe. */
final class ContractClasses implements Closeable {
    private static final String CLASS = ".class";

    private final List<Path> entries;
    private final URLClassLoader loader;

    private ContractClasses(List<Path> entries, URLClassLoader loader) {
        this.entries = entries;
        this.loader = loader;
    }

    /** Of a class path as the command line has it; null for that of this program alone. */
    static ContractClasses open(@Nullable String classPath) throws IOException {
        List<Path> entries = new ArrayList<>();
        for (String entry : classPath == null ? new String[0] : classPath.split(File.pathSeparator)) {
            if (!entry.isEmpty()) {
                Path path = Path.of(entry);
                if (!Files.exists(path)) {
                    throw TypesCommand.failure("no such file: --classpath=" + entry + "; build what it names first");
                }
                entries.add(path);
            }
        }
        URL[] urls = new URL[entries.size()];
        for (int i = 0; i < urls.length; i++) {
            urls[i] = entries.get(i).toUri().toURL();
        }
        return new ContractClasses(
                List.copyOf(entries), new URLClassLoader(urls, ContractClasses.class.getClassLoader()));
    }

    /** The classes that names and patterns mean, each once, in the order of the names. */
    List<Class<?>> find(List<String> names) throws IOException {
        Set<Class<?>> found = new LinkedHashSet<>();
        for (String name : names) {
            if (name.indexOf('*') < 0) {
                found.add(named(name));
            } else {
                found.addAll(matching(name));
            }
        }
        return List.copyOf(found);
    }

    /** By its binary name, or with dots where that has dollars. */
    private Class<?> named(String name) {
        String tried = name;
        while (true) {
            Class<?> found = load(tried);
            int dot = tried.lastIndexOf('.');
            if (found != null) {
                return found;
            }
            if (dot < 0) {
                throw TypesCommand.failure(
                        "no such class: contract=" + name + "; give its full name, and what holds it as --classpath");
            }
            tried = tried.substring(0, dot) + '$' + tried.substring(dot + 1);
        }
    }

    private @Nullable Class<?> load(String name) {
        try {
            return Class.forName(name, false, loader);
        } catch (ClassNotFoundException | NoClassDefFoundError notThere) { // the latter: in another case
            return null;
        } catch (LinkageError broken) {
            throw TypesCommand.failure("class=" + name + " cannot be loaded: " + broken + "; build it anew");
        }
    }

    private List<Class<?>> matching(String pattern) throws IOException {
        Pattern names = Pattern.compile(Arrays.stream(pattern.splitWithDelimiters("\\*+", 0))
                .map(part -> part.startsWith("*") ? (part.length() > 1 ? ".*" : "[^.]*") : Pattern.quote(part))
                .collect(Collectors.joining()));
        List<Class<?>> found = new ArrayList<>();
        for (String name : classNames()) {
            if (names.matcher(name).matches()) {
                Class<?> type = load(name);
                if (type != null && isContract(type)) {
                    found.add(type);
                }
            }
        }
        if (found.isEmpty()) {
            throw TypesCommand.failure("no public interface with methods: contract=" + pattern
                    + "; check the name, and what --classpath holds");
        }
        return found;
    }

    private static boolean isContract(Class<?> type) {
        return type.isInterface()
                && !type.isAnnotation()
                && !type.isSealed()
                && Modifier.isPublic(type.getModifiers())
                && Arrays.stream(type.getMethods()).anyMatch(method -> Modifier.isAbstract(method.getModifiers()));
    }

    private Set<String> classNames() throws IOException {
        Set<String> names = new TreeSet<>();
        for (Path entry : entries) {
            if (Files.isDirectory(entry)) {
                try (Stream<Path> files = Files.walk(entry)) {
                    files.map(file -> entry.relativize(file).toString().replace(File.separatorChar, '/'))
                            .forEach(file -> add(names, file));
                }
            } else {
                try (JarFile jar = new JarFile(entry.toFile())) {
                    jar.stream().forEach(file -> add(names, file.getName()));
                }
            }
        }
        return names;
    }

    private static void add(Set<String> names, String file) {
        if (file.endsWith(CLASS) && !file.startsWith("META-INF/") && !file.endsWith("-info.class")) {
            names.add(file.substring(0, file.length() - CLASS.length()).replace('/', '.'));
        }
    }

    @Override
    public void close() throws IOException {
        loader.close();
    }
}
