package io.tellask.actor;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The actor stopped, or was made again after a failure, before it answered: the call was not executed, unless the message says that it had begun. */
public final class ActorStoppedException extends ActorException {
    private static final String HAD_BEGUN = "the call had begun";

    private final transient @Nullable Object refuser;

    /** A failure with its message, which is kept bounded and printable. */
    public ActorStoppedException(String message) {
        this(message, true, null);
    }

    private ActorStoppedException(String message, boolean traced, @Nullable Object refuser) {
        super(message, traced);
        this.refuser = refuser;
    }

    /** What a call fails with that came after its actor had stopped; of the module itself. */
    public static ActorStoppedException refusedBy(Object actor, String name) {
        Objects.requireNonNull(actor, "actor");
        Objects.requireNonNull(name, "name");
        return new ActorStoppedException(
                "call: actor=" + name + " has stopped; the call was not executed", true, actor);
    }

    /** Whether an actor of this process refused the very call, rather than pass on that another one did; of the module itself. */
    public boolean isRefusalBy(Object actor) {
        return refuser == Objects.requireNonNull(actor, "actor");
    }

    /** Whether the call had begun, so that it was executed in part, perhaps. */
    public boolean hadBegun() {
        return getMessage() instanceof String text && text.contains(HAD_BEGUN);
    }

    /**
     * A failure that may be kept and given to many: it has neither a stack trace nor suppressed failures, by which it would keep the classes
     * alive of whoever made it.
     */
    public static ActorStoppedException untraced(String message) {
        return new ActorStoppedException(message, false, null);
    }
}
