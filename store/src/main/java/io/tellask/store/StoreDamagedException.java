package io.tellask.store;

/** Bytes that were safely on disk are not what was written. Nothing is repaired or dropped silently. */
public final class StoreDamagedException extends StoreException {
    private final int segment;
    private final long offset;

    StoreDamagedException(String file, int segment, long offset, String reason) {
        super(
                "store: damaged file=" + file + ", segment=" + segment + ", offset=" + offset + ", reason=" + reason
                        + "; restore the whole folder from a copy, or move the whole folder away to give up the map",
                null);
        this.segment = segment;
        this.offset = offset;
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
