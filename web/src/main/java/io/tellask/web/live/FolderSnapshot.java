package io.tellask.web.live;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** The files of folders with their lengths and times at one moment. Immutable. */
final class FolderSnapshot {
    /** The most files that are watched; further ones are not: {@value}. */
    static final int MOST_FILES = 20_000;

    private record State(long size, long modifiedMillis) {}

    private final Map<String, State> files;

    private FolderSnapshot(Map<String, State> files) {
        this.files = files;
    }

    /** What is there now; what cannot be read is not. */
    static FolderSnapshot of(List<Path> folders) throws IOException {
        Map<String, State> files = new HashMap<>();
        for (Path folder : folders) {
            Files.walkFileTree(folder, new Reader(folder, files));
        }
        return new FolderSnapshot(files);
    }

    /** Paths within the folders that are not in both as they are, in their order: {@code /app.css}. */
    TreeSet<String> changesTo(FolderSnapshot later) {
        TreeSet<String> changes = new TreeSet<>();
        later.files.forEach((path, state) -> {
            if (!state.equals(files.get(path))) {
                changes.add(path.substring(path.indexOf('/')));
            }
        });
        files.keySet().forEach(path -> {
            if (!later.files.containsKey(path)) {
                changes.add(path.substring(path.indexOf('/')));
            }
        });
        return changes;
    }

    private static final class Reader extends SimpleFileVisitor<Path> {
        private final Path folder;
        private final Map<String, State> files;
        private final String key;

        Reader(Path folder, Map<String, State> files) {
            this.folder = folder;
            this.files = files;
            key = Integer.toHexString(folder.hashCode());
        }

        @Override
        public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
            Path name = directory.getFileName();
            boolean hidden =
                    !directory.equals(folder) && name != null && name.toString().startsWith(".");
            return hidden || files.size() >= MOST_FILES ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (files.size() >= MOST_FILES) {
                return FileVisitResult.TERMINATE;
            }
            Path name = file.getFileName();
            if (name != null && !name.toString().startsWith(".")) {
                String path = key + '/' + folder.relativize(file).toString().replace('\\', '/');
                files.put(
                        path,
                        new State(
                                attributes.size(), attributes.lastModifiedTime().toMillis()));
            }
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException unreadable) {
            return FileVisitResult.CONTINUE; // deleted meanwhile, or not ours to read: then it is not served either
        }

        @Override
        public FileVisitResult postVisitDirectory(Path directory, IOException unreadable) {
            return FileVisitResult.CONTINUE;
        }
    }
}
