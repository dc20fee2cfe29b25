package io.tellask.web;

import io.tellask.web.resources.ClassPathRoot;
import io.tellask.web.resources.FolderRoot;
import io.tellask.web.resources.GivenFiles;
import io.tellask.web.resources.ImportMap;
import io.tellask.web.resources.PathRules;
import io.tellask.web.resources.Root;
import io.tellask.web.resources.SearchPath;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * Where a site finds its files: folders and jars in an order, searched like a class path. The first that has a file counts, so that a folder put
 * first replaces files of jars. Immutable and thread-safe.
 *
 * <p>Names that begin with a dot, class files, the inside of jars ({@code META-INF}), devices, and links that lead out of their folder are not
 * served, whoever asks.
 */
public final class ResourcePath {
    /** The most folders and jars of a path: {@value}. */
    public static final int MOST_ROOTS = 256;

    /** Where jars keep what they offer to pages. */
    static final String JAR_FOLDER = "META-INF/resources";

    private final SearchPath path;

    private ResourcePath(SearchPath path) {
        this.path = path;
    }

    /** One that gets its folders and jars now. */
    public static Builder builder() {
        return new Builder();
    }

    /** What is searched, for those who serve and bundle it. */
    SearchPath searched() {
        return path;
    }

    @Override
    public String toString() {
        return "resource path " + path.names();
    }

    /** Puts a resource path together; not thread-safe. */
    public static final class Builder {
        private final List<Root> roots = new ArrayList<>();
        private final TreeMap<String, String> modules = new TreeMap<>();

        private Builder() {}

        /**
         * Goes on with the files below a folder.
         *
         * @throws IllegalArgumentException if it is no folder, or there are more than {@link #MOST_ROOTS}
         */
        public Builder folder(Path folder) {
            Objects.requireNonNull(folder, "folder");
            roots.add(new FolderRoot(next(), folder));
            return this;
        }

        /**
         * Goes on with what the jars of the class path offer to pages, below {@code META-INF/resources}: npm packages of {@code org.mvnpm} as
         * {@code /_static/NAME/VERSION/…}, those of {@code org.webjars} as {@code /webjars/NAME/VERSION/…}, and jars of one's own.
         */
        public Builder classPath() {
            return classPath(JAR_FOLDER);
        }

        /**
         * Goes on with the files below a folder of the class path, of the loader of the thread that calls this.
         *
         * @param folder such as {@code pages}, where the class path has {@code pages/index.html}; on the module path the module has to open it
         * @throws IllegalArgumentException if it is empty, or has a name that is none of a folder
         */
        public Builder classPath(String folder) {
            Objects.requireNonNull(folder, "folder");
            ClassLoader context = Thread.currentThread().getContextClassLoader();
            return classPath(folder, context != null ? context : ClassLoader.getSystemClassLoader());
        }

        /** The same of that loader's class path. */
        public Builder classPath(String folder, ClassLoader loader) {
            Objects.requireNonNull(folder, "folder");
            Objects.requireNonNull(loader, "loader");
            for (String name : folder.split("/", -1)) {
                if (name.isBlank() || name.startsWith(".") || name.indexOf('\\') >= 0) {
                    throw new IllegalArgumentException("resources: folder of " + folder.length()
                            + " characters is none of the class path; write one such as pages or web/pages");
                }
            }
            roots.add(new ClassPathRoot(next(), loader, folder));
            return this;
        }

        /**
         * Goes on with what a jar offers to pages that is not on the class path. It is held open, and must not change.
         *
         * @throws IllegalArgumentException if it is no file
         */
        public Builder jar(Path jar) {
            Objects.requireNonNull(jar, "jar");
            if (!Files.isRegularFile(jar)) {
                throw new IllegalArgumentException("resources: jar=" + jar + " is no file; name another");
            }
            try {
                URL[] only = {jar.toAbsolutePath().toUri().toURL()};
                return classPath(JAR_FOLDER, new URLClassLoader(only, null));
            } catch (MalformedURLException unusable) {
                throw new IllegalArgumentException("resources: jar=" + jar + " has no address", unusable);
            }
        }

        /**
         * Goes on with a file that the application has made: {@code file("/contracts.js", ContractModules.of(Shop.class).javascript())}.
         *
         * @param path such as {@code /contracts.js}
         * @param text of it, in UTF-8
         * @throws IllegalArgumentException if the path is none of a file
         */
        public Builder file(String path, String text) {
            Objects.requireNonNull(path, "path");
            Objects.requireNonNull(text, "text");
            if (!PathRules.isSafe(path)) {
                throw new IllegalArgumentException("resources: file of " + path.length()
                        + " characters is no path; write one such as /contracts.js");
            }
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            roots.add(new GivenFiles(next(), Map.of(path, bytes), System.currentTimeMillis()));
            return this;
        }

        /**
         * Lets scripts import a file by a name: {@code module("charts", "/lib/charts.js")}. Wins over what packages say.
         *
         * @param name or the beginning of names, with a slash at its end
         * @param file path or address; ends with a slash where the name does
         */
        public Builder module(String name, String file) {
            Objects.requireNonNull(name, "name");
            Objects.requireNonNull(file, "file");
            if (name.isEmpty() || file.isEmpty() || name.endsWith("/") && !file.endsWith("/")) {
                throw new IllegalArgumentException("resources: module of name " + name.length() + " and file "
                        + file.length() + " characters; neither may be empty, and both end with a slash or none does");
            }
            modules.put(name, file);
            return this;
        }

        private int next() {
            if (roots.size() == MOST_ROOTS) {
                throw new IllegalArgumentException(
                        "resources: roots > MOST_ROOTS=" + MOST_ROOTS + "; name fewer folders and jars");
            }
            return roots.size() + 1;
        }

        public ResourcePath build() {
            return new ResourcePath(new SearchPath(roots, new ImportMap(modules)));
        }
    }
}
