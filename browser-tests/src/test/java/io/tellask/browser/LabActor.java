package io.tellask.browser;

import io.tellask.actor.Actor;
import io.tellask.actor.Emitter;
import io.tellask.actor.Promise;
import io.tellask.actor.Streams;
import io.tellask.remote.Session;
import java.util.List;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicInteger;

/** The actor behind {@link Lab}. */
final class LabActor extends Actor implements Lab {
    private final AtomicInteger open = new AtomicInteger(); // also by threads of sessions

    @Override
    public Promise<Long> twice(long number) {
        return Promise.of(number * 2);
    }

    @Override
    public Promise<byte[]> reversed(byte[] bytes) {
        byte[] reversed = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            reversed[i] = bytes[bytes.length - 1 - i];
        }
        return Promise.of(reversed);
    }

    @Override
    public Promise<Order> reordered(Order order) {
        return Promise.of(new Order(
                order.article(),
                order.number() + 1,
                order.note().map(note -> note + "!"),
                order.color() == Color.RED ? Color.GREEN : Color.RED,
                List.copyOf(order.pieces().reversed())));
    }

    @Override
    public Promise<String> ask(Listener listener, int times) {
        for (int i = 0; i < times; i++) {
            listener.told("told " + i);
        }
        return listener.asked("how many?").thenApply(answer -> "heard " + answer);
    }

    @Override
    public Promise<Counter> counter() {
        return Promise.of(Session.current().orElseThrow().spawn(Counter.class, CounterActor::new));
    }

    /** Adds up. */
    private static final class CounterActor extends Actor implements Counter {
        private int total;

        @Override
        public Promise<Integer> add(int number) {
            total += number;
            return Promise.of(total);
        }
    }

    @Override
    public Promise<Integer> total(Counter counter) {
        return counter.add(0);
    }

    @Override
    public Flow.Publisher<Integer> numbers(int upTo) {
        Emitter<Integer> emitter = new Emitter<>();
        open.incrementAndGet();
        emitter.onCancel(open::decrementAndGet);
        send(emitter, 1, upTo);
        return emitter;
    }

    private void send(Emitter<Integer> emitter, int from, int upTo) {
        int next = from;
        while (next <= upTo && emitter.offer(next)) {
            next++;
        }
        if (next > upTo) {
            emitter.complete();
            open.decrementAndGet();
        } else if (!emitter.isCancelled()) {
            int rest = next;
            emitter.whenWritable().thenRun(() -> send(emitter, rest, upTo));
        }
    }

    @Override
    public Promise<Long> sum(Flow.Publisher<Integer> numbers) {
        long[] sum = new long[1];
        return Streams.forEach(numbers, 16, number -> sum[0] += number).thenApply(done -> sum[0]);
    }

    @Override
    public Promise<Void> spill() throws SpilledException {
        throw new SpilledException("a drop too much", 3);
    }

    @Override
    public Promise<String> never() {
        Promise<String> answer = new Promise<>();
        open.incrementAndGet();
        answer.onCancel(open::decrementAndGet);
        return answer;
    }

    @Override
    public Promise<Integer> open() {
        return Promise.of(open.get());
    }
}
