package io.tellask.store.index;

import io.tellask.store.StoreFullException;
import io.tellask.store.layout.RecordLayout;
import io.tellask.store.segment.KeyBuffer;
import io.tellask.store.segment.RecordAddress;
import io.tellask.store.segment.Records;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * From a key's hash to the address of its record, off the heap. It grows without stopping: the next table is allocated in the background, then
 * every flush moves a few thousand slots, and readers look into the new table first and the old one second.
 *
 * <p>One writer at a time; readers need no lock. A reader that is overtaken by the end of a move meets {@link IllegalStateException} and looks
 * again.
 */
public final class HashIndex {
    /*
     * Why puts wait a little
     *
     * A put needs a slot at a random place of a large table and, if the key is there, the record at a random place of the log. One after the
     * other these two cache misses cost more than the rest of a put. Puts therefore gather until there are sixteen: then all slots are
     * loaded, then all records, and the misses overlap. Readers look at the gathered ones first, which are in the cache anyway.
     *
     * Why readers never miss or see an outdated address while slots move
     *
     * A key that is not moved yet is changed in the old table; its first appearance in the new one is the move. From then on the new table
     * is right and the old slot is a stale copy that nobody reaches, because readers look into the new table first. A reader that looked
     * there just before the move may still use the old slot: it then answers as of a moment within its own call. Removing empties the old
     * slot before the new one; the other way round a reader could pass the emptied new slot and find the stale copy.
     */
    private static final long BACKGROUND_SLOTS = 1 << 16;
    private static final int MOVED_BYTES = 4096 * 8;

    private static final VarHandle SIZE;

