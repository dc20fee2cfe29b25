package io.tellask.store.offline;

import io.tellask.store.Damage;
import io.tellask.store.StoreDamagedException;
import io.tellask.store.StoreIoException;
import io.tellask.store.file.CheckedFile;
import io.tellask.store.file.StoreFiles;
import io.tellask.store.layout.SegmentLayout;
import io.tellask.store.segment.RecordAddress;
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
public record BackupManifest(UUID store, long sequence, long timeMillis, List<Entry> entries, List<Damage> damages) {
    public static final String FILE = "BACKUP";

    private static final long MAGIC = SegmentLayout.ascii("TLSKBKUP");
    private static final long VERSION = 0;

    /** Of a backup of a damaged store. */
    private static final long DAMAGED_VERSION = 1;

    /** No more than so many damages are listed. */
    public static final int MAX_DAMAGES = 1000;

    private static final int MAX_TEXT = 2000;
    private static final int MAX_NAME = 64;
    private static final Pattern NAME = Pattern.compile("STORE|KEYS|END|WRITTEN|CHECKPOINT|segment-[0-9]{8}\\.log");

    /**
     * A file.
     *
     * @param crc CRC32C of all of it
     * @param mark checksums of a sealed segment's header and footer, by which it is known again; 0 for other files
     */
    public record Entry(String name, long length, long crc, long mark) {}

    /** Keeps a backup from being changed by what is meant for a store. */
    public static void refuseIn(Path directory) {
        if (Files.exists(directory.resolve(FILE))) {
            throw new StoreIoException("store: directory=" + directory
                    + " is a backup, which must not change; make a store of it with 'tellask store restore'");
        }
    }

    public BackupManifest {
        entries = List.copyOf(entries);
        damages = List.copyOf(damages);
    }

    /** Whether a file of this name belongs to a backup. */
    public static boolean isFile(String name) {
        return NAME.matcher(name).matches();
    }

    /** Size of all files together. */
    public long bytes() {
        return entries.stream().mapToLong(Entry::length).sum();
    }

    void write(Path directory, StoreFiles files) throws IOException {
        Path fresh = directory.resolve(FILE + StoreFiles.FRESH);
        try (CheckedFile out = CheckedFile.create(fresh)) {
            out.writeLong(MAGIC);
            out.writeLong(damages.isEmpty() ? VERSION : DAMAGED_VERSION);
            out.writeLong(store.getMostSignificantBits());
            out.writeLong(store.getLeastSignificantBits());
            out.writeLong(sequence);
            out.writeLong(timeMillis);
            out.writeLong(entries.size());
            for (Entry entry : entries) {
                writeText(out, entry.name);
                out.writeLong(entry.length);
                out.writeLong(entry.crc);
                out.writeLong(entry.mark);
            }
            if (!damages.isEmpty()) {
                writeDamages(out);
            }
            out.finish();
        }
        files.move(fresh, directory.resolve(FILE));
        files.forceDirectory(directory);
    }

    private void writeDamages(CheckedFile out) throws IOException {
        out.writeLong(damages.size());
        for (Damage damage : damages) {
            writeText(out, damage.file());
            out.writeLong(damage.segment());
            out.writeLong(damage.offset());
            out.writeLong(damage.bytes());
            out.writeLong(damage.records());
            out.writeLong(damage.firstSequence());
            out.writeLong(damage.lastSequence());
            writeText(out, damage.reason());
        }
    }

    private static void writeText(CheckedFile out, String text) throws IOException {
        byte[] bytes = text.substring(0, Math.min(text.length(), MAX_TEXT)).getBytes(StandardCharsets.US_ASCII);
        out.writeLong(bytes.length);
        out.write(MemorySegment.ofArray(bytes));
    }

    /** Reads and verifies it; throws {@link StoreDamagedException} where there is none or it is not whole. */
    public static BackupManifest read(Path directory) {
        Path file = directory.resolve(FILE);
        if (!Files.exists(file)) {
            throw damaged(file, "file is missing", "the backup was cut short or is none; use another one");
        }
        try (CheckedFile in = CheckedFile.open(file)) {
            in.expect(MAGIC);
            boolean damaged = in.readCount(DAMAGED_VERSION) == DAMAGED_VERSION;
            UUID store = new UUID(in.readLong(), in.readLong());
            long sequence = in.readLong();
            long timeMillis = in.readLong();
            List<Entry> entries = new ArrayList<>();
            for (long left = in.readCount(RecordAddress.MAX_SEGMENTS + 5); left > 0; left--) {
                entries.add(readEntry(in));
            }
            List<Damage> damages = damaged ? readDamages(in) : List.of();
            in.verify();
            return new BackupManifest(store, sequence, timeMillis, entries, damages);
        } catch (IOException e) {
            throw damaged(file, StoreIoException.reason(e), "use another backup");
        }
    }

    private static List<Damage> readDamages(CheckedFile in) throws IOException {
        List<Damage> damages = new ArrayList<>();
        for (long left = in.readCount(MAX_DAMAGES); left > 0; left--) {
            damages.add(new Damage(
                    readText(in, MAX_TEXT),
                    (int) in.readLong(),
                    in.readLong(),
                    in.readLong(),
                    in.readLong(),
                    in.readLong(),
                    in.readLong(),
                    readText(in, MAX_TEXT)));
        }
        return damages;
    }

    private static String readText(CheckedFile in, int most) throws IOException {
        return new String(in.readBytes((int) in.readCount(most)), StandardCharsets.US_ASCII);
    }

    private static Entry readEntry(CheckedFile in) throws IOException {
        String name = readText(in, MAX_NAME);
        if (!isFile(name)) {
            throw new IOException("name of a file is none of a store's");
        }
        return new Entry(name, in.readCount(Long.MAX_VALUE), in.readLong(), in.readLong());
    }

    public static StoreDamagedException damaged(Path file, String reason, String remedy) {
        return new StoreDamagedException(file.toString(), -1, 0, reason, remedy);
    }
}
