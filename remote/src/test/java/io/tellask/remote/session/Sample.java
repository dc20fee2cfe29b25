package io.tellask.remote.session;

import io.tellask.actor.Actor;
import io.tellask.actor.Emitter;
import io.tellask.actor.Promise;
import io.tellask.actor.Streams;
import io.tellask.remote.Session;
import java.util.List;
import java.util.concurrent.Flow;

/** The contract of the golden files: its calls bring about a frame of every kind. */
public interface Sample {
    /** An argument and result that needs a schema. */
    record Point(int x, long y, String name) {}

    /** An exception that a method declares. */
    final class Broken extends Exception {
        private static final long serialVersionUID = 1;

        Broken(String message) {
            super(message);
        }
    }

    void tell(int number);

    Promise<Integer> add(int a, int b);

    Promise<String> greet(String name);

    Promise<Point> move(Point from, long by);

    Promise<byte[]> echo(byte[] bytes);

    Promise<Void> fail();

    Promise<Void> failDeclared() throws Broken;

    Flow.Publisher<Integer> count(int upTo);

    Flow.Publisher<Integer> pending();

    Flow.Publisher<Sample> selves();

    Promise<Sample> child();

    /** The actor. */
    final class Sampler extends Actor implements Sample {
        @Override
        public void tell(int number) {}

        @Override
        public Promise<Integer> add(int a, int b) {
            return Promise.of(a + b);
        }

        @Override
        public Promise<String> greet(String name) {
            return Promise.of(name == null ? null : "hello " + name);
        }

        @Override
        public Promise<Point> move(Point from, long by) {
            return Promise.of(new Point(from.x(), from.y() + by, from.name()));
        }

        @Override
        public Promise<byte[]> echo(byte[] bytes) {
            return Promise.of(bytes);
        }

        @Override
        public Promise<Void> fail() {
            throw new IllegalStateException("out of ink");
        }

        @Override
        public Promise<Void> failDeclared() throws Broken {
            throw new Broken("as declared");
        }

        @Override
        public Flow.Publisher<Integer> count(int upTo) {
            return Streams.of(
                    java.util.stream.IntStream.rangeClosed(1, upTo).boxed().toList());
        }

        @Override
        public Flow.Publisher<Integer> pending() {
            Emitter<Integer> emitter = new Emitter<>();
            emitter.emit(7);
            return emitter;
        }

        @Override
        public Flow.Publisher<Sample> selves() {
            return Streams.of(List.of(self(Sample.class)));
        }

        @Override
        public Promise<Sample> child() {
            return Promise.of(Session.current().orElseThrow().spawn(Sample.class, Sampler::new));
        }
    }
}
