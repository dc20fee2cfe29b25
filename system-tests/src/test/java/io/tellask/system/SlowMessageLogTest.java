package io.tellask.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** The log of slow messages. */
@Isolated // it measures actors of other tests as well
class SlowMessageLogTest {
    private static final Duration LIMIT = Duration.ofMillis(200);
    private static final Logger LOG = Logger.getLogger("io.tellask.actor");

    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord entry) {
            lines.add(entry.getMessage());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    /** A contract. */
    public interface Worker {
        Promise<Integer> work(Duration time);
    }

    /** Asks a worker. */
    public interface Boss {
        Promise<Integer> order();
    }

    private static final Pattern SLOW =
            Pattern.compile("slow message: actor=Worker-1, method=Worker.work, tookMillis=(\\d+) >= limitMillis=200,"
                    + " waitedMillis=\\d+, sender=Boss-2, suppressed=0");

    @AfterEach
    void forget() {
        LOG.removeHandler(handler);
    }

    @Test
    void slowMessageIsLogged() {
        LOG.addHandler(handler);
        try (ActorSystem system = ActorSystem.builder().slowMessageLimit(LIMIT).build()) {
            Worker worker = system.spawn(Worker.class, () -> SlowMessageLogTest::work);
            system.spawn(Boss.class, () -> () -> worker.work(Duration.ZERO).thenCompose(none -> worker.work(LIMIT)))
                    .order()
                    .join();
        }
        assertThat(lines.stream().filter(line -> line.contains("method=Worker.work")))
                .isNotEmpty()
                .allSatisfy(line -> {
                    Matcher slow = SLOW.matcher(line);
                    assertThat(slow.matches()).as(line).isTrue();
                    assertThat(Long.parseLong(
                                    slow.group(1))) // of the short one, too, which a busy machine may make a slow one
                            .isGreaterThanOrEqualTo(LIMIT.toMillis());
                });
    }

    private static Promise<Integer> work(Duration time) {
        long began = System.nanoTime();
        while (System.nanoTime() - began < time.toNanos()) {
            Thread.onSpinWait();
        }
        return Promise.of(1);
    }
}
