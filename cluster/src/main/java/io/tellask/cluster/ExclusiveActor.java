package io.tellask.cluster;

import io.tellask.actor.Actor;
import io.tellask.actor.Promise;
import io.tellask.actor.StopReason;
import io.tellask.text.SafeLog;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Begins work whenever a lease is granted, and closes it when that has ended. */
final class ExclusiveActor extends Actor implements ExclusiveCalls {
    private static final Logger LOG = System.getLogger("io.tellask.cluster");

    private final Supplier<Promise<Lease>> leases;
    private final Duration time;
    private final Leases.Work work;
    private @Nullable Promise<Lease> awaited;
    private @Nullable AutoCloseable begun;
    private boolean isOver;

    ExclusiveActor(Supplier<Promise<Lease>> leases, Duration time, Leases.Work work) {
        this.leases = leases;
        this.time = time;
        this.work = work;
    }

    @Override
    public void begin() {
        if (isOver) {
            return;
        }
        Promise<Lease> wanted = leases.get();
        awaited = wanted;
        wanted.whenComplete((granted, failure) -> {
            if (granted != null && !isOver) {
                start(granted);
            } else if (failure != null && !isOver) {
                SafeLog.log(LOG, Level.WARNING, "cluster: a lease is not waited for any more: ", "", failure);
            }
        });
    }

    private void start(Lease granted) {
        try {
            begun = work.begin(granted);
        } catch (Throwable broken) {
            SafeLog.log(LOG, Level.WARNING, "cluster: work could not be begun, lease=", granted.name(), broken);
            granted.release().whenComplete((done, failure) -> timers().after(time, this::begin));
            return;
        }
        granted.ended().whenComplete((how, failure) -> {
            stopWork();
            begin();
        });
    }

    private void stopWork() {
        AutoCloseable running = begun;
        begun = null;
        try {
            if (running != null) {
                running.close();
            }
        } catch (Throwable broken) {
            SafeLog.log(LOG, Level.WARNING, "cluster: work could not be closed: ", "", broken);
        }
    }

    @Override
    public Promise<Void> end() {
        isOver = true;
        stopWork();
        return released().whenComplete((done, failure) -> system().stop(self(ExclusiveCalls.class)));
    }

    /** Also of a lease that was granted just now. */
    private Promise<Void> released() {
        Promise<Lease> wanted = awaited;
        if (wanted == null) {
            return Promise.of(null);
        }
        wanted.cancel(false);
        return wanted.handle((granted, failure) -> granted)
                .thenCompose(granted -> granted == null ? Promise.<Void>of(null) : granted.release());
    }

    @Override
    protected void onStop(StopReason reason) {
        isOver = true;
        stopWork();
    }
}
