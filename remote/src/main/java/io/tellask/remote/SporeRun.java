package io.tellask.remote;

import io.tellask.actor.Emitter;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One spore at work: an actor starts it, hands it inputs, and returns the stream of what it emits.
 *
 * <p>The work, the reading of the inputs included, is done on a virtual thread beside the actor, which goes on with its messages meanwhile. So
 * what the inputs are read from must be thread-safe (a {@code DurableMap} is, a {@code HashMap} in the actor's field is not), and the spore may
 * see some of the changes that the actor makes while it runs. It begins when somebody subscribes to the stream, and is told to stop when its caller
 * has had enough. What it throws fails the stream.
 *
 * <p>Spores, and other streams, of one caller take turns: two run at once, or as many as half of the processors, and after a millisecond, 64 inputs or
 * 64 results the next one does. Nobody interrupts a spore within one input.
 *
 * <p>The spore waits where its caller is slow: once 1,024 results wait, or a mebibyte of them as they are sent, or 64 KiB while peers hold more
 * than half of what they may; it has made one more then.
 * Results for a caller in the same process are counted, but not weighed. Those for another process are encoded where they are emitted, and
 * what the spore does with them later is not seen there.
 *
 * <p>Used by its own thread only.
 */
public final class SporeRun<I, O> implements Spore.Output<O> {
    private static final int BUFFER_ITEMS = 1_024;

    private final Spore<I, O> spore;
    private final Consumer<SporeRun<I, O>> inputs;
    private final Emitter<Object> emitter = new Emitter<>(BUFFER_ITEMS);
    private final AtomicBoolean begun = new AtomicBoolean();
    private final Queue<Integer> weights = new ConcurrentLinkedQueue<>();
    private final UntakenItems waiting = new UntakenItems();
    private final Thread thread = Thread.ofVirtual().name("tellask-spore").unstarted(this::run);
    private @Nullable ItemCarrier carrier;
    private boolean stopped;
    private volatile boolean made;

    private SporeRun(Spore<I, O> spore, Consumer<SporeRun<I, O>> inputs) {
        this.spore = spore;
        this.inputs = inputs;
    }

    /**
     * The stream of what a spore makes, which starts it: {@code inputs} is called once, on the spore's thread, and hands in one input after the
     * other by {@link #accept}, until that says false.
     */
    public static <I, O> Flow.Publisher<O> start(Spore<I, O> spore, Consumer<SporeRun<I, O>> inputs) {
        Objects.requireNonNull(spore, "spore");
        Objects.requireNonNull(inputs, "inputs");
        return new SporeRun<>(spore, inputs)::subscribe;
    }

    @SuppressWarnings("unchecked") // gets results only, or what it made of them itself
    private void subscribe(Flow.Subscriber<? super O> results) {
        Flow.Subscriber<Object> subscriber = (Flow.Subscriber<Object>) results;
        if (!begun.compareAndSet(false, true)) {
            emitter.subscribe(subscriber); // refuses it
            return;
        }
        if (subscriber instanceof ItemCarrier sending) {
            sending.whenLeft(this::left);
            sending.cancelAtOnce(this::unwanted);
            stopped = !waiting.leaveBy(sending);
            carrier = sending;
        }
        emitter.onCancel(this::unwanted);
        emitter.subscribe(subscriber);
        try {
            thread.start();
        } catch (Throwable notStarted) {
            made = true;
            endIfTaken(waiting.bytes());
            emitter.fail(notStarted);
        }
    }

    /** Nobody takes any more of the results: on any thread. */
    private void unwanted() {
        endIfTaken(waiting.bytes());
        waiting.wake();
    }

    private void run() {
        waiting.begin();
        try {
            inputs.accept(this);
            spore.finish(this);
            emitter.complete();
        } catch (Throwable failure) {
            emitter.fail(failure);
        } finally {
            waiting.finish();
            made = true;
            endIfTaken(waiting.bytes());
        }
    }

    /** Hands in one input; false if the spore wants no more. */
    public boolean accept(I input) {
        if (!stopped()) {
            spore.accept(input, this);
            waiting.giveWay(0);
        }
        return !stopped();
    }

    /**
     * Lets other spores and streams have their turn where finding the next input takes long: to be called about once a millisecond, by the spore's
     * thread. False if the spore wants no more.
     */
    public boolean giveWay() {
        waiting.giveWay(UntakenItems.TURN_BYTES);
        return !stopped();
    }

    @Override
    public void emit(O result) {
        Objects.requireNonNull(result, "result");
        Object leaving = result;
        if (carrier != null) {
            ItemCarrier.Carried carried = carrier.carry(result);
            int bytes = carried.bytes();
            leaving = carried;
            waiting.awaitRoom(false, emitter::isCancelled);
            waiting.awaitLeaving(emitter::isCancelled);
            weights.add(bytes);
            waiting.add(bytes);
        }
        while (!emitter.offer(leaving) && !emitter.isCancelled()) {
            awaitRoom();
        }
    }

    /** A result has left: on the actor's dispatcher. */
    private void left() {
        Integer bytes = weights.remove();
        endIfTaken(waiting.add(-bytes));
    }

    /** Nothing is counted any more once everything is made and taken, or nobody takes it. */
    private void endIfTaken(long rest) {
        if (made && (rest == 0 || emitter.isCancelled())) {
            waiting.end();
        }
    }

    private void awaitRoom() {
        waiting.rest();
        try {
            emitter.whenWritable().join();
        } catch (CancellationException | CompletionException ended) {
            stopped = true;
        } finally {
            waiting.goOn();
        }
    }

    @Override
    public void stop() {
        stopped = true;
    }

    @Override
    public boolean stopped() {
        return stopped || waiting.isFull() || emitter.isCancelled();
    }
}
