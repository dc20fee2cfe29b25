package io.tellask.actor;

import io.tellask.actor.contract.LocalReference;
import io.tellask.actor.runtime.ActorCell;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/** Two actors on virtual dispatchers that run whatever a test hands them. For one test thread. */
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

    private ActorCell<?> spawn(VirtualDispatcher dispatcher) {
        Runner runner = system.spawn(Runner.class, () -> Runnable::run, SpawnOptions.on(dispatcher));
        return ((LocalReference) runner).cell();
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

    /** Runs both dispatchers until nothing is queued. */
    void settle() {
        boolean ran = true;
        while (ran) {
            ran = ownerTime.run() | otherTime.run();
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
