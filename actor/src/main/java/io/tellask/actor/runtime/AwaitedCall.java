package io.tellask.actor.runtime;

import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** A promise that stands for a call: by it one gets from who waits for an answer to what the answer waits for. Thread-safe. */
public interface AwaitedCall {
    /** What was called, such as {@code Shop.buy}; null while a call within this process has not returned. */
    @Nullable
    String callName();

    /** What the method returned, and the answer waits for; null while nothing is known of that here. */
    @Nullable
    CompletionStage<?> answeredBy();
}
