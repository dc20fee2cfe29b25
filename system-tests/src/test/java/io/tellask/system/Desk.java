package io.tellask.system;

import io.tellask.actor.Actor;
import io.tellask.actor.Emitter;
import io.tellask.actor.Promise;
import io.tellask.actor.StopReason;
import io.tellask.remote.Session;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;

/** A contract with one of everything, and the actor behind it. */
public interface Desk {
    void note(String line);

    Promise<List<String>> notes();

    Promise<Integer> add(int a, int b);

    /** Echoes a value of some size. */
    Promise<byte[]> echo(byte[] bytes);

    Promise<String> fail(String text);

    /** Never answers. */
    Promise<String> wait(String name);

    Flow.Publisher<Integer> count(int upTo);

    /** Emits 0, then nothing. */
    Flow.Publisher<Integer> pending();

    Promise<Drawer> drawer(String name);

    /** What is referred to by a result. */
    interface Drawer {
        void put(String thing);

        Promise<List<String>> things();
    }

    /** The actor. */
    final class Clerk extends Actor implements Desk {
        private final List<String> lines = new ArrayList<>();
        final CompletableFuture<String> cancelled = new CompletableFuture<>();
        final CompletableFuture<String> begun = new CompletableFuture<>();
        final CompletableFuture<StopReason> drawerStopped = new CompletableFuture<>();

        @Override
        public void note(String line) {
            lines.add(line);
        }

        @Override
        public Promise<List<String>> notes() {
            return Promise.of(new ArrayList<>(lines));
        }

        @Override
        public Promise<Integer> add(int a, int b) {
            return Promise.of(a + b);
        }

        @Override
        public Promise<byte[]> echo(byte[] bytes) {
            return Promise.of(bytes);
        }

        @Override
        public Promise<String> fail(String text) {
            throw new IllegalStateException(text);
        }

        @Override
        public Promise<String> wait(String name) {
            return new Promise<>();
        }

        @Override
        public Flow.Publisher<Integer> count(int upTo) {
            Emitter<Integer> emitter = new Emitter<>(16);
            emitter.onCancel(() -> cancelled.complete("count"));
            fill(emitter, 0, upTo);
            return emitter;
        }

        private void fill(Emitter<Integer> emitter, int from, int upTo) {
            int next = from;
            while (next < upTo && emitter.offer(next)) {
                next++;
            }
            if (next >= upTo) {
                emitter.complete();
            } else if (!emitter.isCancelled()) {
                int resume = next;
                emitter.whenWritable().thenRun(() -> fill(emitter, resume, upTo));
            }
        }

        @Override
        public Flow.Publisher<Integer> pending() {
            Emitter<Integer> emitter = new Emitter<>();
            emitter.onCancel(() -> cancelled.complete("pending"));
            begun.complete("pending");
            emitter.emit(0);
            return emitter;
        }

        @Override
        public Promise<Drawer> drawer(String name) {
            Session session = Session.current().orElseThrow();
            return Promise.of(session.spawn(Drawer.class, () -> new Box(name, drawerStopped)));
        }
    }

    /** The actor behind {@link Drawer}. */
    final class Box extends Actor implements Drawer {
        private final List<String> things = new ArrayList<>();
        private final CompletableFuture<StopReason> stopped;

        Box(String name, CompletableFuture<StopReason> stopped) {
            this.stopped = stopped;
            things.add(name);
        }

        @Override
        public void put(String thing) {
            things.add(thing);
        }

        @Override
        public Promise<List<String>> things() {
            return Promise.of(new ArrayList<>(things));
        }

        @Override
        protected void onStop(StopReason reason) {
            stopped.complete(reason);
        }
    }
}
