package io.tellask.remote;

import io.tellask.text.SafeText;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The remote actor failed with an exception that is neither declared by the method nor granted by the codec: its type's name and message
 * arrive, its stack trace does not: the other side writes it to the log {@code io.tellask.remote} with the same {@link #failureId}, as a
 * warning one failure a second at most, all of them at level DEBUG.
 *
 * <p>So arrives, too, what became of a call that the actor made itself and passed on, such as the deadline of a second hop: the call that
 * fails with this exception was executed.
 *
 * <p>What the other side said arrives {@linkplain SafeText bounded and printable}: on one line, without control characters.
 */
public final class RemoteException extends RemotingException {
    /** The most characters of {@link #typeName()} and of {@link #reason()}, whatever the other side sends. */
    public static final int MAX_CHARS = 1_024;

    /** The most characters of {@link #failureId()}. */
    public static final int MAX_ID_CHARS = 32;

    private final String typeName;
    private final String reason;
    private final long callId;
    private final String failureId;

    public RemoteException(String typeName, @Nullable String message, long callId) {
        this(typeName, message, callId, "");
    }

    /** With the id that the other side gave the failure; empty if it gave none. */
    public RemoteException(String typeName, @Nullable String message, long callId, String failureId) {
        super(SafeText.of(typeName) + (message == null ? "" : ": " + SafeText.of(message, MAX_CHARS)) + " (call "
                + callId
                + (Objects.requireNonNull(failureId, "failureId").isEmpty()
                        ? ""
                        : ", failure " + SafeText.of(failureId, MAX_ID_CHARS))
                + ")");
        this.typeName = SafeText.of(typeName, MAX_CHARS);
        reason = message == null ? this.typeName : SafeText.of(message, MAX_CHARS);
        this.callId = callId;
        this.failureId = SafeText.of(failureId, MAX_ID_CHARS);
    }

    /** The name of the exception's class at the other side. */
    public String typeName() {
        return typeName;
    }

    /** What the exception said at the other side, or the name of its class where it said nothing. */
    public String reason() {
        return reason;
    }

    /** The call that failed, by the number that the other side's log {@code io.tellask.remote} gives it: {@code call=…}. */
    public long callId() {
        return callId;
    }

    /**
     * Under which id the process where it happened has it in its log {@code io.tellask.remote}: {@code failure=…}. It stays the same in each
     * process that passes the failure on, and in their logs. Empty if the other side gave none, being of an older release.
     */
    public String failureId() {
        return failureId;
    }
}
