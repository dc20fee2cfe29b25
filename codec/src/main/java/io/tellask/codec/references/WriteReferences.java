package io.tellask.codec.references;

import java.util.Arrays;
import java.util.IdentityHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Numbers the objects of one message by identity while it is written.
 *
 * <p>The first few are found by a scan, which for a small message is cheaper than hashing: asking a fresh object for
 * its first identity hash alone costs more. A larger message moves to tables, strings by their own (cached) hash,
 * other objects by identity hash. A string whose probe sequence grows long, as crafted strings can make it, moves to
 * an identity map. Reused between messages; {@link #clear} drops what it held. Not thread-safe.
 */
public final class WriteReferences {
    private static final int SCANNED = Integer.SIZE;
    private static final int MAX_PROBES = 24;
    private static final int RETAINED_SLOTS = 1 << 12;

    /*
     * Why it is laid out so. Of a small message no object is hashed: the first identity hash of an object costs more than
     * a scan. Strings, whose hash is at hand, are scanned only where a bit of that hash was met before. The array is made
     * anew now and then, so that it stays in the young generation of the collector: a store of a reference to an old
     * array costs a barrier with a fence, about as much as all the rest of the work for one string.
     */

    /** Messages after which the arrays are made anew. */
    static final int RENEWAL = 1 << 8;

    /** The first objects; each one's number is its index. */
    private Object[] first = new Object[SCANNED];

    /** A bit for each of those that is no string. */
    private int others;

    /** A bit of the hash of each of those that is a string. */
    private long stringHashes;

    private int messages;

    private Table strings = new Table(64);
    private Table objects = new Table(64);
    private @Nullable IdentityHashMap<Object, Integer> collided;
    private int next;

    /** The number {@code value} got earlier in this message, or -1 and it has one now. */
    public int idOfString(String value) {
        int hash = mix(value.hashCode());
        if (next >= SCANNED) {
            return idIn(strings, value, hash);
        }
        long bit = 1L << hash;
        if ((stringHashes & bit) != 0) {
            for (int i = 0; i < next; i++) {
                if (first[i] == value) {
                    return i;
                }
            }
        }
        stringHashes |= bit;
        return add(value);
    }

    /** The same for an object that is no string. */
    public int idOf(Object value) {
        if (next >= SCANNED) {
            return idIn(objects, value, mix(System.identityHashCode(value)));
        }
        for (int left = others; left != 0; left &= left - 1) {
            int i = Integer.numberOfTrailingZeros(left);
            if (first[i] == value) {
                return i;
            }
        }
        others |= 1 << next;
        return add(value);
    }

    private int add(Object value) {
        first[next++] = value;
        if (next == SCANNED) {
            moveToTables();
        }
        return -1;
    }

    private void moveToTables() {
        for (next = 0; next < SCANNED; ) {
            if (first[next] instanceof String string) {
                idIn(strings, string, mix(string.hashCode()));
            } else {
                idIn(objects, first[next], mix(System.identityHashCode(first[next])));
            }
        }
    }

    private int idIn(Table table, Object value, int hash) {
        Object[] keys = table.keys;
        int mask = keys.length - 1;
        int at = hash & mask;
        for (int probes = 0; probes < MAX_PROBES; probes++) {
            Object key = keys[at];
            if (key == value) {
                return table.ids[at];
            }
            if (key == null) {
                Integer known = collided == null ? null : collided.get(value);
                if (known != null) { // the table had no place for it before it grew
                    return known;
                }
                table.add(at, value, hash, next++);
                return -1;
            }
            at = (at + 1) & mask;
        }
        return idOfCollided(value);
    }

    private int idOfCollided(Object value) {
        Integer known = collided().putIfAbsent(value, next);
        if (known != null) {
            return known;
        }
        next++;
        return -1;
    }

    private IdentityHashMap<Object, Integer> collided() {
        IdentityHashMap<Object, Integer> made = collided;
        if (made == null) {
            made = new IdentityHashMap<>();
            collided = made;
        }
        return made;
    }

    public void clear() {
        boolean renewed = (++messages & RENEWAL - 1) == 0;
        if (renewed) {
            first = new Object[SCANNED];
        } else {
            Arrays.fill(first, 0, Math.min(next, SCANNED), null);
        }
        others = 0;
        stringHashes = 0;
        if (next >= SCANNED) {
            collided = null;
            strings = strings.cleared(renewed);
            objects = objects.cleared(renewed);
        }
        next = 0;
    }

    private static int mix(int hash) {
        int mixed = hash * 0x9E3779B9;
        return mixed ^ (mixed >>> 15);
    }

    private final class Table {
        private Object[] keys;
        private int[] ids;
        private int[] hashes;
        private int used;

        Table(int slots) {
            keys = new Object[slots];
            ids = new int[slots];
            hashes = new int[slots];
        }

        void add(int at, Object value, int hash, int id) {
            keys[at] = value;
            ids[at] = id;
            hashes[at] = hash;
            if (++used * 2 > keys.length) {
                grow();
            }
        }

        private void grow() {
            Object[] oldKeys = keys;
            int[] oldIds = ids;
            int[] oldHashes = hashes;
            int slots = oldKeys.length * 4;
            keys = new Object[slots];
            ids = new int[slots];
            hashes = new int[slots];
            for (int i = 0; i < oldKeys.length; i++) {
                if (oldKeys[i] != null) {
                    move(oldKeys[i], oldIds[i], oldHashes[i]);
                }
            }
        }

        private void move(Object key, int id, int hash) {
            int mask = keys.length - 1;
            int at = hash & mask;
            for (int probes = 0; probes < MAX_PROBES; probes++) {
                if (keys[at] == null) {
                    keys[at] = key;
                    ids[at] = id;
                    hashes[at] = hash;
                    return;
                }
                at = (at + 1) & mask;
            }
            collided().put(key, id);
        }

        Table cleared(boolean renewed) {
            if (renewed || keys.length > RETAINED_SLOTS) {
                return new Table(Math.min(keys.length, RETAINED_SLOTS));
            }
            if (used > 0) {
                Arrays.fill(keys, null);
                used = 0;
            }
            return this;
        }
    }
}
