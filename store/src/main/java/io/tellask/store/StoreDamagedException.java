package io.tellask.store;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/** Bytes that were safely on disk are not what was written. Nothing is repaired or dropped silently. */
public final class StoreDamagedException extends StoreException {
    /** Files beside the segments that {@link StoreRepair} makes again; their names are part of the format. */
    private static final Set<String> REMADE = Set.of("END", "WRITTEN");

    private final int segment;
    private final long offset;
    private final boolean repairable;

    /**
     * Damage at one place of a file. What helps follows from where it is: repair for a segment, a backup for other files.
     *
     * @param segment the number of the segment, or -1 for a file that is none
     * @param offset where in the file, in bytes
     */
    public StoreDamagedException(String file, int segment, long offset, String reason) {
        this(file, segment, offset, reason, remedy(segment), segment >= 0);
    }

    /** Names the first of several damages of a store, and says how many there are. */
    public static StoreDamagedException of(Path directory, List<Damage> damages) {
        Damage first = damages.getFirst();
        String sequences = first.firstSequence() < 0
                ? ""
                : ", records of sequence=" + first.firstSequence() + " to " + first.lastSequence();
        String more = damages.size() == 1 ? "" : ", and damages=" + (damages.size() - 1) + " more";
        boolean repairable = first.segment() >= 0 || REMADE.contains(first.file());
        return new StoreDamagedException(
                directory.resolve(first.file()).toString(),
                first.segment(),
                first.offset(),
                first.reason() + sequences + more,
                remedy(repairable ? 0 : -1),
                repairable);
    }

    /** The log may be sound: the index, as it was read from {@code CHECKPOINT}, does not belong to it. */
    public static StoreDamagedException ofIndex(String file, int segment, long offset, String reason) {
        return new StoreDamagedException(
                file,
                segment,
                offset,
                reason,
                "restore the whole folder from a backup, or close the map and delete its file CHECKPOINT: then each record counts for the key that"
                        + " it carries",
                false);
    }

    /** The same with what helps, where repair does not. */
    public StoreDamagedException(String file, int segment, long offset, String reason, String remedy) {
        this(file, segment, offset, reason, remedy, false);
    }

    private StoreDamagedException(
            String file, int segment, long offset, String reason, String remedy, boolean repairable) {
        super(
                "store: damaged file=" + file
                        + (segment < 0 ? "" : ", segment=" + segment + ", offset=" + offset)
                        + ", reason=" + reason + "; " + remedy,
                null);
        this.segment = segment;
        this.offset = offset;
        this.repairable = repairable;
    }

    private StoreDamagedException(String message, StoreDamagedException other) {
        super(message, null);
        segment = other.segment;
        offset = other.offset;
        repairable = other.repairable;
    }

    /** The same with another name for the store's folder, for readers who are not to know where it is. */
    public StoreDamagedException withFolder(Path folder, String name) {
        return new StoreDamagedException(String.valueOf(getMessage()).replace(folder.toString(), name), this);
    }

    private static String remedy(int segment) {
        return segment < 0
                ? "restore the whole folder from a backup, or move it away to give up the map"
                : "restore the whole folder from a backup, or save what is readable with 'tellask store repair'";
    }

    /** Whether {@link StoreRepair} takes it; else a backup helps. */
    public boolean isRepairable() {
        return repairable;
    }

    /** The number of the damaged segment, or -1 where another file is damaged. */
    public int segment() {
        return segment;
    }

    /** Where in the file the damage was met, in bytes. */
    public long offset() {
        return offset;
    }
}
