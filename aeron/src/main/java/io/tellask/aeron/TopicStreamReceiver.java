package io.tellask.aeron;

import io.tellask.actor.runtime.OrderedSignals;
import io.tellask.codec.ByteReader;
import io.tellask.remote.LogLimiter;
import io.tellask.text.SafeLog;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * One subscriber of a topic's stream. Messages wait as they came, and their items are decoded once they are asked for. Who subscribed as an
 * actor hears as that actor.
 *
 * <p>Thread-safety: the methods of {@link Flow.Subscription} from any thread; all else belongs to the delivery.
 */
final class TopicStreamReceiver implements Flow.Subscription {
    private static final Logger LOG = System.getLogger("io.tellask.aeron");
    private static final LogLimiter FAILURES = new LogLimiter();

    /** Items that one turn hands on, so that others have theirs. */
    private static final int BATCH = 64;

    /** What a message that waits takes beside its bytes, about. */
    private static final int MESSAGE_BYTES = 96;

    /** A message, and where its next item is. */
    private record Waiting(ByteReader in, int kind, int bytes) {}

    private final TopicStreams streams;
    private final TopicSignals signals;
    private final Flow.Subscriber<Object> subscriber;
    private final OrderedSignals home = OrderedSignals.here();
    private final MessageQueue queue;
    private final AtomicLong demand = new AtomicLong();
    private final AtomicBoolean scheduled = new AtomicBoolean();
    private final Queue<Waiting> waiting = new ArrayDeque<>();
    private volatile boolean cancelled;
    private volatile @Nullable IllegalArgumentException misuse;
    private boolean begun;
    private boolean ended;

    @SuppressWarnings("unchecked") // the proxy's method says which items it takes
    TopicStreamReceiver(TopicStreams streams, TopicSignals signals, Flow.Subscriber<?> subscriber, MessageQueue queue) {
        this.streams = streams;
        this.signals = signals;
        this.subscriber = (Flow.Subscriber<Object>) subscriber;
        this.queue = queue;
    }

    @Override
    public void request(long count) {
        if (count <= 0) {
            misuse = new IllegalArgumentException("stream: request=" + count + " < 1; ask for at least one item");
        } else {
            demand.accumulateAndGet(count, (known, more) -> known + more < 0 ? Long.MAX_VALUE : known + more);
        }
        schedule();
    }

    @Override
    public void cancel() {
        cancelled = true;
        schedule();
    }

    void schedule() {
        if (scheduled.compareAndSet(false, true)) {
            streams.schedule(this);
        }
    }

    // --- below on the delivery only

    boolean hears(TopicSignals which) {
        return signals == which;
    }

    void begin() {
        scheduled.set(false);
        if (!begun) {
            begun = true;
            streams.opened(this);
            signal(() -> subscriber.onSubscribe(this));
        }
    }

    void add(byte[] content, int kind) {
        int bytes = content.length + MESSAGE_BYTES;
        queue.count(bytes);
        waiting.add(new Waiting(new ByteReader(content), kind, bytes));
    }

    /** Hands on what was asked for. */
    void turn() {
        IllegalArgumentException wrong = misuse;
        if (cancelled || home.leadsNowhere()) {
            end();
        } else if (wrong != null) {
            fail(wrong);
        } else {
            handOn();
        }
    }

    private void handOn() {
        for (int i = 0; !ended && !cancelled; i++) {
            Waiting next = waiting.peek();
            if (next == null) {
                return;
            }
            if (next.kind() != TopicSignals.ITEMS) {
                complete(next);
            } else if (next.in().remaining() == 0) {
                waiting.remove();
                queue.count(-next.bytes());
            } else if (demand.get() == 0) {
                return;
            } else if (i >= BATCH) {
                schedule();
                return;
            } else {
                handOn(next);
            }
        }
    }

    private void handOn(Waiting next) {
        Object item;
        try {
            item = signals.readItem(next.in());
        } catch (Throwable undecodable) {
            fail(undecodable);
            return;
        }
        demand.updateAndGet(known -> known == Long.MAX_VALUE ? known : known - 1);
        signal(() -> subscriber.onNext(item));
    }

    private void complete(Waiting last) {
        TopicException failure;
        try {
            failure = signals.end(last.kind(), last.in());
        } catch (Throwable undecodable) {
            fail(undecodable);
            return;
        }
        if (failure == null) {
            end();
            signal(subscriber::onComplete);
        } else {
            fail(failure);
        }
    }

    void fail(Throwable failure) {
        if (!ended) {
            end();
            if (!cancelled) {
                signal(() -> subscriber.onError(failure));
            }
        }
    }

    private void end() {
        if (!ended) {
            ended = true;
            streams.ended(this);
            waiting.forEach(message -> queue.count(-message.bytes()));
            waiting.clear();
        }
    }

    private void signal(Runnable signal) {
        home.run(() -> {
            try {
                signal.run();
            } catch (Throwable broken) {
                cancel();
                FAILURES.log(
                        LOG,
                        Level.WARNING,
                        () -> "a subscriber threw, its stream is cancelled: method="
                                + signals.method().name() + ", " + SafeLog.describe(broken));
            }
        });
    }
}
