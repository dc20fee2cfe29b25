package io.tellask.cli.dist;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tellask.cli.terminal.CommandFailure;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;

/**
 * Writes a folder as a compressed tar archive in the format of POSIX (ustar). The same content gives the same bytes: entries are sorted by
 * name, belong to user 0, have one given time and one of two modes. Used once, by one thread.
 *
 * <pre>
 * offset  0        100    108   116   124    136     148        156    157        257        263       265     297     329..345  345      500
 *        +--------+------+-----+-----+------+-------+----------+------+----------+----------+---------+-------+-------+---------+--------+----+
 *        | name   | mode | uid | gid | size | mtime | checksum | kind | link     | "ustar"0 | "00"    | owner | group | zeros   | prefix | 0  |
 *        +--------+------+-----+-----+------+-------+----------+------+----------+----------+---------+-------+-------+---------+--------+----+
 * </pre>
 *
 * Numbers are octal text; a longer name is split at a slash into prefix and name. The header of 512 bytes is followed by the file, filled up
 * with zeros to a multiple of 512; two blocks of zeros end the archive.
 */
final class Tarball {
    private static final int BLOCK = 512;
    private static final int NAME_BYTES = 100;
    private static final int LINK_OFFSET = 157;
    private static final int PREFIX_OFFSET = 345;
    private static final int PREFIX_BYTES = 155;
    private static final int CHECKSUM_OFFSET = 148;
    private static final int CHECKSUM_BYTES = 8;

    private final OutputStream out;
    private final Instant time;

    private Tarball(OutputStream out, Instant time) {
        this.out = out;
        this.time = time;
    }

    /** Writes a folder under its own name, with all that is in it, into a new file. */
    static void write(Path folder, Instant time, Path file) throws IOException {
        String name = folder.getFileName().toString();
        List<Path> entries;
        try (Stream<Path> all = Files.walk(folder)) {
            entries = all.sorted().toList();
        }
        try (OutputStream out = new BestGzip(Files.newOutputStream(file))) {
            Tarball tarball = new Tarball(out, time);
            for (Path entry : entries) {
                tarball.add(entry, entry.equals(folder) ? name : name + "/" + folder.relativize(entry));
            }
            out.write(new byte[2 * BLOCK]);
        }
    }

    private void add(Path entry, String name) throws IOException {
        if (Files.isSymbolicLink(entry)) {
            out.write(header(name, 0_777, 0, '2', Files.readSymbolicLink(entry).toString()));
        } else if (Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)) {
            out.write(header(name + "/", 0_755, 0, '5', ""));
        } else {
            long size = Files.size(entry);
            out.write(header(name, isProgram(entry) ? 0_755 : 0_644, size, '0', ""));
            Files.copy(entry, out);
            out.write(new byte[(int) (-size & (BLOCK - 1))]);
        }
    }

    private static boolean isProgram(Path file) throws IOException {
        return Files.getPosixFilePermissions(file).contains(PosixFilePermission.OWNER_EXECUTE);
    }

    private byte[] header(String name, int mode, long size, char kind, String link) {
        byte[] block = new byte[BLOCK];
        int split = name.getBytes(UTF_8).length <= NAME_BYTES ? -1 : split(name);
        text(block, 0, NAME_BYTES, name.substring(split + 1));
        text(block, PREFIX_OFFSET, PREFIX_BYTES, name.substring(0, Math.max(split, 0)));
        text(block, LINK_OFFSET, NAME_BYTES, link);
        octal(block, 100, 8, mode);
        octal(block, 108, 8, 0);
        octal(block, 116, 8, 0);
        octal(block, 124, 12, size);
        octal(block, 136, 12, time.getEpochSecond());
        block[156] = (byte) kind;
        text(block, 257, 8, "ustar\00000");
        text(block, 265, 32, "root");
        text(block, 297, 32, "root");
        octal(block, 329, 8, 0);
        octal(block, 337, 8, 0);
        checksum(block);
        return block;
    }

    /** The last slash that leaves a name short enough behind it. */
    private static int split(String name) {
        int slash = name.indexOf('/', Math.max(0, name.length() - NAME_BYTES - 1));
        if (slash < 0 || slash == name.length() - 1) {
            throw new CommandFailure("name too long for a tar archive: name=" + name);
        }
        return slash;
    }

    private static void text(byte[] block, int offset, int length, String text) {
        byte[] bytes = text.getBytes(UTF_8);
        if (bytes.length > length) {
            throw new CommandFailure(
                    "name too long for a tar archive: bytes=" + bytes.length + ", limit=" + length + ", name=" + text);
        }
        System.arraycopy(bytes, 0, block, offset, bytes.length);
    }

    private static void octal(byte[] block, int offset, int length, long number) {
        text(block, offset, length - 1, String.format(Locale.ROOT, "%0" + (length - 1) + "o", number));
    }

    /** The sum of the header's bytes, those of the sum itself counted as spaces; it ends in a zero and a space. */
    private static void checksum(byte[] block) {
        Arrays.fill(block, CHECKSUM_OFFSET, CHECKSUM_OFFSET + CHECKSUM_BYTES, (byte) ' ');
        int sum = 0;
        for (byte each : block) {
            sum += each & 0xFF;
        }
        octal(block, CHECKSUM_OFFSET, CHECKSUM_BYTES - 1, sum);
    }

    /** Compresses as well as the JDK can; its header holds neither a name nor a time. */
    private static final class BestGzip extends GZIPOutputStream {
        BestGzip(OutputStream out) throws IOException {
            super(out, 1 << 16);
            def.setLevel(Deflater.BEST_COMPRESSION);
        }
    }
}
