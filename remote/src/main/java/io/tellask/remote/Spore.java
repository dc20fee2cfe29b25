package io.tellask.remote;

import io.tellask.actor.LeavesIoLoop;

/**
 * A piece of the caller's code that an actor applies to its data, where the data is.
 *
 * <p>A spore is a record: its components are what it captures, and travel with it; its class must be on the class path of both sides and
 * granted by the receiving side's codec. Or it is a lambda that is {@link java.io.Serializable}, where the codecs {@linkplain
 * io.tellask.codec.CodecBuilder#allowLambdas allow} these and grant the class that contains it, of which both sides must have the same
 * build. No bytecode travels. One instance is decoded for each call, so captured collections may serve as
 * the spore's state.
 *
 * <p>The actor decides what the code sees and where it runs, which is never on an I/O loop: an actor that calls the spore itself does so on
 * its own thread, between its messages; one that uses {@link SporeRun} goes on with its messages while the spore runs beside it on a virtual
 * thread, and must hand it only what is thread-safe. Either way one thread at a time calls a spore.
 *
 * @param <I> what the actor hands in
 * @param <O> what the spore emits
 */
@LeavesIoLoop
public interface Spore<I, O> {
    /** Called for each input, in the actor's order, until the input ends or {@link Output#stop} was called. */
    void accept(I input, Output<O> out);

    /** Called once after the last input, also after a stop: the moment to emit what was gathered. */
    default void finish(Output<O> out) {}

    /**
     * Where a spore's results go.
     *
     * @param <O> what is emitted
     */
    interface Output<O> {
        void emit(O result);

        /** Asks for no further input. */
        void stop();

        boolean stopped();
    }
}
