package io.tellask.rest.call;

import io.tellask.actor.ActorStoppedException;
import io.tellask.actor.MailboxFullException;
import io.tellask.actor.failure.Failures;
import io.tellask.http.HttpException;
import io.tellask.remote.AccessDeniedException;
import io.tellask.remote.CreditExhaustedException;
import io.tellask.remote.DeadlineExceededException;
import io.tellask.remote.DisconnectedException;
import io.tellask.remote.LogLimiter;
import io.tellask.remote.OutcomeUnknownException;
import io.tellask.rest.Status;
import io.tellask.rest.problem.Refusal;
import io.tellask.text.SafeLog;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Says what senders are told of failures: of those that nothing is known of an id alone, under which the log has them.
 * Thread-safe.
 */
public final class CallFailures {
    private static final Logger LOG = System.getLogger("io.tellask.rest");
    private static final String PROCESS =
            HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextInt()) + "-";
    private static final AtomicInteger LAST_ID = new AtomicInteger();

    private final Map<Class<? extends Throwable>, Integer> statuses;
    private final LogLimiter traces = new LogLimiter();

    /** With statuses of exceptions that are not annotated. */
    public CallFailures(Map<Class<? extends Throwable>, Integer> statuses) {
        this.statuses = Map.copyOf(statuses);
    }

    /** What the sender is told; a failure that nothing is known of is logged. */
    Refusal refusal(Throwable thrown, String what) {
        Throwable failure = Failures.unwrap(thrown);
        return switch (failure) {
            case Refusal refusal -> refusal;
            case HttpException http -> Refusal.of(http.status(), "request refused", message(http));
            case MailboxFullException _, CreditExhaustedException _ ->
                Refusal.later(503, "overloaded", "more calls wait than there may; try again later");
            case ActorStoppedException _, DisconnectedException _ ->
                Refusal.later(503, "not available", "what serves this has stopped; try again later");
            case DeadlineExceededException _, TimeoutException _ ->
                Refusal.of(504, "no answer in time", "the call was given up; it may still be executed");
            case OutcomeUnknownException _ ->
                Refusal.of(
                        502,
                        "outcome unknown",
                        "the connection to what serves this was lost; the call may have been executed");
            case AccessDeniedException denied -> Refusal.of(403, "forbidden", message(denied));
            default -> known(failure, what);
        };
    }

    private Refusal known(Throwable failure, String what) {
        Integer status = status(failure.getClass());
        return status != null ? Refusal.of(status, title(failure), message(failure)) : unknown(failure, what);
    }

    private @Nullable Integer status(Class<?> type) {
        for (Class<?> each = type; each != null; each = each.getSuperclass()) {
            Status annotated = each.getAnnotation(Status.class);
            Integer given = statuses.get(each);
            if (given != null || annotated != null) {
                return given != null
                        ? given
                        : Integer.valueOf(Objects.requireNonNull(annotated).value());
            }
        }
        return null;
    }

    /** The name of the exception in words: {@code out of stock}. */
    private static String title(Throwable failure) {
        String name = failure.getClass().getSimpleName().replaceFirst("(Exception|Error)$", "");
        return name.replaceAll("(?<=[a-z])(?=[A-Z])", " ").toLowerCase(Locale.ROOT);
    }

    private static String message(Throwable failure) {
        String message = failure.getMessage();
        return message == null || message.isBlank() ? title(failure) : message;
    }

    private Refusal unknown(Throwable failure, String what) {
        String id = PROCESS + HexFormat.of().toHexDigits(LAST_ID.incrementAndGet());
        String line = "request failed: " + what + ", failure=" + id;
        long before = traces.admit(System.nanoTime());
        if (before != LogLimiter.LEFT_OUT) {
            SafeLog.log(LOG, Level.WARNING, line + ", suppressed traces before=" + before, null, failure);
        } else {
            LOG.log(Level.WARNING, line + ", " + failure.getClass().getName() + ": " + SafeLog.describe(failure));
        }
        return Refusal.of(500, "internal failure", "the log of the server has it as failure=" + id);
    }
}
