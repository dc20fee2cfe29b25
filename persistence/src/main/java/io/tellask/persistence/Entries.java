package io.tellask.persistence;

import io.tellask.store.Batch;
import io.tellask.store.DurableMap;
import io.tellask.store.Versioned;
import io.tellask.text.SafeText;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The records of one name in the map. Keys are
 *
 * <pre>
 *  0      1                    9
 * +------+--------------------+------------------+
 * | kind | number, big-endian | name, in UTF-8   |
 * +------+--------------------+------------------+
 * </pre>
 *
 * <pre>
 * kind  number            value
 * e     of the event      the event
 * s     0                 the state: the newest one, or that of the snapshot
 * m     0                 long[] {number of the last event in the snapshot, number of the oldest event that is kept}
 * c     0                 Long: the effects up to this number are confirmed
 * r     bytes of name     Long: the highest number received; the name of the sender follows the name
 * </pre>
 *
 * <p>Thread-safe, as the map is.
 */
final class Entries {
    /** How many events are looked for, or removed, at a time. */
    static final int GROUP = 64;

    private static final int PREFIX_BYTES = 1 + Long.BYTES;

    private final DurableMap<byte[], Object> map;
    private final String name;
    private final byte[] encodedName;
    private final int nameBytes;

    Entries(DurableMap<byte[], Object> map, String name, PersistenceLimits limits) {
        this.map = map;
        this.name = name;
        nameBytes = limits.nameBytes();
        encodedName = encoded("name", name);
    }

    String name() {
        return name;
    }

    @Nullable
    Object state() {
        return map.get(key('s', 0));
    }

    long @Nullable [] snapshot() {
        return (long[]) map.get(key('m', 0));
    }

    @Nullable
    Long confirmed() {
        return (Long) map.get(key('c', 0));
    }

    void confirm(long number) {
        map.put(key('c', 0), number);
    }

    void putState(Object state) {
        map.put(key('s', 0), state);
    }

    /** Sets state and snapshot as one change. */
    void putSnapshot(Object state, long last, long oldest) {
        map.batch()
                .put(key('s', 0), state)
                .put(key('m', 0), new long[] {last, oldest})
                .commit();
    }

    /** Removes the events from one number to before another, and says so in the snapshot, as one change a group. */
    void removeEvents(long snapshot, long from, long to) {
        for (long first = from; first < to; first += GROUP) {
            long end = Math.min(to, first + GROUP);
            Batch<byte[], Object> batch = map.batch().put(key('m', 0), new long[] {snapshot, end});
            for (long number = first; number < end; number++) {
                batch.remove(key('e', number));
            }
            batch.commit();
        }
    }

    @Nullable
    Object event(long number) {
        return map.get(key('e', number));
    }

    /** Whether one of {@link #GROUP} events from a number on is there. */
    boolean hasEventFrom(long first) {
        for (long number = first; number < first + GROUP; number++) {
            if (map.containsKey(key('e', number))) {
                return true;
            }
        }
        return false;
    }

    /** Adds an event, unless there is one of this number. */
    boolean append(long number, Object event) {
        return map.compareAndSet(key('e', number), Versioned.ABSENT, event);
    }

    /** Adds events as one change, unless there is one of the first number. */
    boolean append(long first, List<?> events) {
        Batch<byte[], Object> batch = map.batch();
        add(batch, first, events);
        return batch.commit();
    }

    /** The same with the number by which a sender told of them. */
    boolean append(long first, List<?> events, String sender, long number) {
        Batch<byte[], Object> batch = map.batch().put(receivedKey(sender), number);
        add(batch, first, events);
        return batch.commit();
    }

    private void add(Batch<byte[], Object> batch, long first, List<?> events) {
        batch.require(key('e', first), Versioned.ABSENT);
        for (int i = 0; i < events.size(); i++) {
            batch.put(key('e', first + i), events.get(i));
        }
    }

    void putState(Object state, String sender, long number) {
        map.batch().put(key('s', 0), state).put(receivedKey(sender), number).commit();
    }

    /** The highest number that a sender told of, 0 if there is none. */
    long received(String sender) {
        Long number = (Long) map.get(receivedKey(sender));
        return number == null ? 0 : number;
    }

    private byte[] receivedKey(String sender) {
        byte[] encodedSender = encoded("sender", sender);
        return ByteBuffer.allocate(PREFIX_BYTES + encodedName.length + encodedSender.length)
                .put((byte) 'r')
                .putLong(encodedName.length)
                .put(encodedName)
                .put(encodedSender)
                .array();
    }

    private byte[] key(char kind, long number) {
        return ByteBuffer.allocate(PREFIX_BYTES + encodedName.length)
                .put((byte) kind)
                .putLong(number)
                .put(encodedName)
                .array();
    }

    private byte[] encoded(String field, String text) {
        ByteBuffer bytes;
        try {
            bytes = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException(
                    "persistence: " + field + "=" + SafeText.of(text) + " has half a surrogate pair; leave it out", e);
        }
        if (bytes.remaining() == 0 || bytes.remaining() > nameBytes) {
            throw new PersistenceLimitException("persistence: bytes of " + field + "=" + bytes.remaining()
                    + ", allowed=1.." + nameBytes + "; shorten it, or raise PersistenceLimits.nameBytes");
        }
        byte[] exact = new byte[bytes.remaining()];
        bytes.get(exact);
        return exact;
    }
}
