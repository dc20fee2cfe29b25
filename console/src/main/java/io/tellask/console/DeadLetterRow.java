package io.tellask.console;

import java.time.Instant;
import java.util.Objects;

/**
 * A message that an actor did not carry out.
 *
 * @param at when
 * @param actor the name of the actor
 * @param contract the full name of its contract
 * @param method that was called
 * @param reason FAILED, DROPPED, REFUSED or STOPPED
 * @param failure the class of what it threw; empty for other reasons
 */
public record DeadLetterRow(Instant at, String actor, String contract, String method, String reason, String failure) {
    public DeadLetterRow {
        Objects.requireNonNull(at, "at");
        Objects.requireNonNull(actor, "actor");
        Objects.requireNonNull(contract, "contract");
        Objects.requireNonNull(method, "method");
        Objects.requireNonNull(reason, "reason");
        Objects.requireNonNull(failure, "failure");
    }
}
