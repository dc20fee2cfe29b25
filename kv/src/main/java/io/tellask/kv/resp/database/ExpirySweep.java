package io.tellask.kv.resp.database;

import io.tellask.actor.Dispatcher;
import io.tellask.remote.FairYield;
import io.tellask.store.DurableMap;
import io.tellask.store.Scan;
import io.tellask.store.StoreException;
import java.lang.System.Logger.Level;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;

/**
 * Looks through a database, on a thread of its own, for keys that expire: those that were written before the server started, also if their time
 * came while it did not run.
 */
public final class ExpirySweep implements Runnable {
    private static final int KEYS_AT_ONCE = 1000;

    /** Bytes of the log that it goes over in one turn. */
    private static final int PORTION_BYTES = 256 << 10;

    private record Expiring(byte[] key, long millis) {}

    private final DurableMap<byte[], byte[]> map;
    private final Database database;
    private final Dispatcher loop;
    private List<Expiring> found = new ArrayList<>();

    private final FairYield others = new FairYield();

    public ExpirySweep(DurableMap<byte[], byte[]> map, Database database, Dispatcher loop) {
        this.map = map;
        this.database = database;
        this.loop = loop;
    }

    @Override
    public void run() {
        try (Scan<byte[], byte[]> scan = map.scanWithExpired()) {
            while (next(scan)) {
                Instant expiry = scan.expiry();
                if (expiry != null) {
                    found.add(new Expiring(scan.key(), expiry.toEpochMilli()));
                }
                if (found.size() == KEYS_AT_ONCE) {
                    hand();
                    others.yield();
                }
            }
            hand();
        } catch (StoreException | RejectedExecutionException ended) { // the server closes, or the log has the reason
            System.getLogger("io.tellask.kv")
                    .log(
                            Level.DEBUG,
                            "resp: database=" + database.index() + ", not all expiring keys are known",
                            ended);
        } catch (Throwable failure) {
            failed(failure);
        }
    }

    /** Moves on; streams and spores, which share the processors with it, have their turn meanwhile. */
    private boolean next(Scan<?, ?> scan) {
        boolean found = false;
        while (!found && !scan.hasEnded()) {
            found = scan.nextWithin(PORTION_BYTES);
            if (!found) {
                others.yield();
            }
        }
        return found;
    }

    /** Runs on a thread of its own, which nobody waits for. */
    private void failed(Throwable failure) {
        loop.failed("resp: not all expiring keys are known: database=", database.index(), failure);
    }

    private void hand() {
        List<Expiring> batch = found;
        found = new ArrayList<>();
        loop.execute(() -> batch.forEach(key -> database.expires(key.key(), key.millis())));
    }
}