    static {
        try {
            SIZE = MethodHandles.lookup().findVarHandle(HashIndex.class, "size", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Records records;
    private final long seed;
    private final PendingPuts pending = new PendingPuts();
    private final DamagedKeys damagedKeys;

    private volatile Tables tables;

    /** Keys present in the table. Written under the lock with release, read by anyone. */
    private long size;

    private long moved;

    /** Pending puts that are in the table already: not 0 only where reading a record failed in the middle of a flush. */
    private int entered;

    /** Keeps the writer's early loads alive. */
    @SuppressWarnings("UnusedVariable")
    private long fetched;

    private @Nullable CompletableFuture<IndexTable> next;

    HashIndex(Records records, long seed, long expectedRecords) {
        this(records, seed, new IndexTable(slotsFor(expectedRecords)), 0);
    }

    /** An index around a table that a checkpoint filled. */
    HashIndex(Records records, long seed, IndexTable table, long size) {
        this.records = records;
        this.seed = seed;
        this.size = size;
        damagedKeys = new DamagedKeys(records.copies(), seed);
        tables = new Tables(table, null, null, 0);
    }

    private static long slotsFor(long records) {
        long slots = IndexTable.LEAST_SLOTS;
        while (records * 5 > slots * 3) {
            slots *= 2;
        }
        return slots;
    }

    /** Whether the table knows every key. If not, it must not be saved. */
    public boolean isComplete() {
        return damagedKeys.isEmpty();
    }

    public long size() {
        return (long) SIZE.getAcquire(this);
    }

    public long slots() {
        return tables.current.slots;
    }

    /**
     * The slot word of a key, or 0; its low part is the record's address. Takes the mapped segments that the caller loaded before.
     */
    public long find(MemorySegment[] views, long hash, KeyBuffer key) {
        long pendingAddress = pending.find(hash, key, views, records.copies());
        if (pendingAddress != 0) {
            return pendingAddress;
        }
        Tables seen = tables;
        if (seen.batch != null) {
            long address = seen.batch.find(hash, key.array, KeyBuffer.START, key.length(), views);
            if (address != 0) {
                return isRemoval(views, address) ? IndexTable.EMPTY : address;
            }
        }
        long word = seen.current.find(hash, key, views, damagedKeys);
        if (word == IndexTable.EMPTY && seen.old != null) {
            word = seen.old.find(hash, key, views, damagedKeys);
        }
        if (word == IndexTable.EMPTY) {
            damagedKeys.requireNone(hash);
        }
        return word;
    }

    private static boolean isRemoval(MemorySegment[] views, long address) {
        return (Records.sequenceAndFlags(views, address) & RecordLayout.KIND_MASK) == RecordLayout.REMOVE;
    }

    /** Shows readers all records of a batch at once, until {@link #enter} has taken them in. Nothing may be pending. */
    public void show(BatchEntries batch) {
        Tables seen = tables;
        tables = new Tables(seen.current, seen.old, batch, seen.generation + 1);
    }

    /** Ends what {@link #show} began. */
    public void endBatch() {
        Tables seen = tables;
        tables = new Tables(seen.current, seen.old, null, seen.generation + 1);
    }

    /** How often the tables changed: unchanged means that an exception a reader met had another reason than a move. */
    public int generation() {
        return tables.generation;
    }

    /** Points the key of a record at it. Readers see that at once; size and replaced records follow with {@link #flush}. */
    public void put(long hash, long address) {
        pending.add(hash, address);
    }

    /** Whether {@link #flush} has something to do. */
    public boolean isPending() {
        return pending.count() > 0;
    }

    /** Makes room for one more put; throws {@link StoreFullException} if there is no memory for a larger table. */
    public void makeRoom(LongConsumer replaced) {
        if (pending.count() == PendingPuts.CAPACITY) {
            flush(replaced);
        }
    }

    /** Enters pending puts into the table, and hands over the address of every record that they replaced. */
    public void flush(LongConsumer replaced) {
        int count = pending.count();
        if (count == 0) {
            return;
        }
        grow();
        fetched = fetch(records.views(), pending.hashes(), count);
        while (entered < count) {
            long before = enter(pending.hash(entered), pending.address(entered));
            entered++;
            if (before != 0) {
                replaced.accept(before);
            }
        }
        pending.clear();
        entered = 0;
    }

    /** Loads the slots and then the candidate records of some keys, none waiting for another's cache miss; the result means nothing. */
    public long fetch(MemorySegment[] views, long[] hashes, int count) {
        IndexTable current = tables.current;
        long sum = 0;
        for (int i = 0; i < count; i++) {
            sum += current.firstSlot(hashes[i]);
        }
        for (int i = 0; i < count; i++) {
            long word = current.candidate(hashes[i]);
            if (word != IndexTable.EMPTY) {
                sum += Records.touch(views, word);
            }
        }
        return sum;
    }

    private long enter(long hash, long address) {
        Tables seen = tables;
        long word = IndexTable.word(hash, address);
        long position = seen.current.locate(hash, address, records);
        if (position >= 0) {
            return replace(seen.current, position, word);
        }
        if (seen.old != null) {
            long oldPosition = seen.old.locate(hash, address, records);
            if (oldPosition >= 0) {
                return replace(seen.old, oldPosition, word);
            }
        }
        if (seen.current.slot(~position) == IndexTable.EMPTY) {
            seen.current.used++;
        }
        seen.current.slot(~position, word);
        long damaged = damagedKeys.forget(hash);
        if (damaged == 0) {
            SIZE.setRelease(this, size + 1);
        }
        return damaged;
    }

    private static long replace(IndexTable table, long position, long word) {
        long before = table.slot(position);
        table.slot(position, word);
        return RecordAddress.of(before);
    }

    /** Forgets the key of a record that says so; returns the address it pointed at, or 0. */
    public long remove(long hash, long address, LongConsumer replaced) {
        flush(replaced);
        Tables seen = tables;
        long before = 0;
        if (seen.old != null) {
            long position = seen.old.locate(hash, address, records);
            if (position >= 0) {
                before = replace(seen.old, position, IndexTable.REMOVED);
            }
        }
        long position = seen.current.locate(hash, address, records);
        if (position >= 0) {
            before = replace(seen.current, position, IndexTable.REMOVED);
        }
        if (before != 0) {
            SIZE.setRelease(this, size - 1);
        }
        return before;
    }

    /** Forgets the key that a record is the value of. Nothing may be pending. */
    public void forget(long hash, long address) {
        Tables seen = tables;
        long word = IndexTable.word(hash, address);
        boolean there = seen.old != null && seen.old.swap(hash, word, IndexTable.REMOVED);
        there |= seen.current.swap(hash, word, IndexTable.REMOVED);
        if (there) {
            SIZE.setRelease(this, size - 1);
        }
    }

    /** Which of some keys is the first that has no slot which points at its record; -1 if each has. Nothing may be pending. */
    public int firstMissing(long[] hashes, long[] addresses, int count) {
        Tables seen = tables;
        touch(seen.current, hashes, count);
        for (int i = 0; i < count; i++) {
            long word = IndexTable.word(hashes[i], addresses[i]);
            if (seen.current.positionOf(hashes[i], word) < 0
                    && (seen.old == null || seen.old.positionOf(hashes[i], word) < 0)) {
                return i;
            }
        }
        return -1;
    }

    /** Points keys at the places that their records were copied to. Nothing may be pending. */
    public void relocate(long[] hashes, long[] sources, long[] targets, int count) {
        Tables seen = tables;
        touch(seen.current, hashes, count);
        for (int i = 0; i < count; i++) {
            long before = IndexTable.word(hashes[i], sources[i]);
            long after = IndexTable.word(hashes[i], targets[i]);
            if (!seen.current.swap(hashes[i], before, after) && seen.old != null) {
                seen.old.swap(hashes[i], before, after);
            }
        }
    }

    /** Touches the slots of some keys, so that the memory brings them all at once and not one after the other. */
    private void touch(IndexTable table, long[] hashes, int count) {
        long sum = 0;
        for (int i = 0; i < count; i++) {
            sum += table.firstSlot(hashes[i]);
        }
        fetched = sum;
    }

    /** Moves some slots if a move is under way; returns whether none is left. */
    public boolean advanceMove() {
        Tables seen = tables;
        if (seen.old != null) {
            move(seen, seen.old);
        }
        return tables.old == null;
    }

    /** Forgets every key, for all readers at once, and goes on in an empty table. Nothing may be pending. */
    public void clear(IndexTable empty) {
        Tables seen = tables;
        tables = new Tables(empty, null, null, seen.generation + 1);
        SIZE.setRelease(this, 0);
        damagedKeys.clear();
        discardNext();
        discard(seen.current);
        if (seen.old != null) {
            discard(seen.old);
        }
    }

    /** Giving back a large table takes the system longer than a writer should wait. */
    private static void discard(IndexTable table) {
        if (table.slots < BACKGROUND_SLOTS) {
            table.close();
        } else {
            try {
                Thread.ofPlatform().daemon().name("tellask-store-index").start(table::close);
            } catch (Throwable notStarted) {
                table.close();
            }
        }
    }

    private void discardNext() {
        if (next != null) {
            var _ = next.thenAccept(IndexTable::close);
            next = null;
        }
    }

    /** Makes sure that all pending puts fit, and moves some slots if a move is under way. */
    private void grow() {
        Tables seen = tables;
        if (seen.old != null) {
            move(seen, seen.old);
            return;
        }
        IndexTable current = seen.current;
        if ((current.used + PendingPuts.CAPACITY) * 5 > current.slots * 3) {
            IndexTable fresh = nextTable(current);
            moved = 0;
            tables = new Tables(fresh, current, seen.batch, seen.generation + 1);
        } else if (next == null && current.slots >= BACKGROUND_SLOTS && current.used * 2 > current.slots) {
            next = inBackground(grownSlots(current));
        }
    }

    private IndexTable nextTable(IndexTable current) {
        CompletableFuture<IndexTable> prepared = next;
        next = null;
        try {
            return prepared == null ? new IndexTable(grownSlots(current)) : prepared.join();
        } catch (CompletionException | OutOfMemoryError e) {
            throw new StoreFullException(
                    "store: no memory for an index of bytes=" + grownSlots(current) * 8 + "; the map stays readable",
                    e);
        }
    }

    /** Twice the slots, or as many again where most of the used ones are of removed keys. */
    private long grownSlots(IndexTable current) {
        return size * 3 > current.slots ? current.slots * 2 : current.slots;
    }

    private static CompletableFuture<IndexTable> inBackground(long slots) {
        CompletableFuture<IndexTable> table = new CompletableFuture<>();
        Runnable allocation = () -> {
            try {
                table.complete(new IndexTable(slots));
            } catch (Throwable e) {
                table.completeExceptionally(e);
            }
        };
        try {
            Thread.ofPlatform().daemon().name("tellask-store-index").start(allocation);
        } catch (Throwable notStarted) {
            table.completeExceptionally(notStarted);
        }
        return table;
    }

    private void move(Tables seen, IndexTable old) {
        long end = Math.min(moved + MOVED_BYTES, old.slots * 8);
        for (long position = moved; position < end; position += 8) {
            long word = old.slot(position);
            if (word != IndexTable.EMPTY && word != IndexTable.REMOVED) {
                long hash = records.hashOf(word, seed);
                if (DamagedKeys.hasTag(word, hash)) {
                    seen.current.insert(hash, RecordAddress.of(word));
                } else {
                    damagedKeys.add(word);
                }
            }
        }
        moved = end;
        if (end == old.slots * 8) {
            tables = new Tables(seen.current, null, seen.batch, seen.generation + 1);
            old.close();
        }
    }

    /** Finishes a move, after a flush; the one table then holds every key. */
    public IndexTable settle() {
        Tables seen = tables;
        while (seen.old != null) {
            move(seen, seen.old);
            seen = tables;
        }
        return seen.current;
    }

    public void close() {
        discardNext();
        Tables seen = tables;
        seen.current.close();
        if (seen.old != null) {
            seen.old.close();
        }
    }

    /** Where readers look: a batch that is being taken in, the table, and the smaller one that is being moved into it. */
    private record Tables(
            IndexTable current,
            @Nullable IndexTable old,
            @Nullable BatchEntries batch,
            int generation) {}
}
