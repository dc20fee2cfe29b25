package io.tellask.console;

import com.sun.management.GarbageCollectionNotificationInfo;
import io.tellask.actor.Cancellable;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.management.ListenerNotFoundException;
import javax.management.Notification;
import javax.management.NotificationEmitter;
import javax.management.NotificationListener;
import javax.management.openmbean.CompositeData;
import org.jspecify.annotations.Nullable;

/** The youngest pauses of the garbage collector, as the JVM tells of them while somebody looks. Thread-safe. */
final class PauseLog implements NotificationListener {
    /** So many are kept, the youngest. */
    static final int MOST_KEPT = 256;

    private final Deque<Pause> kept = new ArrayDeque<>(); // guarded by this

    /** Whether a collector's times are pauses, and not those of what it does beside the program. */
    static boolean pauses(GarbageCollectorMXBean collector) {
        return !collector
                .getName()
                .endsWith(" Cycles"); // of ZGC and Shenandoah, which have beans of their own for pauses
    }

    /** Keeps those that come from here on, until the answer is cancelled. */
    Cancellable listen() {
        for (GarbageCollectorMXBean each : ManagementFactory.getGarbageCollectorMXBeans()) {
            if (each instanceof NotificationEmitter emitter && pauses(each)) {
                emitter.addNotificationListener(this, null, null);
            }
        }
        AtomicBoolean ended = new AtomicBoolean();
        return () -> {
            boolean first = ended.compareAndSet(false, true);
            if (first) {
                stop();
            }
            return first;
        };
    }

    private void stop() {
        for (GarbageCollectorMXBean each : ManagementFactory.getGarbageCollectorMXBeans()) {
            if (each instanceof NotificationEmitter emitter && pauses(each)) {
                try {
                    emitter.removeNotificationListener(this);
                } catch (ListenerNotFoundException e) {
                    throw new IllegalStateException(
                            "pauses: collector=" + each.getName() + " does not know its listener", e);
                }
            }
        }
    }

    @Override
    public void handleNotification(Notification notification, @Nullable Object handback) {
        if (!GarbageCollectionNotificationInfo.GARBAGE_COLLECTION_NOTIFICATION.equals(notification.getType())
                || !(notification.getUserData() instanceof CompositeData data)) {
            return;
        }
        GarbageCollectionNotificationInfo told = GarbageCollectionNotificationInfo.from(data);
        long startMillis = ManagementFactory.getRuntimeMXBean().getStartTime();
        add(new Pause(
                Instant.ofEpochMilli(startMillis + told.getGcInfo().getStartTime()),
                told.getGcName(),
                told.getGcCause(),
                told.getGcInfo().getDuration()));
    }

    synchronized void add(Pause pause) {
        if (kept.size() == MOST_KEPT) {
            kept.removeFirst();
        }
        kept.addLast(pause);
    }

    synchronized List<Pause> youngest(int most) {
        return List.copyOf(kept).reversed().stream().limit(most).toList();
    }
}
