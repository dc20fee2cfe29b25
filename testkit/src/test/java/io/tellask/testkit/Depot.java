package io.tellask.testkit;

import io.tellask.actor.Actor;
import io.tellask.actor.Emitter;
import io.tellask.actor.Promise;
import io.tellask.actor.Streams;
import io.tellask.actor.runtime.ActorCell;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Flow;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A contract for tests of streams that are arguments. */
public interface Depot {
    Promise<Long> sum(String name, Flow.@Nullable Publisher<Integer> numbers);

    Promise<Integer> length(byte[] head, Flow.Publisher<byte[]> chunks);

    Flow.Publisher<Line> chat(Flow.Publisher<Line> lines);

    Promise<Integer> ears(Flow.Publisher<? extends Listener> listeners);

    /** Keeps it, and does not subscribe. */
    void keep(Flow.Publisher<Integer> numbers);

    /** How many different ones are kept. */
    Promise<Integer> kept();

    /** So many of what was kept last, which is then cancelled. */
    Promise<List<Integer>> take(int count);

    void drop();

    /** Asks for so many items, and never for more. */
    void begin(Flow.Publisher<Integer> numbers, int items);

    /** How many of those came. */
    Promise<Integer> begun();

    Promise<Long> sumTwice(Flow.Publisher<Integer> numbers);

    Promise<Long> sumThere(Flow.Publisher<Integer> numbers);

    Promise<Integer> fail(Flow.Publisher<Integer> numbers);

    Promise<Boolean> hearsItself(Flow.Publisher<Integer> numbers);

    Promise<Depot> branch();

    Promise<Integer> rare(Flow.Publisher<Held> held);

    Promise<Long> giveBack(Mirror mirror, Flow.Publisher<Integer> numbers);

    Promise<Boolean> giveBackAsAny(Mirror mirror, Flow.Publisher<Integer> numbers);

    void any(Object value);

    /** Is referred to by items. */
    interface Listener {
        Promise<Integer> ears();
    }

    /** Is called back. */
    interface Mirror {
        Promise<Long> sum(Flow.Publisher<Integer> numbers);

        Promise<Boolean> isSame(Object value);
    }

    /** An item. */
    record Line(String text, @Nullable Listener listener) {}

    /** Is named by an item alone. */
    interface Rare {
        Promise<Integer> number();
    }

    /** An item. */
    record Held(Rare rare) {}

    /** The actor. */
    final class Keeper extends Actor implements Depot {
        private final Supplier<Depot> elsewhere;
        private final List<Flow.Publisher<Integer>> kept = new ArrayList<>();
        private int begun;

        /** Passes on what it is told to pass on to the depot that is given. */
        Keeper(Supplier<Depot> elsewhere) {
            this.elsewhere = elsewhere;
        }

        @Override
        public Promise<Long> sum(String name, Flow.@Nullable Publisher<Integer> numbers) {
            return numbers == null ? Promise.of(-1L) : sumOf(numbers);
        }

        static Promise<Long> sumOf(Flow.Publisher<Integer> numbers) {
            long[] sum = new long[1];
            return Streams.forEach(numbers, 64, number -> sum[0] += number).thenApply(_ -> sum[0]);
        }

        @Override
        public Promise<Integer> length(byte[] head, Flow.Publisher<byte[]> chunks) {
            int[] length = {head.length};
            return Streams.forEach(chunks, 4, chunk -> length[0] += chunk.length)
                    .thenApply(_ -> length[0]);
        }

        @Override
        public Flow.Publisher<Line> chat(Flow.Publisher<Line> lines) {
            Emitter<Line> replies = new Emitter<>();
            Promise<Void> end =
                    Streams.forEach(lines, 1, line -> replies.emit(new Line("re: " + line.text, line.listener)));
            end.whenComplete((_, failure) -> replies.complete());
            replies.onCancel(() -> end.cancel(false));
            return replies;
        }

        @Override
        public Promise<Integer> ears(Flow.Publisher<? extends Listener> listeners) {
            return Streams.collect(listeners)
                    .thenCompose(
                            all -> Promise.all(all.stream().map(Listener::ears).toList()))
                    .thenApply(all -> all.stream().mapToInt(Integer::intValue).sum());
        }

        @Override
        public void keep(Flow.Publisher<Integer> numbers) {
            kept.addFirst(numbers);
        }

        @Override
        public Promise<Integer> kept() {
            return Promise.of(Set.copyOf(kept).size());
        }

        @Override
        public Promise<List<Integer>> take(int count) {
            Promise<List<Integer>> taken = new Promise<>();
            kept.getFirst().subscribe(new Taker(count, taken));
            return taken;
        }

        @Override
        public void drop() {
            kept.clear();
        }

        @Override
        public void begin(Flow.Publisher<Integer> numbers, int items) {
            numbers.subscribe(new Taker(items, new Promise<>()) {
                @Override
                public void onNext(Integer item) {
                    begun++;
                }
            });
        }

        @Override
        public Promise<Integer> begun() {
            return Promise.of(begun);
        }

        @Override
        public Promise<Long> sumTwice(Flow.Publisher<Integer> numbers) {
            return sumOf(numbers).thenCombine(sumOf(numbers), Long::sum);
        }

        @Override
        public Promise<Long> sumThere(Flow.Publisher<Integer> numbers) {
            return elsewhere.get().sum("from there", numbers);
        }

        @Override
        public Promise<Integer> fail(Flow.Publisher<Integer> numbers) {
            return Streams.forEach(numbers, 2, number -> {
                        if (number == 5) {
                            throw new IllegalStateException("five is too much");
                        }
                    })
                    .thenApply(_ -> 0);
        }

        @Override
        public Promise<Boolean> hearsItself(Flow.Publisher<Integer> numbers) {
            ActorCell<?> own = ActorCell.current();
            Promise<Boolean> answer = new Promise<>();
            numbers.subscribe(new Taker(1, new Promise<>()) {
                @Override
                public void onNext(Integer item) {
                    answer.complete(ActorCell.current() == own);
                }
            });
            return answer;
        }

        @Override
        public Promise<Integer> rare(Flow.Publisher<Held> held) {
            return Streams.collect(held).thenCompose(all -> all.getFirst().rare.number());
        }

        @Override
        public Promise<Depot> branch() {
            return Promise.of(self(Depot.class));
        }

        @Override
        public Promise<Long> giveBack(Mirror mirror, Flow.Publisher<Integer> numbers) {
            return mirror.sum(numbers);
        }

        @Override
        public Promise<Boolean> giveBackAsAny(Mirror mirror, Flow.Publisher<Integer> numbers) {
            return mirror.isSame(List.of(numbers));
        }

        @Override
        public void any(Object value) {}
    }

    /** Takes some items, and cancels. */
    class Taker implements Flow.Subscriber<Integer> {
        private final int count;
        private final Promise<List<Integer>> taken;
        private final List<Integer> items = new ArrayList<>();
        private Flow.@Nullable Subscription subscription;

        Taker(int count, Promise<List<Integer>> taken) {
            this.count = count;
            this.taken = taken;
        }

        @Override
        public void onSubscribe(Flow.Subscription newSubscription) {
            subscription = newSubscription;
            newSubscription.request(count);
        }

        @Override
        public void onNext(Integer item) {
            items.add(item);
            if (items.size() == count) {
                subscription.cancel();
                taken.complete(items);
            }
        }

        @Override
        public void onError(Throwable failure) {
            taken.completeExceptionally(failure);
        }

        @Override
        public void onComplete() {
            taken.complete(items);
        }
    }
}
