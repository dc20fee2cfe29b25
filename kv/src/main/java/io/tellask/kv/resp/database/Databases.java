package io.tellask.kv.resp.database;

import io.tellask.kv.resp.message.ErrorReply;
import io.tellask.store.Durability;
import io.tellask.store.StoreException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/** The numbered databases of a server, each in a folder of its own. Belongs to the loop. */
public final class Databases {
    private final EngineSettings settings;
    private final List<Database> all = new ArrayList<>();

    /** Opens those that there are already. */
    public Databases(EngineSettings settings, InstantSource clock, DatabaseListener listener) {
        this.settings = settings;
        try {
            for (int index = 0; index < settings.databases(); index++) {
                all.add(new Database(index, new DatabaseFolder(settings, index, clock), clock, listener));
            }
        } catch (RuntimeException | Error failure) {
            close();
            throw failure;
        }
    }

    /** What a client is told when one of them refuses. */
    public ErrorReply refusal(StoreException failure) {
        return StoreRefusal.of(failure, settings.directory());
    }

    /** Whether replies to writes wait until these are on disk. */
    public boolean isForced() {
        return settings.storing().durability() == Durability.FORCED;
    }

    public Durability durability() {
        return settings.storing().durability();
    }

    /** The longest value that a key may have. */
    public int longestValue() {
        return settings.storing().limits().valueBytes();
    }

    public int count() {
        return all.size();
    }

    public Database get(int index) {
        return all.get(index);
    }

    /** How often reads have met damaged records. */
    public long damagedReads() {
        return all.stream()
                .flatMap(database -> database.map().stream())
                .mapToLong(map -> map.statistics().damagedReads())
                .sum();
    }

    /** Why some are not served. */
    public List<DatabaseDamage> damages() {
        return all.stream().flatMap(database -> database.damage().stream()).toList();
    }

    public List<Database> all() {
        return all;
    }

    /**
     * Lets the changes of a transaction gather.
     *
     * @param grantedBytes what they may hold already
     * @param room whether so many bytes more may be held; if not, its connection is about to end
     */
    public void begin(long grantedBytes, LongPredicate room) {
        long[] granted = {grantedBytes};
        all.forEach(database -> database.begin(more -> {
            granted[0] -= more;
            return granted[0] >= 0 || room.test(more);
        }));
    }

    /** Makes them last, in one database after the other. Where those of one are too many, none is written; a disk that fails on the way leaves the first. */
    public void commit() {
        all.forEach(Database::prepare);
        all.forEach(Database::commit);
    }

    /** Forgets those that were not committed. */
    public void abandon() {
        all.forEach(Database::abandon);
    }

    /**
     * Completes when everything written so far is on disk, or never will be. One database whose force failed keeps nobody from the others:
     * {@link #forceRefusal} tells whom it concerns.
     */
    public CompletableFuture<Void> force() {
        return CompletableFuture.allOf(all.stream().map(Database::force).toArray(CompletableFuture[]::new));
    }

    /** What those are told whose writes to these databases may not be on disk, or null if all are. */
    public @Nullable ErrorReply forceRefusal(BitSet written) {
        for (int index = written.nextSetBit(0); index >= 0; index = written.nextSetBit(index + 1)) {
            StoreException failure = all.get(index).forceFailure();
            if (failure != null) {
                String reason = DatabaseFolder.shown(String.valueOf(failure.getMessage()), settings.directory());
                return new ErrorReply(
                        "MISCONF what was written since the last reply may not be on disk, reason=" + reason);
            }
        }
        return null;
    }

    /** Those that take no changes any more, since a write to disk failed. */
    public List<Database> readOnly() {
        return all.stream()
                .filter(database ->
                        database.map().stream().anyMatch(map -> map.statistics().readOnly()))
                .toList();
    }

    public void close() {
        all.forEach(Database::close);
    }
}
