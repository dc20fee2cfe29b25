package io.tellask.web.live;

import io.tellask.text.SafeLog;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import java.util.concurrent.Flow;

/**
 * Changed files as a stream: what changes while nobody asks for more is told together. If files have changed since an earlier state, an empty
 * list comes first. Thread-safe; each subscriber has its own.
 */
public final class ChangeStream implements Flow.Publisher<List<String>> {
    private static final System.Logger LOG = System.getLogger(ChangeStream.class.getName());

    private final FileChanges changes;
    private final String since;

    /** @param since a state of the files; empty for that of the subscription */
    public ChangeStream(FileChanges changes, String since) {
        this.changes = changes;
        this.since = since;
    }

    @Override
    public void subscribe(Flow.Subscriber<? super List<String>> subscriber) {
        Waiting waiting = new Waiting(Objects.requireNonNull(subscriber, "subscriber"));
        subscriber.onSubscribe(waiting);
        Thread.ofVirtual().name("tellask-web-changes").start(() -> waiting.listen(changes, since));
    }

    private static final class Waiting implements Flow.Subscription {
        private final Flow.Subscriber<? super List<String>> subscriber;
        private final TreeSet<String> untold = new TreeSet<>(); // this and the rest are guarded by this
        private long demand;
        private boolean ended;
        private boolean telling;
        private boolean missed; // something has changed before, of which no path is known
        private Runnable stop = () -> {};

        Waiting(Flow.Subscriber<? super List<String>> subscriber) {
            this.subscriber = subscriber;
        }

        /** Looks at the folders for the first time, by a thread that may wait. */
        void listen(FileChanges changes, String since) {
            try {
                Runnable end = changes.listen(this::add);
                synchronized (this) {
                    stop = end;
                    if (ended) {
                        end.run();
                    }
                    missed = !since.isEmpty() && !since.equals(changes.state());
                    tell();
                }
            } catch (RuntimeException unreadable) {
                SafeLog.logReason(LOG, Level.WARNING, "files cannot be watched: ", unreadable);
                fail(new IllegalStateException("the files of the site cannot be watched; the log says why"));
            }
        }

        private synchronized void add(List<String> paths) {
            untold.addAll(paths);
            while (untold.size() > FileChanges.MOST_PATHS) {
                untold.pollLast();
            }
            tell();
        }

        private void tell() {
            if (telling) {
                return; // the one who is at it goes on
            }
            telling = true;
            while (!ended && demand > 0 && (missed || !untold.isEmpty())) {
                List<String> paths = missed ? List.of() : List.copyOf(untold);
                missed = false;
                untold.clear(); // who is told that something was missed looks at everything anew
                demand--;
                subscriber.onNext(paths);
            }
            telling = false;
        }

        @Override
        public synchronized void request(long more) {
            if (more <= 0) {
                fail(new IllegalArgumentException("request: n=" + more + " < 1; ask for one or more"));
                return;
            }
            demand = demand + more < 0 ? Long.MAX_VALUE : demand + more;
            tell();
        }

        private synchronized void fail(Exception reason) {
            if (!ended) {
                cancel();
                subscriber.onError(reason);
            }
        }

        @Override
        public synchronized void cancel() {
            ended = true;
            stop.run();
        }
    }
}
