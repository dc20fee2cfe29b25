package io.tellask.remote;

import java.util.Locale;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/** What came of a call, in few words: for meters and records, of which {@link Interceptor#after} is told more. */
public enum CallOutcome {
    /** It was executed, and did not fail. */
    DONE,

    /** It was executed and failed, or its time was over before. */
    FAILED,

    /** The caller gave it up, or its session ended. */
    GIVEN_UP,

    /** It was not executed: a limit, or arguments that cannot be decoded. */
    REFUSED,

    /** It was not executed: whoever calls may not. */
    DENIED;

    private final String word = name().toLowerCase(Locale.ROOT);

    /** What came of a call that ended with a failure, null for success. */
    public static CallOutcome of(@Nullable Throwable failure) {
        return switch (failure) {
            case null -> DONE;
            case CancellationException _ -> GIVEN_UP;
            case AccessDeniedException _ -> DENIED;
            case CallRefusedException _ -> REFUSED;
            default -> FAILED;
        };
    }

    /** In lower case, as tags and records have it. */
    public String word() {
        return word;
    }
}
