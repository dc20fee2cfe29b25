package io.tellask.remote.frame;

import io.tellask.actor.ActorStoppedException;
import io.tellask.actor.MailboxFullException;
import io.tellask.actor.contract.ContractMethod;
import io.tellask.actor.failure.Failures;
import io.tellask.actor.runtime.ActorCell;
import io.tellask.codec.ByteReader;
import io.tellask.codec.ByteWriter;
import io.tellask.codec.ScopedEncoder;
import io.tellask.remote.AccessDeniedException;
import io.tellask.remote.CallRefusedException;
import io.tellask.remote.DeadlineExceededException;
import io.tellask.remote.LookupException;
import io.tellask.remote.RemoteException;
import io.tellask.text.SafeText;
import java.lang.reflect.Type;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How failures travel: {@code code, …}. Declared and granted exceptions and those of the JDK as themselves, the session's own
 * ({@link OwnFailure}) by code and text, all others by the name of their type and their message, never with a stack trace.
 *
 * <pre>
 *  0 declared   | type name | message | index in the method's throws clause | encoded exception
 *  1 granted    | type name | message | encoded exception | failure id     (that only if of the JDK)
 *  2 other      | type name | message | failure id
 *  3..          | message                               (the session's own)
 * </pre>
 */
public final class FailureFrames {
    private static final int DECLARED = 0;
    private static final int GRANTED = 1;
    private static final int OTHER = 2;
    private static final int MAILBOX_FULL = 3;
    private static final int ACTOR_STOPPED = 4;
    private static final int DEADLINE = 5;
    private static final int REFUSED = 6;
    private static final int LOOKUP = 7;
    private static final int DENIED = 8;

    private FailureFrames() {}

    /** Writes exceptions in the form that the values of a session have. */
    @FunctionalInterface
    public interface ValueWriter {
        void write(Throwable failure, Type declared, ByteWriter out);
    }

    /** Reads them; an id may follow. */
    @FunctionalInterface
    public interface ValueReader {
        @Nullable
        Object read(ByteReader in, Type declared);
    }

    /**
     * Writes a failure of a method, null for one that is none of a method's; the id that it got, or null where the application expects it:
     * declared, granted, or one of the session's own.
     */
    public static @Nullable String write(
            Throwable thrown,
            @Nullable ContractMethod method,
            ByteWriter out,
            ScopedEncoder encoder,
            ValueWriter values) {
        Throwable failure = Failures.unwrap(thrown);
        if (failure instanceof OwnFailure own) {
            out.writeByte(ownCode(own.reason()));
            out.writeUtf8(message(own.reason()));
            return null;
        }
        int start = out.position();
        try {
            if (writeAsItself(failure, method, out, encoder, values)) {
                return !isOfJdk(failure) || isDeclared(failure, method) ? null : writeId(failure, out);
            }
        } catch (Throwable notEncodable) { // hooks of the exception's class take part
            out.position(start);
        }
        return writeByName(failure, out);
    }

    /** What a caller of an actor is told: that the actor has stopped is the session's own to say. */
    public static Throwable ofActor(ActorCell<?> cell, Throwable failure) {
        return cell.isStopped() && failure instanceof ActorStoppedException stopped ? new OwnFailure(stopped) : failure;
    }

    /** Writes a failure by its type's name and its message; the id that it got. */
    public static String writeByName(Throwable failure, ByteWriter out) {
        Throwable named = Failures.unwrap(OwnFailure.unmarked(failure));
        out.writeByte(OTHER);
        writeName(named, out);
        return writeId(named, out);
    }

    /** Of a call that this side made, the id stays. */
    private static String writeId(Throwable failure, ByteWriter out) {
        String id =
                failure instanceof RemoteException before && !before.failureId().isEmpty()
                        ? before.failureId()
                        : FailureLog.newId();
        out.writeUtf8(id);
        return id;
    }

    private static void writeName(Throwable failure, ByteWriter out) {
        if (failure instanceof RemoteException before) {
            // of a call that this side made: its first name and words go on
            out.writeUtf8(before.typeName());
            out.writeUtf8(before.reason().equals(before.typeName()) ? null : before.reason());
            return;
        }
        out.writeUtf8(failure.getClass().getName());
        out.writeUtf8(message(failure));
    }

    private static boolean isDeclared(Throwable failure, @Nullable ContractMethod method) {
        return method != null && method.types().failures().contains(failure.getClass());
    }

    private static boolean isOfJdk(Throwable failure) {
        return failure.getClass().getName().startsWith("java.");
    }

    /** An error of the JDK, or an interrupt, says something of the process and thread where it is thrown: there it stays. */
    private static boolean staysThere(Throwable failure) {
        return isOfJdk(failure) && (failure instanceof Error || failure instanceof InterruptedException);
    }

    private static boolean writeAsItself(
            Throwable failure,
            @Nullable ContractMethod method,
            ByteWriter out,
            ScopedEncoder encoder,
            ValueWriter values) {
        List<Type> declared = method == null ? List.of() : method.types().failures();
        for (int i = 0; i < declared.size(); i++) {
            if (declared.get(i) == failure.getClass()) {
                out.writeByte(DECLARED);
                writeName(failure, out);
                out.writeVarInt(i);
                values.write(failure, declared.get(i), out);
                return true;
            }
        }
        if (staysThere(failure) || !encoder.takesException(failure.getClass())) {
            return false;
        }
        out.writeByte(GRANTED);
        writeName(failure, out);
        values.write(failure, Throwable.class, out);
        return true;
    }

    private static int ownCode(RuntimeException failure) {
        return switch (failure) {
            case MailboxFullException full -> MAILBOX_FULL;
            case ActorStoppedException stopped -> ACTOR_STOPPED;
            case DeadlineExceededException deadline -> DEADLINE;
            case LookupException lookup -> LOOKUP;
            case AccessDeniedException denied -> DENIED;
            default -> REFUSED;
        };
    }

    private static @Nullable String message(Throwable failure) {
        try {
            return shorten(failure.getMessage());
        } catch (Throwable unreadable) {
            return "its message cannot be read";
        }
    }

    private static @Nullable String shorten(@Nullable String text) {
        return text == null || text.length() <= RemoteException.MAX_CHARS
                ? text
                : text.substring(0, RemoteException.MAX_CHARS) + "…";
    }

    public static Throwable read(ByteReader in, @Nullable ContractMethod method, ValueReader values, int callId) {
        int code = in.readByte();
        return switch (code) {
            case DECLARED, GRANTED -> {
                String type = text(in);
                String message = in.readUtf8();
                yield readAsItself(code, in, method, values, callId)
                        .orElseGet(() -> new RemoteException(type, message, Integer.toUnsignedLong(callId)));
            }
            case OTHER -> new RemoteException(text(in), in.readUtf8(), Integer.toUnsignedLong(callId), readId(in));
            case MAILBOX_FULL -> new MailboxFullException(text(in));
            case ACTOR_STOPPED -> new ActorStoppedException(text(in));
            case DEADLINE -> new DeadlineExceededException(text(in));
            case LOOKUP -> new LookupException(text(in));
            case DENIED -> new AccessDeniedException(text(in));
            default -> new CallRefusedException(text(in));
        };
    }

    private static String text(ByteReader in) {
        return SafeText.of(Objects.requireNonNullElse(in.readUtf8(), ""), RemoteException.MAX_CHARS);
    }

    /** Empty where a release from before sent the failure. */
    private static String readId(ByteReader in) {
        return in.remaining() == 0 ? "" : Objects.requireNonNullElse(in.readUtf8(), "");
    }

    /** The exception itself; empty where this side does not declare or grant it. */
    private static Optional<Throwable> readAsItself(
            int code, ByteReader in, @Nullable ContractMethod method, ValueReader values, int callId) {
        List<Type> declared = method == null ? List.of() : method.types().failures();
        int index = code == DECLARED ? in.readVarInt() : 0;
        if (code == DECLARED && (index < 0 || index >= declared.size())) {
            return Optional.empty();
        }
        try {
            Throwable failure = (Throwable) values.read(in, code == DECLARED ? declared.get(index) : Throwable.class);
            if (failure == null || code == GRANTED && staysThere(failure)) {
                return Optional.empty();
            }
            if (code == GRANTED && isOfJdk(failure)) {
                failure.setStackTrace(new StackTraceElement[] {arrival(callId, readId(in))});
            }
            return Optional.of(failure);
        } catch (Throwable notReadableHere) { // not admitted, or hooks of its class failed
            return Optional.empty();
        }
    }

    /** Where an undeclared exception of the JDK came from, since its stack trace did not travel. */
    private static StackTraceElement arrival(int callId, String failureId) {
        String file = "call=" + Integer.toUnsignedString(callId)
                + (failureId.isEmpty() ? "" : ", failure=" + SafeText.of(failureId, RemoteException.MAX_ID_CHARS))
                + ", see the log of the other side";
        return new StackTraceElement("io.tellask.remote", "call", file, -1);
    }
}
