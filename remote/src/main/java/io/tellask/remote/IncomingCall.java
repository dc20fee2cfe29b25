package io.tellask.remote;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A call that a peer makes, as an {@link Interceptor} sees it: who calls what. Its identity is that of the call. Immutable, but for what
 * {@link #carryOn} changes before the call is executed.
 */
public final class IncomingCall {
    private final Principal principal;
    private final String peer;
    private final Class<?> contract;
    private final String method;
    private final String signature;
    private final int bytes;
    private final @Nullable TraceContext trace;
    private @Nullable TraceContext carriedOn;
    private final long beganNanos = System.nanoTime();

    /** One that carries no trace. */
    public IncomingCall(
            Principal principal, String peer, Class<?> contract, String method, String signature, int bytes) {
        this(principal, peer, contract, method, signature, bytes, null);
    }

    /**
     * @param principal who calls
     * @param peer the address of the caller
     * @param contract the interface that is called
     * @param method the name of the method
     * @param signature the method with its parameters and result
     * @param bytes how long the call was on the wire
     * @param trace what the call carries; null: none
     */
    public IncomingCall(
            Principal principal,
            String peer,
            Class<?> contract,
            String method,
            String signature,
            int bytes,
            @Nullable TraceContext trace) {
        this.principal = principal;
        this.peer = peer;
        this.contract = contract;
        this.method = method;
        this.signature = signature;
        this.bytes = bytes;
        this.trace = trace;
        carriedOn = trace;
    }

    public Principal principal() {
        return principal;
    }

    public String peer() {
        return peer;
    }

    public Class<?> contract() {
        return contract;
    }

    public String method() {
        return method;
    }

    /** The method as PROTOCOL.md writes it, which tells overloads apart. */
    public String signature() {
        return signature;
    }

    public int bytes() {
        return bytes;
    }

    /** The trace that the call carries; empty where it carries none. */
    public Optional<TraceContext> trace() {
        return Optional.ofNullable(trace);
    }

    /**
     * Has the call executed with another trace than it carries, such as that of a span which stands for its execution: the actor sees it as
     * {@link TraceContext#current}, and its own calls carry it. For {@link Interceptor#before}; later it changes nothing.
     */
    public void carryOn(TraceContext other) {
        carriedOn = Objects.requireNonNull(other, "other");
    }

    /** The trace with which it is executed; empty where there is none. */
    public Optional<TraceContext> carriedOn() {
        return Optional.ofNullable(carriedOn);
    }

    /** How long ago it came. */
    public Duration elapsed() {
        return Duration.ofNanos(System.nanoTime() - beganNanos);
    }

    @Override
    public String toString() {
        return contract.getSimpleName() + "." + method + " by " + principal + " at " + peer;
    }
}
