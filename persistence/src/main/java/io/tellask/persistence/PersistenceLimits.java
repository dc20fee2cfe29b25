package io.tellask.persistence;

/**
 * Bounds of each name; those of keys, values and batches are the store's.
 *
 * @param eventsPerSnapshot after so many events a snapshot is taken and the events before it are removed; recovery applies about as many; 1,000
 * @param unconfirmedEffects events whose effect is not confirmed, beyond which no more are taken; they stay in the store; 10,000
 * @param pendingWrites promises that wait for a force of the disk, with {@link io.tellask.store.Durability#FORCED}; 65,536
 * @param nameBytes longest name, in bytes of UTF-8; 255
 */
public record PersistenceLimits(int eventsPerSnapshot, int unconfirmedEffects, int pendingWrites, int nameBytes) {
    private static final int MOST = 1_000_000;
    private static final int MOST_NAME_BYTES = 1_024;
    private static final PersistenceLimits DEFAULTS = new PersistenceLimits(1_000, 10_000, 65_536, 255);

    public PersistenceLimits {
        require("eventsPerSnapshot", eventsPerSnapshot, MOST);
        require("unconfirmedEffects", unconfirmedEffects, MOST);
        require("pendingWrites", pendingWrites, MOST);
        require("nameBytes", nameBytes, MOST_NAME_BYTES);
    }

    /** The limits that hold where none are given; they are told with each of the components. */
    public static PersistenceLimits defaults() {
        return DEFAULTS;
    }

    /** These limits with another count of events between snapshots, 1 to 1,000,000, else {@link IllegalArgumentException}. */
    public PersistenceLimits withEventsPerSnapshot(int count) {
        return new PersistenceLimits(count, unconfirmedEffects, pendingWrites, nameBytes);
    }

    /** These limits with another count of unconfirmed effects, 1 to 1,000,000, else {@link IllegalArgumentException}. */
    public PersistenceLimits withUnconfirmedEffects(int count) {
        return new PersistenceLimits(eventsPerSnapshot, count, pendingWrites, nameBytes);
    }

    /** These limits with another count of promises that wait for the disk, 1 to 1,000,000, else {@link IllegalArgumentException}. */
    public PersistenceLimits withPendingWrites(int count) {
        return new PersistenceLimits(eventsPerSnapshot, unconfirmedEffects, count, nameBytes);
    }

    /** These limits with another longest name, 1 to 1,024 bytes, else {@link IllegalArgumentException}. */
    public PersistenceLimits withNameBytes(int bytes) {
        return new PersistenceLimits(eventsPerSnapshot, unconfirmedEffects, pendingWrites, bytes);
    }

    private static void require(String name, int value, int most) {
        if (value < 1 || value > most) {
            throw new IllegalArgumentException("persistence: " + name + "=" + value + ", allowed=1.." + most);
        }
    }
}
