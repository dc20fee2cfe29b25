package io.tellask.remote;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Sees each call of a peer before it is executed and after it has ended: for authorization, rates and records. Must be thread-safe and must
 * not wait.
 */
@FunctionalInterface
public interface Interceptor {
    /**
     * Called on the connection's I/O loop before the arguments are decoded; the call goes on unless this throws. The caller of an ask gets an
     * {@link AccessDeniedException} or {@link io.tellask.remote.CallRefusedException} as it was thrown, and a refusal without details for any other;
     * a tell is dropped and counted as failed.
     */
    void before(IncomingCall call);

    /**
     * Called once for each call that {@link #before} let go on, on whatever thread the call ended: when a tell was executed, an ask answered or given
     * up, a stream ended. What it throws is logged.
     *
     * @param failure what the caller was told, null for success; a {@link java.util.concurrent.CancellationException} where it gave the call up or its session ended
     */
    default void after(IncomingCall call, @Nullable Throwable failure) {}

    /**
     * Asks several, in this order, until one refuses; each that let the call go on is told of its end, in the opposite order. A call that one of them
     * refused ends with that refusal.
     */
    static Interceptor all(Interceptor... interceptors) {
        return new InterceptorChain(List.of(Objects.requireNonNull(interceptors, "interceptors")));
    }
}
