package io.tellask.actor.pattern;

import io.tellask.actor.Actor;
import io.tellask.actor.ActorSystem;
import io.tellask.actor.SpawnOptions;
import io.tellask.actor.Timers;
import io.tellask.actor.VirtualDispatcher;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** An actor in virtual time that runs what a test hands it. For one test thread. */
final class TimedActor implements AutoCloseable {
    /** An actor whose messages are the test's own code. */
    public interface Runner {
        void run(Runnable task);
    }

    private static final class RunnerActor extends Actor implements Runner {
        RunnerActor(Consumer<Timers> own) {
            own.accept(timers());
        }

        @Override
        public void run(Runnable task) {
            task.run();
        }
    }

    final ActorSystem system = ActorSystem.create();
    final VirtualDispatcher time = new VirtualDispatcher();
    final Timers timers;
    private final Runner runner;

    TimedActor() {
        AtomicReference<Timers> own = new AtomicReference<>();
        runner = system.spawn(Runner.class, () -> new RunnerActor(own::set), SpawnOptions.on(time));
        timers = own.get();
    }

    /** Runs code as the actor, and what follows from it. */
    void run(Runnable code) {
        runner.run(code);
        time.run();
    }

    <R> R call(Supplier<R> code) {
        AtomicReference<R> result = new AtomicReference<>();
        run(() -> result.set(code.get()));
        return result.get();
    }

    void advanceMillis(long millis) {
        time.advance(Duration.ofMillis(millis));
    }

    long millis() {
        return time.nanoTime() / 1_000_000;
    }

    void stop() {
        system.stop(runner);
        time.run();
    }

    @Override
    public void close() {
        stop();
        system.close();
    }
}
