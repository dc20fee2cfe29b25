package io.tellask.cluster;

import java.util.function.Consumer;

/** Where a member gets the state that it lacks. */
@FunctionalInterface
public interface StateSource {
    /**
     * Hands on the parts of another member's {@link StateMachine#parts}, one after the other; returns after the last one.
     *
     * @param member name of it
     * @throws RuntimeException if the member cannot be reached, or its stream breaks off
     */
    void fetch(String member, Consumer<byte[]> parts);
}
