package io.tellask.kv;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A subscriber that a test asks what it has seen. Thread-safe. */
final class ChangeProbe implements Flow.Subscriber<Change> {
    private final long firstRequest;
    private final BlockingQueue<Change> seen = new LinkedBlockingQueue<>();
    private final CompletableFuture<Flow.Subscription> subscription = new CompletableFuture<>();
    private final CompletableFuture<Optional<Throwable>> end = new CompletableFuture<>();

    private ChangeProbe(long firstRequest) {
        this.firstRequest = firstRequest;
    }

    /** Subscribes for everything. */
    static ChangeProbe on(Flow.Publisher<Change> stream) {
        return on(stream, Long.MAX_VALUE);
    }

    /** Subscribes for so many changes at first. */
    static ChangeProbe on(Flow.Publisher<Change> stream, long firstRequest) {
        ChangeProbe probe = new ChangeProbe(firstRequest);
        stream.subscribe(probe);
        return probe;
    }

    Change next() throws Exception {
        Change change = seen.poll(30, TimeUnit.SECONDS);
        if (change == null) {
            throw new AssertionError("no change within 20 s; end=" + end.getNow(Optional.empty()));
        }
        return change;
    }

    /** The next changes as {@code key=value} or {@code key-}, with a + where the batch goes on. */
    List<String> next(int count) throws Exception {
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Change change = next();
            byte[] value = change.value();
            texts.add(change.keyText()
                    + (value == null ? "-" : "=" + KeyValueFixture.text(value))
                    + (change.batchGoesOn() ? "+" : ""));
        }
        return texts;
    }

    int waiting() {
        return seen.size();
    }

    void request(long count) throws Exception {
        subscription.get(30, TimeUnit.SECONDS).request(count);
    }

    void cancel() throws Exception {
        subscription.get(30, TimeUnit.SECONDS).cancel();
    }

    /** What the stream failed with. */
    @Nullable
    Throwable failure() throws Exception {
        return end.get(30, TimeUnit.SECONDS).orElse(null);
    }

    @Override
    public void onSubscribe(Flow.Subscription newSubscription) {
        subscription.complete(newSubscription);
        if (firstRequest > 0) {
            newSubscription.request(firstRequest);
        }
    }

    @Override
    public void onNext(Change change) {
        seen.add(change);
    }

    @Override
    public void onError(Throwable failure) {
        end.complete(Optional.of(failure));
    }

    @Override
    public void onComplete() {
        end.complete(Optional.empty());
    }
}
