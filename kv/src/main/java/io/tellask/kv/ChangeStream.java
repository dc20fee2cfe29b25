package io.tellask.kv;

import io.tellask.store.ChangeFeed;
import io.tellask.store.DurableMap;
import io.tellask.store.Scan;
import io.tellask.store.StoreException;
import io.tellask.store.StoreHistoryException;
import io.tellask.store.StoreLimitException;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * The changes of a map, read from its log behind the writer: what a slow subscriber has not taken costs no memory but a part of the log that stays,
 * up to {@link KeyValueOptions#subscriberBytes}, and nobody waits for it.
 *
 * <p>{@link #wrote} is called by the writer; the rest is the stream's.
 */
final class ChangeStream extends PacedStream<Change> {
    /** From now on, in place of a sequence number. */
    static final long NOW = -1;

    /** All records that there are, and changes from now on. */
    static final long RECORDS_FIRST = -2;

    private final Subscribers subscribers;
    private final byte[] prefix;
    private final long from;
    private @Nullable Scan<byte[], byte[]> records;
    private @Nullable ChangeFeed<byte[], byte[]> changes;
    private @Nullable Change held;
    private long safeSequence;
    private volatile boolean waiting;

    ChangeStream(Subscribers subscribers, byte[] prefix, long from) {
        this.subscribers = subscribers;
        this.prefix = prefix;
        this.from = from;
    }

    @Override
    void begin() {
        subscribers.add(this);
        DurableMap<byte[], byte[]> map = subscribers.map();
        try {
            changes = map.changes(from < 0 ? map.sequence() + 1 : from, subscribers.mostBehindBytes());
        } catch (StoreHistoryException missed) {
            throw new ChangesMissedException(subscribers.mapName(), from, missed);
        }
        if (from == RECORDS_FIRST) {
            records = map.scan(prefix);
        }
    }

    /** The map was written to: wakes the stream, or ends it if it has fallen too far behind. */
    void wrote() {
        if (waiting) {
            waiting = false;
            wake();
        } else if (changes != null && !changes.keepsUp()) {
            end(tooSlow());
        }
    }

    private SlowSubscriberException tooSlow() {
        return new SlowSubscriberException(subscribers.mapName(), subscribers.mostBehindBytes());
    }

    @Override
    void feed() {
        if (records != null) {
            feedRecords(records);
        }
        ChangeFeed<byte[], byte[]> feed = Objects.requireNonNull(changes);
        try {
            while (!hasEnded()) {
                if (!moveOn(feed) && !awaitNext(feed)) {
                    return;
                }
                take(feed);
            }
        } catch (StoreLimitException behind) {
            throw tooSlow();
        }
    }

    private void feedRecords(Scan<byte[], byte[]> scan) {
        awaitSafe(subscribers.map().sequence());
        while (next(scan, subscribers.damage())
                && emit(new Change(scan.key(), scan.value(), scan.sequence(), scan.expiry(), false))) {
            // emit waits
        }
        scan.close();
    }

    private boolean moveOn(ChangeFeed<byte[], byte[]> feed) {
        return subscribers.damage().told(feed::next);
    }

    /** Waits until there is a change; false if the stream ended first. */
    private boolean awaitNext(ChangeFeed<byte[], byte[]> feed) {
        while (!hasEnded()) {
            waiting = true;
            if (moveOn(feed)) {
                waiting = false;
                return true;
            }
            while (waiting && !hasEnded()) {
                pause();
            }
        }
        return false;
    }

    /** Emits a change that has the prefix; of a batch each one as soon as it is known whether another follows. */
    private void take(ChangeFeed<byte[], byte[]> feed) {
        if (feed.isClear()) {
            throw new ChangesMissedException(
                    subscribers.mapName(), feed.sequence(), subscribers.map().sequence() + 1);
        }
        byte[] key = feed.key();
        if (startsWith(key, prefix)) {
            awaitSafe(feed.sequence());
            if (held != null) {
                emit(held.followed());
            }
            byte[] value = feed.isRemoval() ? null : feed.value();
            held = new Change(key, value, feed.sequence(), feed.expiry(), false);
        } else {
            lookedAt(key.length);
        }
        if (held != null && !feed.batchGoesOn()) {
            emit(held);
            held = null;
        }
    }

    /** Where writes are acknowledged once they are on disk, changes are told of no earlier. */
    private void awaitSafe(long sequence) {
        if (subscribers.forcesWrites() && sequence > safeSequence) {
            long written = subscribers.map().sequence();
            try {
                await(() -> subscribers.map().force().join());
            } catch (CompletionException failed) {
                throw failed.getCause() instanceof StoreException reason
                        ? subscribers.damage().told(reason)
                        : failed;
            }
            safeSequence = written;
        }
    }

    private static boolean startsWith(byte[] key, byte[] prefix) {
        return key.length >= prefix.length && Arrays.equals(key, 0, prefix.length, prefix, 0, prefix.length);
    }

    @Override
    void release() {
        subscribers.remove(this);
        if (records != null) {
            records.close();
        }
        if (changes != null) {
            changes.close();
        }
    }

    @Override
    int bytes(Change change) {
        return change.bytes();
    }
}
