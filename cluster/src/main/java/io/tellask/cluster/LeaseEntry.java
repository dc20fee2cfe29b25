package io.tellask.cluster;

/**
 * What the map of a group has of a lease, as text: {@code holder millis beat}.
 *
 * @param holder who has it; {@value #NOBODY} where it was given back
 * @param millis the time of the lease
 * @param beat grows whenever the holder writes it
 */
record LeaseEntry(String holder, long millis, long beat) {
    static final String NOBODY = "-";

    private static final int PARTS = 3;

    /** Others write to the map, too: of a form that is none, or a time out of bounds, its holder is taken to be gone after the longest time at most. */
    static LeaseEntry parse(String text) {
        String[] parts = text.split(" ", -1);
        try {
            return parts.length == PARTS
                    ? new LeaseEntry(parts[0], bounded(Long.parseLong(parts[1])), Long.parseLong(parts[2]))
                    : unreadable();
        } catch (NumberFormatException other) {
            return unreadable();
        }
    }

    private static long bounded(long millis) {
        return Math.clamp(millis, Leases.SHORTEST.toMillis(), Leases.LONGEST.toMillis());
    }

    private static LeaseEntry unreadable() {
        return new LeaseEntry("?", Leases.LONGEST.toMillis(), 0);
    }

    LeaseEntry next() {
        return new LeaseEntry(holder, millis, beat + 1);
    }

    boolean isFree() {
        return holder.equals(NOBODY);
    }

    @Override
    public String toString() {
        return holder + " " + millis + " " + beat;
    }
}
