package io.tellask.cli.crash;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.SplittableRandom;

/** Damages one file of a store, each kind in its own way, at a place that chance draws; a gap is what a sealed segment leaves unused. Stateless. */
enum DamagedFiles {
    BIT {
        @Override
        void damage(Path file, Path older, SplittableRandom random) throws IOException {
            flip(file, random.nextLong(Math.max(1, Files.size(file))), random);
        }
    },
    HEADER_BIT {
        @Override
        void damage(Path file, Path older, SplittableRandom random) throws IOException {
            flip(file, random.nextLong(Math.clamp(Files.size(file), 1, ENDS)), random);
        }
    },
    FOOTER_BIT {
        @Override
        void damage(Path file, Path older, SplittableRandom random) throws IOException {
            long ends = Math.clamp(Files.size(file), 1, ENDS);
            flip(file, Math.max(0, Files.size(file) - ends) + random.nextLong(ends), random);
        }
    },
    GAP_BIT {
        @Override
        void damage(Path file, Path older, SplittableRandom random) throws IOException {
            ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
            int footer = Math.max(0, bytes.limit() - ENDS);
            boolean sealed = footer > 0 && new String(bytes.array(), footer, 8, US_ASCII).equals("TLSKSEAL");
            long end = sealed ? Math.clamp(bytes.getLong(footer + 16), 0, footer) : 0;
            flip(file, end + random.nextLong(Math.max(1, (sealed ? footer : bytes.limit()) - end)), random);
        }
    },
    FIRST_PAGE {
        @Override
        void damage(Path file, Path older, SplittableRandom random) throws IOException {
            zero(file, 0);
        }
    },
    MIDDLE_PAGE {
        @Override
        void damage(Path file, Path older, SplittableRandom random) throws IOException {
            zero(file, Files.size(file) / 2 / PAGE * PAGE);
        }
    },
    LAST_PAGE {
        @Override
        void damage(Path file, Path older, SplittableRandom random) throws IOException {
            zero(file, Math.max(0, (Files.size(file) - 1) / PAGE * PAGE));
        }
    },
    TRUNCATED {
        @Override
        void damage(Path file, Path older, SplittableRandom random) throws IOException {
            try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "rw")) {
                open.setLength(random.nextLong(Math.max(1, open.length())));
            }
        }
    },
    REMOVED {
        @Override
        void damage(Path file, Path older, SplittableRandom random) throws IOException {
            Files.delete(file);
        }
    },
    SWAPPED {
        @Override
        void damage(Path file, Path older, SplittableRandom random) throws IOException {
            List<Path> others = Folders.files(file.resolveSibling("."), "[A-Zs]*[A-Z0-9g]");
            Path other = others.get(random.nextInt(others.size()));
            byte[] bytes = Files.readAllBytes(other);
            Files.copy(file, other, StandardCopyOption.REPLACE_EXISTING);
            Files.write(file, bytes);
        }
    },
    OLDER {
        @Override
        void damage(Path file, Path older, SplittableRandom random) throws IOException {
            Path before = older.resolve(file.getFileName());
            if (Files.exists(before)) {
                Files.copy(before, file, StandardCopyOption.REPLACE_EXISTING);
            }
        }
    },
    APPENDED {
        @Override
        void damage(Path file, Path older, SplittableRandom random) throws IOException {
            byte[] junk = new byte[1 + random.nextInt(200)];
            random.nextBytes(junk);
            try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "rw")) {
                open.seek(open.length());
                open.write(junk);
            }
        }
    };

    private static final int PAGE = 4096;
    private static final int ENDS = 64;

    /** Damages a file; {@code older} is a folder with the store as it was some time before. */
    abstract void damage(Path file, Path older, SplittableRandom random) throws IOException;

    private static void flip(Path file, long at, SplittableRandom random) throws IOException {
        try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "rw")) {
            open.seek(at);
            int old = Math.max(0, open.read());
            open.seek(at);
            open.write(old ^ 1 << random.nextInt(8));
        }
    }

    private static void zero(Path file, long at) throws IOException {
        try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "rw")) {
            open.seek(at);
            open.write(new byte[(int) Math.min(PAGE, open.length() - at)]);
        }
    }
}
