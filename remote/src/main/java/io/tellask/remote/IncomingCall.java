package io.tellask.remote;

import java.time.Duration;

/**
 * A call that a peer makes, as an {@link Interceptor} sees it: who calls what. Immutable; its identity is that of the call.
 */
public final class IncomingCall {
    private final Principal principal;
    private final String peer;
    private final Class<?> contract;
    private final String method;
    private final String signature;
    private final int bytes;
    private final long beganNanos = System.nanoTime();

    /**
     * @param principal who calls
     * @param peer the address of the caller
     * @param contract the interface that is called
     * @param method the name of the method
     * @param signature the method with its parameters and result
     * @param bytes how long the call was on the wire
     */
    public IncomingCall(
            Principal principal, String peer, Class<?> contract, String method, String signature, int bytes) {
        this.principal = principal;
        this.peer = peer;
        this.contract = contract;
        this.method = method;
        this.signature = signature;
        this.bytes = bytes;
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

    /** How long ago it came. */
    public Duration elapsed() {
        return Duration.ofNanos(System.nanoTime() - beganNanos);
    }

    @Override
    public String toString() {
        return contract.getSimpleName() + "." + method + " by " + principal + " at " + peer;
    }
}
