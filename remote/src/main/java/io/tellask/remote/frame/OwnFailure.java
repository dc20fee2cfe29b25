package io.tellask.remote.frame;

/**
 * Marks a failure of this session's own, about the call that it answers: a refusal before the call was executed, above all. It travels by a
 * code of its own, so that the caller gets the same type. An exception of such a type that a method throws or passes on is about another
 * call, which that method made: it travels by its name.
 */
public final class OwnFailure extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final RuntimeException reason;

    public OwnFailure(RuntimeException reason) {
        super(null, reason, false, false);
        this.reason = reason;
    }

    public RuntimeException reason() {
        return reason;
    }

    /** What failed, for logs. */
    public static Throwable unmarked(Throwable failure) {
        return failure instanceof OwnFailure own ? own.reason : failure;
    }
}
