package io.tellask.kv.resp;

import io.tellask.actor.Dispatcher;
import io.tellask.kv.resp.database.Database;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

/**
 * What nobody asks for but time: removes keys that have expired, and ends walks that nobody goes on with. It rests while there is neither.
 * Belongs to the loop.
 */
final class Housekeeping {
    private static final long PERIOD_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final int KEYS_AT_ONCE = 1000;

    private final Engine engine;
    private final Dispatcher loop;
    private boolean scheduled;

    Housekeeping(Engine engine, Dispatcher loop) {
        this.engine = engine;
        this.loop = loop;
    }

    /** Sees to it that what is to be done is done. */
    void wake() {
        if (!scheduled) {
            loop.schedule(this::run, PERIOD_NANOS);
            scheduled = true;
        }
    }

    private void run() {
        scheduled = false;
        boolean busy = false;
        boolean waiting = false;
        for (Database database : engine.databases().all()) {
            try {
                engine.clock().update();
                busy |= database.removeExpired(KEYS_AT_ONCE);
                database.closeIdle();
                waiting |= database.needsCare();
            } catch (Throwable failure) { // tried again later; other databases have their turn
                loop.failed("resp: removing expired keys failed: database=", database.index(), failure);
                waiting = true;
            }
        }
        if (busy) {
            again();
        } else if (waiting) {
            wake();
        }
    }

    /** There is more to remove: after the connections had their turn. */
    private void again() {
        try {
            loop.schedule(this::run, 0); // a task that is executed at once would run before the sockets are looked at
            scheduled = true;
        } catch (RejectedExecutionException loopEnded) {
            scheduled = false;
        }
    }
}
