package io.tellask.kv.resp.database;

import io.tellask.actor.Dispatcher;
import io.tellask.kv.resp.loop.LoopClock;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * What nobody asks for but time: removes keys that have expired, and ends walks that nobody goes on with. It rests while there is neither.
 * Belongs to the loop.
 */
public final class Housekeeping {
    private static final long PERIOD_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final int KEYS_AT_ONCE = 1000;

    private final Supplier<Databases> databases;
    private final LoopClock clock;
    private final Dispatcher loop;
    private boolean scheduled;

    /** For databases that are asked for when there is something to do. */
    public Housekeeping(Supplier<Databases> databases, LoopClock clock, Dispatcher loop) {
        this.databases = databases;
        this.clock = clock;
        this.loop = loop;
    }

    /** Sees to it that what is to be done is done. */
    public void wake() {
        if (!scheduled) {
            loop.schedule(this::run, PERIOD_NANOS);
            scheduled = true;
        }
    }

    private void run() {
        scheduled = false;
        boolean busy = false;
        boolean waiting = false;
        for (Database database : databases.get().all()) {
            try {
                clock.update();
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
