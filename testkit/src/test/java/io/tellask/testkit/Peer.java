package io.tellask.testkit;

import io.tellask.actor.Actor;
import io.tellask.actor.Emitter;
import io.tellask.actor.Promise;
import io.tellask.remote.Remote;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Flow;

/** A contract for simulations; the actor behind it notices two messages at a time, and order that was not kept. */
public interface Peer {
    void hit(int number);

    /** Sends so many hits to the other, as fast as credit allows. */
    void flood(int upTo);

    Promise<Integer> ask(int number);

    /** Calls the other, which calls back, so many times; answers with the length of the chain. */
    Promise<Integer> chain(int depth);

    /** Answers after some time. */
    Promise<Integer> slow(int number, int millis);

    /** Streams 0 to {@code upTo - 1}. */
    Flow.Publisher<Integer> count(int upTo);

    /** The actor. */
    final class Recorder extends Actor implements Peer {
        final List<Integer> hits = new ArrayList<>();
        int overlaps;
        Peer other;
        boolean flooded;
        private boolean inside;

        @Override
        public void hit(int number) {
            alone(() -> hits.add(number));
        }

        @Override
        public Promise<Integer> ask(int number) {
            alone(() -> {});
            return Promise.of(number);
        }

        @Override
        public Promise<Integer> chain(int depth) {
            Promise<Integer>[] answer = newAnswer();
            alone(() -> answer[0] = depth == 0 ? Promise.of(0) : lengthOfRest(depth));
            return answer[0];
        }

        private Promise<Integer> lengthOfRest(int depth) {
            return other.chain(depth - 1).thenApply(rest -> {
                alone(() -> {});
                return rest + 1;
            });
        }

        @Override
        public Promise<Integer> slow(int number, int millis) {
            Promise<Integer> later = new Promise<>();
            alone(() -> timers().after(Duration.ofMillis(millis), () -> later.complete(number)));
            return later;
        }

        @Override
        public void flood(int upTo) {
            alone(() -> sendOn(0, upTo));
        }

        private void sendOn(int from, int upTo) {
            int next = from;
            while (next < upTo && hitOther(next)) {
                next++;
            }
            int resume = next;
            if (next < upTo) {
                Remote.whenWritable(other).thenRun(() -> sendOn(resume, upTo));
            } else {
                flooded = true;
            }
        }

        private boolean hitOther(int number) {
            return Remote.offer(other, target -> target.hit(number));
        }

        @Override
        public Flow.Publisher<Integer> count(int upTo) {
            Emitter<Integer> emitter = new Emitter<>(4);
            alone(() -> fill(emitter, 0, upTo));
            return emitter;
        }

        private static void fill(Emitter<Integer> emitter, int from, int upTo) {
            int next = from;
            while (next < upTo && emitter.offer(next)) {
                next++;
            }
            int resume = next;
            if (next == upTo) {
                emitter.complete();
            } else {
                emitter.whenWritable().thenRun(() -> fill(emitter, resume, upTo));
            }
        }

        private void alone(Runnable action) {
            overlaps += inside ? 1 : 0;
            inside = true;
            action.run();
            inside = false;
        }

        @SuppressWarnings("unchecked")
        private static Promise<Integer>[] newAnswer() {
            return new Promise[1];
        }
    }
}
