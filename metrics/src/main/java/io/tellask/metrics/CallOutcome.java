package io.tellask.metrics;

import io.tellask.remote.AccessDeniedException;
import io.tellask.remote.CallRefusedException;
import java.util.Locale;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/** What came of a call, in as many words as a meter may have values of a tag. */
enum CallOutcome {
    DONE,
    FAILED,
    /** The caller gave it up, or its session ended. */
    GIVEN_UP,
    /** It was not executed: a limit, or arguments that cannot be decoded. */
    REFUSED,
    DENIED;

    private final String word = name().toLowerCase(Locale.ROOT);

    static CallOutcome of(@Nullable Throwable failure) {
        return switch (failure) {
            case null -> DONE;
            case CancellationException _ -> GIVEN_UP;
            case AccessDeniedException _ -> DENIED;
            case CallRefusedException _ -> REFUSED;
            default -> FAILED;
        };
    }

    String word() {
        return word;
    }
}
