package io.tellask.cli.crash;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/** Puts something else in the place of one file of a store, which need not be there: each kind what a disk may hold under a name. Stateless. */
enum ReplacedFiles {
    FOLDER(false) {
        @Override
        void make(Path name) throws IOException {
            Files.createDirectory(name);
        }
    },
    PIPE(false) {
        @Override
        void make(Path name) throws IOException {
            Process made = new ProcessBuilder("mkfifo", name.toString()).start();
            if (made.onExit().join().exitValue() != 0) {
                throw new CrashTestException("damage-test: mkfifo failed: name=" + name);
            }
        }
    },
    DEVICE(false) {
        @Override
        void make(Path name) throws IOException {
            Files.createSymbolicLink(name, Path.of("/dev/zero"));
        }
    },
    LINK_TO_NOTHING(false) {
        @Override
        void make(Path name) throws IOException {
            Files.createSymbolicLink(name, Path.of("nothing"));
        }
    },
    LINK_TO_ITSELF(false) {
        @Override
        void make(Path name) throws IOException {
            Files.createSymbolicLink(name, name.getFileName());
        }
    },
    EMPTY(true) {
        @Override
        void make(Path name) throws IOException {
            Files.createFile(name);
        }
    },
    ONE_BYTE(true) {
        @Override
        void make(Path name) throws IOException {
            Files.write(name, new byte[1]);
        }
    },
    HUGE(true) {
        @Override
        void make(Path name) throws IOException {
            try (RandomAccessFile file = new RandomAccessFile(name.toFile(), "rw")) {
                file.setLength(HUGE_BYTES);
            }
        }
    };

    private static final long HUGE_BYTES = 1L << 40;

    /** Whether it is a file nevertheless. */
    final boolean file;

    ReplacedFiles(boolean file) {
        this.file = file;
    }

    abstract void make(Path name) throws IOException;

    /** Takes the file away, if it is there, and puts something else in its place. */
    void replace(Path file) throws IOException {
        Files.deleteIfExists(file);
        make(file);
    }

    /** Copies what any kind has made; a pipe would be opened by copying it. */
    static void copy(Path source, Path target) throws IOException {
        if (isHuge(source)) {
            HUGE.make(target);
        } else if (Files.readAttributes(source, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                .isOther()) {
            PIPE.make(target);
        } else {
            Files.copy(source, target, LinkOption.NOFOLLOW_LINKS);
        }
    }

    /** Whether it is nothing but a file whose bytes can be read. */
    static boolean isReadable(Path name) throws IOException {
        return Files.isRegularFile(name, LinkOption.NOFOLLOW_LINKS) && !isHuge(name);
    }

    private static boolean isHuge(Path name) throws IOException {
        return Files.isRegularFile(name, LinkOption.NOFOLLOW_LINKS) && Files.size(name) >= HUGE_BYTES;
    }
}
