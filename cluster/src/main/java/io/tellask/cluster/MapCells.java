package io.tellask.cluster;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The entries of a {@link MapMachine} as one command sees them, with what it has changed so far. Not thread-safe; valid while the command runs. */
public final class MapCells {
    /** The expiry of a key that does not expire. */
    public static final long NEVER = 0;

    private final Function<byte[], byte @Nullable []> stored;
    private final long millis;
    private final Map<ByteBuffer, Cell> changed = new LinkedHashMap<>();

    /**
     * A value and when it expires.
     *
     * @param expiryMillis in milliseconds since 1970, or {@link #NEVER}
     */
    public record Cell(byte @Nullable [] value, long expiryMillis) {
        private static final Cell ABSENT = new Cell(null, NEVER);
    }

    MapCells(Function<byte[], byte @Nullable []> stored, long millis) {
        this.stored = stored;
        this.millis = millis;
    }

    /** What a key has; its value is null where it is absent or has expired. */
    public Cell get(byte[] key) {
        Cell own = changed.get(ByteBuffer.wrap(Objects.requireNonNull(key, "key")));
        if (own != null) {
            return own;
        }
        byte[] found = stored.apply(key);
        if (found == null || MapValue.hasExpired(found, millis)) {
            return Cell.ABSENT;
        }
        MapValue value = MapValue.of(found);
        return new Cell(
                value.bytes(), value.expiry() == null ? NEVER : value.expiry().toEpochMilli());
    }

    /** Sets the value of a key until an expiry in milliseconds since 1970, or {@link #NEVER}. */
    public void put(byte[] key, byte[] value, long expiryMillis) {
        changed.put(
                ByteBuffer.wrap(Objects.requireNonNull(key, "key")),
                new Cell(Objects.requireNonNull(value, "value"), expiryMillis));
    }

    /** Removes a key, if it is there. */
    public void remove(byte[] key) {
        changed.put(ByteBuffer.wrap(Objects.requireNonNull(key, "key")), Cell.ABSENT);
    }

    /** Forgets all changes. */
    public void forget() {
        changed.clear();
    }

    List<MapCommand.Step> steps() {
        List<MapCommand.Step> steps = new ArrayList<>();
        changed.forEach((key, cell) -> {
            byte kind = cell.value() == null
                    ? MapCommand.REMOVE
                    : cell.expiryMillis() == NEVER ? MapCommand.PUT : MapCommand.PUT_UNTIL;
            steps.add(new MapCommand.Step(kind, key.array(), cell.value(), cell.expiryMillis()));
        });
        return steps;
    }
}
