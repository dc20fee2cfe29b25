package io.tellask.actor;

import io.tellask.actor.contract.LocalReference;
import io.tellask.actor.runtime.ActorCell;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Two actors on virtual dispatchers, and a third one on the pool or a virtual thread, that run whatever a test hands them. For one test thread. */
final class TwoActors implements AutoCloseable {
    /** An actor whose messages are the test's own code. */
    public interface Runner {
        void run(Runnable task);
    }

    final ActorSystem system = ActorSystem.create();
    final VirtualDispatcher ownerTime = new VirtualDispatcher();
    final VirtualDispatcher otherTime = new VirtualDispatcher();
    final ActorCell<?> owner = spawn(ownerTime);
    final ActorCell<?> other = spawn(otherTime);

    private final SpawnOptions placeOfThird;
    private @Nullable ActorCell<?> third; // null until a test asks for it

    TwoActors() {
        this(SpawnOptions.pool());
    }

    TwoActors(SpawnOptions placeOfThird) {
        this.placeOfThird = placeOfThird;
    }

    private ActorCell<?> spawn(VirtualDispatcher dispatcher) {
        return spawn(SpawnOptions.on(dispatcher));
    }

    private ActorCell<?> spawn(SpawnOptions options) {
        Runner runner = system.spawn(Runner.class, () -> Runnable::run, options);
        return ((LocalReference) runner).cell();
    }

    /** The one on real threads. */
    ActorCell<?> third() {
        if (third == null) {
            third = spawn(placeOfThird);
        }
        return third;
    }

    /** Runs code as an actor, or on the calling thread for null, and everything that follows from it. */
    void as(ActorCell<?> actor, Runnable code) {
        if (actor == null) {
            code.run();
        } else {
            actor.enqueue(code);
        }
        settle();
    }

    <R> R callAs(ActorCell<?> actor, Supplier<R> code) {
        AtomicReference<R> result = new AtomicReference<>();
        as(actor, () -> result.set(code.get()));
        return result.get();
    }

    /** Runs both dispatchers until nothing is queued, and waits for the third actor until nothing is queued there. */
    void settle() {
        boolean ran = true;
        while (ran) {
            awaitThird();
            ran = ownerTime.run() | otherTime.run();
        }
    }

    private void awaitThird() {
        long behind = third == null ? 0 : 1;
        while (behind > 0) {
            CompletableFuture<Long> waiting = new CompletableFuture<>();
            third.enqueue(() -> waiting.complete(third.queuedMessages()));
            behind = waiting.orTimeout(30, TimeUnit.SECONDS).join();
        }
    }

    @Override
    public void close() {
        system.stop(owner.reference());
        system.stop(other.reference());
        settle();
        system.close();
    }
}
