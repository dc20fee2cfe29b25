package io.tellask.remote;

import io.tellask.actor.Emitter;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Flow;
import java.util.function.Consumer;

/**
 * One spore at work: an actor starts it, hands it inputs, and returns the stream of what it emits.
 *
 * <p>The work, the reading of the inputs included, is done on a virtual thread beside the actor, which goes on with its messages meanwhile. So
 * what the inputs are read from must be thread-safe (a {@code DurableMap} is, a {@code HashMap} in the actor's field is not), and the spore may
 * see some of the changes that the actor makes while it runs. The spore waits where its caller is slow, and is told to stop when its caller has had enough. What it throws fails the
 * stream.
 *
 * <p>Used by its own thread only.
 */
public final class SporeRun<I, O> implements Spore.Output<O> {
    private static final int BUFFER_ITEMS = 1_024;

    private final Spore<I, O> spore;
    private final Emitter<O> emitter = new Emitter<>(BUFFER_ITEMS);
    private boolean stopped;

    private SporeRun(Spore<I, O> spore) {
        this.spore = spore;
    }

    /**
     * Starts a spore: {@code inputs} is called once, on the spore's thread, and hands in one input after the other by {@link #accept}, until
     * that says false.
     */
    public static <I, O> Flow.Publisher<O> start(Spore<I, O> spore, Consumer<SporeRun<I, O>> inputs) {
        SporeRun<I, O> run = new SporeRun<>(spore);
        Thread.ofVirtual().name("tellask-spore").start(() -> run.run(inputs));
        return run.emitter;
    }

    private void run(Consumer<SporeRun<I, O>> inputs) {
        try {
            inputs.accept(this);
            spore.finish(this);
            emitter.complete();
        } catch (Throwable failure) {
            emitter.fail(failure);
        }
    }

    /** Hands in one input; false if the spore wants no more. */
    public boolean accept(I input) {
        if (!stopped()) {
            spore.accept(input, this);
        }
        return !stopped();
    }

    @Override
    public void emit(O result) {
        while (!emitter.offer(result) && !emitter.isCancelled()) {
            awaitRoom();
        }
    }

    private void awaitRoom() {
        try {
            emitter.whenWritable().join();
        } catch (CancellationException | CompletionException ended) {
            stopped = true;
        }
    }

    @Override
    public void stop() {
        stopped = true;
    }

    @Override
    public boolean stopped() {
        return stopped || emitter.isCancelled();
    }
}
