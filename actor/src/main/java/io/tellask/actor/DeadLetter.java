package io.tellask.actor;

import java.time.Instant;
import java.util.Objects;

/**
 * A message that an actor did not carry out, and of which its sender may know nothing: listeners of {@link ActorSystem#onDeadLetter} are told.
 * It holds no argument of the message, but the text of a failure may name what the actor was given: whoever hands it on decides who may read
 * that. Immutable.
 *
 * @param at when
 * @param actor the name of the actor that it was for
 * @param contract the full name of the actor's contract
 * @param method which method was called
 * @param reason why it was not carried out
 * @param failure the class of what the method threw; empty unless the reason is {@link Reason#FAILED}
 * @param text the message of that, printable and of {@value #MOST_TEXT_CHARS} characters at most, besides how many were left out; empty where there is none
 */
public record DeadLetter(
        Instant at, String actor, String contract, String method, Reason reason, String failure, String text) {
    /** So much of a failure's message is told. */
    public static final int MOST_TEXT_CHARS = 256;

    /** Why a message was not carried out. */
    public enum Reason {
        /** A tell threw: nobody waits for it. */
        FAILED,
        /** A full mailbox let it go, as its {@link MailboxPolicy} says. */
        DROPPED,
        /** A full mailbox refused it; the caller was told. */
        REFUSED,
        /** The actor had stopped; the caller of an ask was told. */
        STOPPED
    }

    public DeadLetter {
        Objects.requireNonNull(at, "at");
        Objects.requireNonNull(actor, "actor");
        Objects.requireNonNull(contract, "contract");
        Objects.requireNonNull(method, "method");
        Objects.requireNonNull(reason, "reason");
        Objects.requireNonNull(failure, "failure");
        Objects.requireNonNull(text, "text");
    }

    /** All but the text: who logs this does not log what callers passed. */
    @Override
    public String toString() {
        return "DeadLetter[at=" + at + ", actor=" + actor + ", contract=" + contract + ", method=" + method
                + ", reason=" + reason + ", failure=" + failure + "]";
    }
}
