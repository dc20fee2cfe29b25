package io.tellask.testkit;

import io.tellask.actor.Actor;
import io.tellask.actor.Emitter;
import io.tellask.actor.Promise;
import io.tellask.actor.Streams;
import io.tellask.remote.Session;
import io.tellask.remote.SporeRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Flow;
import java.util.stream.IntStream;

/** A contract for tests of sessions: what it answers and when is in the hands of the test. */
public interface Office {
    void note(String line);

    void count(int by);

    /** Does nothing with it. */
    void keep(Object value);

    Promise<Integer> total();

    Promise<Integer> echo(int number);

    /** Answers when the test says so. */
    Promise<Integer> later(int number);

    /** So many bytes. */
    Promise<byte[]> bytes(int length);

    Promise<Integer> length(byte[] bytes);

    /** Emits nothing, and goes on for ever. */
    Flow.Publisher<Integer> ticks();

    /** The same, and keeps what it is given. */
    Flow.Publisher<Integer> ticksBeside(byte[] kept);

    Flow.Publisher<Integer> numbers(int upTo);

    Flow.Publisher<String> lines(int upTo);

    /** Of all that is emitted. */
    Promise<Integer> sum(Flow.Publisher<Integer> numbers);

    Promise<Integer> letters(Flow.Publisher<String> words);

    Promise<Room> room();

    int waitFor(int number);

    /** What is referred to by a result. */
    interface Room {
        Promise<Integer> number();
    }

    /** The actor. */
    final class Clerk extends Actor implements Office {
        final List<String> lines = new ArrayList<>();
        final List<Integer> counted = new ArrayList<>();
        final List<Promise<Integer>> pending = new ArrayList<>();
        final List<Integer> pendingNumbers = new ArrayList<>();
        final List<Emitter<Integer>> emitters = new ArrayList<>();
        volatile CountDownLatch
                mayEndWork; // where a test sets it, what is kept is worked on beside the actor until then
        final List<Optional<RuntimeException>> ends = new ArrayList<>();
        final List<String> heard = new ArrayList<>();
        private boolean listening;

        @Override
        public void note(String line) {
            lines.add(line);
        }

        @Override
        public void count(int by) {
            counted.add(by);
        }

        @Override
        public void keep(Object value) {
            counted.add(((List<?>) value).size());
        }

        @Override
        public Promise<Integer> total() {
            return Promise.of(counted.stream().mapToInt(Integer::intValue).sum());
        }

        @Override
        public Promise<Integer> echo(int number) {
            return Promise.of(number);
        }

        @Override
        public Promise<Integer> later(int number) {
            Promise<Integer> answer = new Promise<>();
            pending.add(answer);
            pendingNumbers.add(number);
            return answer;
        }

        /** Answers everything that waits; from the test's own thread, between two steps of the simulation. */
        void answerPending() {
            for (int i = 0; i < pending.size(); i++) {
                pending.get(i).complete(pendingNumbers.get(i));
            }
            pending.clear();
            pendingNumbers.clear();
        }

        @Override
        public Promise<byte[]> bytes(int length) {
            if (!listening) {
                listening = true;
                Session.current().ifPresent(session -> {
                    session.onEnd(ends::add);
                    session.listen(new ResumeTest.Events(heard));
                });
            }
            return Promise.of(new byte[length]);
        }

        @Override
        public Promise<Integer> length(byte[] bytes) {
            return Promise.of(bytes.length);
        }

        @Override
        public Flow.Publisher<Integer> ticks() {
            Emitter<Integer> emitter = new Emitter<>();
            emitters.add(emitter);
            return emitter;
        }

        @Override
        public Flow.Publisher<Integer> ticksBeside(byte[] kept) {
            CountDownLatch end = mayEndWork;
            return end == null ? ticks() : SporeRun.start((input, out) -> out.emit(kept.length), run -> awaitEnd(end));
        }

        private static void awaitEnd(CountDownLatch end) {
            try {
                end.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        @Override
        public Flow.Publisher<Integer> numbers(int upTo) {
            return Streams.of(IntStream.range(0, upTo).boxed().toList());
        }

        @Override
        public Flow.Publisher<String> lines(int upTo) {
            return Streams.of(
                    IntStream.range(0, upTo).mapToObj(i -> "line " + i).toList());
        }

        @Override
        public Promise<Integer> sum(Flow.Publisher<Integer> numbers) {
            int[] sum = new int[1];
            return Streams.forEach(numbers, 8, number -> sum[0] += number).thenApply(_ -> sum[0]);
        }

        @Override
        public Promise<Integer> letters(Flow.Publisher<String> words) {
            int[] sum = new int[1];
            return Streams.forEach(words, 8, word -> sum[0] += word.length()).thenApply(_ -> sum[0]);
        }

        @Override
        public Promise<Room> room() {
            return Promise.of(Session.current().orElseThrow().spawn(Room.class, () -> () -> Promise.of(101)));
        }

        @Override
        public int waitFor(int number) {
            return number;
        }
    }
}
