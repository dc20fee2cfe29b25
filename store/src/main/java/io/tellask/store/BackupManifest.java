package io.tellask.store;

import io.tellask.store.file.CheckedFile;
import io.tellask.store.file.StoreFiles;
import io.tellask.store.segment.RecordAddress;
import io.tellask.store.segment.SegmentLayout;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * What a backup consists of: the file {@code BACKUP}, written last, so that a backup without it was cut short. {@code docs/STORE_FORMAT.md} has
 * the layout.
 */
record BackupManifest(UUID store, long sequence, long timeMillis, List<Entry> entries) {
    static final String FILE = "BACKUP";

    private static final long MAGIC = SegmentLayout.ascii("TLSKBKUP");
    private static final long VERSION = 0;
    private static final int MAX_NAME = 64;
    private static final Pattern NAME = Pattern.compile("STORE|KEYS|segment-[0-9]{8}\\.log");

    /**
     * A file.
     *
     * @param crc CRC32C of all of it
     * @param mark checksums of a sealed segment's header and footer, by which it is known again; 0 for other files
     */
    record Entry(String name, long length, long crc, long mark) {}

    /** Keeps a backup from being changed by what is meant for a store. */
    static void refuseIn(Path directory) {
        if (Files.exists(directory.resolve(FILE))) {
            throw new StoreIoException("store: directory=" + directory
                    + " is a backup, which must not change; make a store of it with 'tellask store restore'");
        }
    }

    BackupManifest {
        entries = List.copyOf(entries);
    }

    /** Size of all files together. */
    long bytes() {
        return entries.stream().mapToLong(Entry::length).sum();
    }

    void write(Path directory, StoreFiles files) throws IOException {
        Path fresh = directory.resolve(FILE + StoreFiles.FRESH);
        try (CheckedFile out = CheckedFile.create(fresh)) {
            out.writeLong(MAGIC);
            out.writeLong(VERSION);
            out.writeLong(store.getMostSignificantBits());
            out.writeLong(store.getLeastSignificantBits());
            out.writeLong(sequence);
            out.writeLong(timeMillis);
            out.writeLong(entries.size());
            for (Entry entry : entries) {
                byte[] name = entry.name.getBytes(StandardCharsets.US_ASCII);
                out.writeLong(name.length);
                out.write(MemorySegment.ofArray(name));
                out.writeLong(entry.length);
                out.writeLong(entry.crc);
                out.writeLong(entry.mark);
            }
            out.finish();
        }
        files.move(fresh, directory.resolve(FILE));
        files.forceDirectory(directory);
    }

    /** Reads and verifies it; throws {@link StoreDamagedException} where there is none or it is not whole. */
    static BackupManifest read(Path directory) {
        Path file = directory.resolve(FILE);
        if (!Files.exists(file)) {
            throw damaged(file, "file is missing", "the backup was cut short or is none; use another one");
        }
        try (CheckedFile in = CheckedFile.open(file)) {
            in.expect(MAGIC);
            in.expect(VERSION);
            UUID store = new UUID(in.readLong(), in.readLong());
            long sequence = in.readLong();
            long timeMillis = in.readLong();
            List<Entry> entries = new ArrayList<>();
            for (long left = in.readCount(RecordAddress.MAX_SEGMENTS + 2); left > 0; left--) {
                entries.add(readEntry(in));
            }
            in.verify();
            return new BackupManifest(store, sequence, timeMillis, entries);
        } catch (IOException e) {
            throw damaged(file, String.valueOf(e.getMessage()), "use another backup");
        }
    }

    private static Entry readEntry(CheckedFile in) throws IOException {
        String name = new String(in.readBytes((int) in.readCount(MAX_NAME)), StandardCharsets.US_ASCII);
        if (!NAME.matcher(name).matches()) {
            throw new IOException("name of a file is none of a store's");
        }
        return new Entry(name, in.readCount(Long.MAX_VALUE), in.readLong(), in.readLong());
    }

    static StoreDamagedException damaged(Path file, String reason, String remedy) {
        return new StoreDamagedException(file.toString(), -1, 0, reason, remedy);
    }
}
