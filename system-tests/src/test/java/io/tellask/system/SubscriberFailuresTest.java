package io.tellask.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.Emitter;
import io.tellask.actor.Promise;
import io.tellask.actor.Streams;
import io.tellask.test.Await;
import java.util.Iterator;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Subscribers of local streams that throw, one after the other, do not fill the log. */
class SubscriberFailuresTest {
    private static final int STREAMS = 1_000;

    public interface Source {
        Flow.Publisher<Integer> open();

        Flow.Publisher<Integer> pulled();

        Promise<Integer> opened();
    }

    static final class SourceActor implements Source {
        private int opened;

        @Override
        public Flow.Publisher<Integer> open() {
            opened++;
            return new Emitter<>();
        }

        @Override
        public Flow.Publisher<Integer> pulled() {
            opened++;
            return Streams.of(Unclosable::new);
        }

        @Override
        public Promise<Integer> opened() {
            return Promise.of(opened);
        }
    }

    /** An endless row that throws when it is closed. */
    private static final class Unclosable implements Iterator<Integer>, AutoCloseable {
        @Override
        public boolean hasNext() {
            return true;
        }

        @Override
        public Integer next() {
            return 1;
        }

        @Override
        public void close() {
            throw new IllegalStateException("as asked");
        }
    }

    /** Counts its last signal, and throws from it. */
    private record Throwing(AtomicInteger ended) implements Flow.Subscriber<Integer> {
        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            // asks for nothing
        }

        @Override
        public void onNext(Integer item) {
            throw new AssertionError("nothing was asked for");
        }

        @Override
        public void onError(Throwable failure) {
            ended.incrementAndGet();
            throw new IllegalStateException("as asked");
        }

        @Override
        public void onComplete() {
            throw new AssertionError("the stream does not end");
        }
    }

    private final Queue<LogRecord> records = new ConcurrentLinkedQueue<>();
    private final Logger log = Logger.getLogger("io.tellask.actor");
    private final Handler handler = new Collecting(records);
    private final long beginNanos = System.nanoTime();

    @BeforeEach
    void listen() {
        log.addHandler(handler);
    }

    @AfterEach
    void stopListening() {
        log.removeHandler(handler);
    }

    @Test
    void thoseThatThrowFromTheirLastSignalAreLoggedOnceASecond() {
        assertThat(linesWhen(Source::open)).isLessThanOrEqualTo(mostLines());
    }

    @Test
    void iteratorsThatThrowAsTheyAreClosedAreLoggedOnceASecond() {
        assertThat(linesWhen(Source::pulled)).isLessThanOrEqualTo(mostLines());
    }

    private long mostLines() {
        return 2 + (System.nanoTime() - beginNanos) / 1_000_000_000;
    }

    private interface Opening {
        Flow.Publisher<Integer> of(Source source);
    }

    private long linesWhen(Opening opening) {
        AtomicInteger ended = new AtomicInteger();
        try (ActorSystem system = ActorSystem.builder().ioLoops(1).build()) {
            Source source = system.spawn(Source.class, SourceActor::new);
            for (int i = 0; i < STREAMS; i++) {
                opening.of(source).subscribe(new Throwing(ended));
            }
            assertThat(source.opened().join()).isEqualTo(STREAMS);
            system.stop(source);
            Await.until(() -> "ended=" + ended, () -> ended.get() == STREAMS);
            // each is counted after it has thrown
            Await.until(() -> "failures=" + system.loopFailures(), () -> system.loopFailures() >= STREAMS);
        }
        return records.stream()
                .map(LogRecord::getMessage)
                .filter(line ->
                        Stream.of("a subscriber threw", "closing the iterator").anyMatch(line::startsWith))
                .count();
    }

    private static final class Collecting extends Handler {
        private final Queue<LogRecord> records;

        Collecting(Queue<LogRecord> records) {
            this.records = records;
        }

        @Override
        public void publish(LogRecord record) {
            records.add(record);
        }

        @Override
        public void flush() {
            // nothing is kept back
        }

        @Override
        public void close() {
            // nothing is held
        }
    }
}
