package io.tellask.store.segment;

import io.tellask.store.Damage;
import io.tellask.store.file.StoreFiles;
import io.tellask.store.file.StoreIdentity;
import io.tellask.store.layout.SegmentLayout;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What must be in the log of a store, as its files {@code END} and {@code WRITTEN} tell. Immutable.
 *
 * @param ending how the last process that had the store open went
 * @param through all records up to this sequence number must be there and whole
 * @param forced all records up to this sequence number were on disk
 * @param checkpoint checksum of the {@code CHECKPOINT} that belongs to the log, {@link #ANY_CHECKPOINT} where nothing tells
 * @param parts the segments that were known last; some may have been rewritten since
 * @param damages what is wrong with the two files: how many records are lost cannot be told then
 */
public record ExpectedLog(
        Ending ending, long through, long forced, long checkpoint, List<LogEnd.Part> parts, List<Damage> damages) {
    public static final long ANY_CHECKPOINT = -2;

    private static final String MISSING = "file is missing";

    /** How the last process that had the store open went. */
    public enum Ending {
        /** It closed the store: the log ends where it said. */
        CLOSED,
        /** It died, and the machine went on: everything that it wrote is there, but for a record that it was writing. */
        KILLED,
        /** The machine went down, as far as is known: what no force covered may be missing in any pattern. */
        POWER_CUT,
        /** The file that tells it is damaged. */
        UNKNOWN
    }

    public ExpectedLog {
        parts = List.copyOf(parts);
        damages = List.copyOf(damages);
    }

    /** Of a store without these files, as earlier releases made them: nothing is known. */
    private static ExpectedLog nothing() {
        return new ExpectedLog(Ending.POWER_CUT, 0, 0, ANY_CHECKPOINT, List.of(), List.of());
    }

    /** Reads what a store's files tell in a run of the machine. */
    public static ExpectedLog read(Path directory, StoreIdentity identity, UUID boot) throws IOException {
        if (identity.version() == 0) {
            return nothing();
        }
        List<Damage> damages = new ArrayList<>();
        byte @Nullable [] markBytes = bytes(directory, WriteMark.FILE, WriteMark.BYTES);
        byte @Nullable [] endBytes = bytes(directory, LogEnd.FILE, LogEnd.MOST_BYTES);
        LogEnd end = null;
        String fault = endBytes == null ? MISSING : LogEnd.fault(endBytes, identity.id());
        if (endBytes != null && fault == null) {
            end = LogEnd.parse(endBytes);
        } else {
            damages.add(damage(LogEnd.FILE, endBytes, String.valueOf(fault)));
        }
        WriteMark.State mark = null;
        fault = markBytes == null ? MISSING : WriteMark.fault(markBytes, identity.id());
        if (markBytes != null && fault == null) {
            mark = WriteMark.parse(markBytes);
        } else {
            damages.add(damage(WriteMark.FILE, markBytes, String.valueOf(fault)));
        }
        if (mark != null && end != null && !mark.open() && mark.lastSequence() != end.lastSequence()) {
            fault = "sequence=" + end.lastSequence() + " is not where the store was closed, which is sequence="
                    + mark.lastSequence();
            damages.add(damage(LogEnd.FILE, endBytes, fault));
        }
        return of(end, mark, boot, damages);
    }

    private static ExpectedLog of(
            @Nullable LogEnd end, WriteMark.@Nullable State mark, UUID boot, List<Damage> damages) {
        Ending ending = ending(mark, boot, damages);
        long known = end == null ? 0 : end.lastSequence();
        long forced = known;
        if (mark != null) {
            forced = Math.max(forced, Math.max(mark.lastSequence(), mark.open() ? mark.forced() : 0));
        }
        long through = mark != null && ending == Ending.KILLED && mark.written() >= 0
                ? Math.max(forced, mark.written())
                : forced;
        long checkpoint = end == null ? LogEnd.NO_CHECKPOINT : end.checkpoint();
        return new ExpectedLog(ending, through, forced, checkpoint, end == null ? List.of() : end.parts(), damages);
    }

    private static Ending ending(WriteMark.@Nullable State mark, UUID boot, List<Damage> damages) {
        if (mark == null) {
            return Ending.UNKNOWN;
        }
        if (!mark.open()) {
            return Ending.CLOSED;
        }
        boolean sameRun = mark.boot().equals(boot) && mark.written() != WriteMark.UNKNOWN;
        if (mark.forced() < 0 || sameRun && mark.written() < 0) {
            damages.add(new Damage(
                    WriteMark.FILE,
                    -1,
                    SegmentLayout.PAGE_BYTES,
                    2 * Long.BYTES,
                    -1,
                    "a word of it is not what was written"));
            return Ending.UNKNOWN;
        }
        return sameRun ? Ending.KILLED : Ending.POWER_CUT;
    }

    private static Damage damage(String file, byte @Nullable [] bytes, String reason) {
        return new Damage(file, -1, 0, bytes == null ? 0 : bytes.length, -1, reason);
    }

    private static byte @Nullable [] bytes(Path directory, String name, int most) throws IOException {
        try {
            return StoreFiles.read(directory.resolve(name), most);
        } catch (NoSuchFileException missing) {
            return null;
        }
    }

    /** Whether a log that is whole up to a sequence number, with nothing behind it, is all there. */
    public boolean isMetBy(long lastSequence) {
        return ending == Ending.CLOSED ? lastSequence == through : lastSequence >= through;
    }

    /** What was known of the segment of a number, or null. */
    LogEnd.@Nullable Part part(int number) {
        for (LogEnd.Part part : parts) {
            if (part.number() == number) {
                return part;
            }
        }
        return null;
    }
}
