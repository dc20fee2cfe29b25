package io.tellask.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.Flow;
import java.util.concurrent.SubmissionPublisher;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class StreamProbeTest {
    @Test
    void recordsItemsAndTheEnd() throws Exception {
        StreamProbe<Integer> probe = new StreamProbe<>(Long.MAX_VALUE);
        try (SubmissionPublisher<Integer> publisher = new SubmissionPublisher<>()) {
            publisher.subscribe(probe);
            publisher.submit(1);
            publisher.submit(2);
        }
        probe.ended().get(30, TimeUnit.SECONDS);
        assertThat(probe.items()).containsExactly(1, 2);
        assertThat(probe.failure()).isEmpty();
        assertThat(probe.violations()).isZero();
    }

    @Test
    void asksOnlyAsTold() {
        long[] requested = new long[1];
        StreamProbe<String> probe = new StreamProbe<>(0);
        probe.request(2);
        probe.onSubscribe(subscription(requested));
        assertThat(requested[0]).isEqualTo(2);
        probe.request(3);
        assertThat(requested[0]).isEqualTo(5);
        probe.cancel();
        assertThat(requested[0]).isEqualTo(-1);
    }

    @Test
    void countsBrokenRules() {
        StreamProbe<String> probe = new StreamProbe<>(1);
        probe.onSubscribe(subscription(new long[1]));
        probe.onSubscribe(subscription(new long[1]));
        probe.onError(new IllegalStateException("gone"));
        probe.onNext("late");
        probe.onComplete();
        assertThat(probe.violations()).isEqualTo(3);
        assertThat(probe.failure()).get().hasToString("java.lang.IllegalStateException: gone");
    }

    private static Flow.Subscription subscription(long[] requested) {
        return new Flow.Subscription() {
            @Override
            public void request(long count) {
                requested[0] += count;
            }

            @Override
            public void cancel() {
                requested[0] = -1;
            }
        };
    }
}
