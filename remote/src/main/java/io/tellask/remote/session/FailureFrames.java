package io.tellask.remote.session;

import io.tellask.actor.ActorStoppedException;
import io.tellask.actor.MailboxFullException;
import io.tellask.actor.runtime.ContractMethod;
import io.tellask.codec.ByteReader;
import io.tellask.codec.ByteWriter;
import io.tellask.codec.CodecException;
import io.tellask.codec.ScopedDecoder;
import io.tellask.codec.ScopedEncoder;
import io.tellask.remote.CallRefusedException;
import io.tellask.remote.DeadlineExceededException;
import io.tellask.remote.LookupException;
import io.tellask.remote.RemoteException;
import java.lang.reflect.Type;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How failures travel: {@code code, …}. Declared and granted exceptions as themselves, the runtime's own by code and text, all others by
 * the name of their type and their message, never with a stack trace.
 *
 * <pre>
 *  0 declared   | type name | message | index in the method's throws clause | encoded exception
 *  1 granted    | type name | message | encoded exception
 *  2 other      | type name | message
 *  3..          | message                               (the runtime's own)
 * </pre>
 */
final class FailureFrames {
    private static final int DECLARED = 0;
    private static final int GRANTED = 1;
    private static final int OTHER = 2;
    private static final int MAILBOX_FULL = 3;
    private static final int ACTOR_STOPPED = 4;
    private static final int DEADLINE = 5;
    private static final int REFUSED = 6;
    private static final int LOOKUP = 7;
    private static final int MOST_TEXT = 1_024;

    private FailureFrames() {}

    /** Writes a failure of a method, null for one that is none of a method's; whether it arrives as what it is, and not by name. */
    static boolean write(Throwable failure, @Nullable ContractMethod method, ByteWriter out, ScopedEncoder encoder) {
        int code = ownCode(failure);
        if (code >= 0) {
            out.writeByte(code);
            out.writeUtf8(shorten(failure.getMessage()));
            return true;
        }
        int start = out.position();
        try {
            if (writeAsItself(failure, method, out, encoder)) {
                return true;
            }
        } catch (CodecException notEncodable) {
            out.position(start);
        }
        writeByName(failure, out);
        return false;
    }

    /** Writes a failure by its type's name and its message. */
    static void writeByName(Throwable failure, ByteWriter out) {
        out.writeByte(OTHER);
        writeName(failure, out);
    }

    private static void writeName(Throwable failure, ByteWriter out) {
        out.writeUtf8(failure.getClass().getName());
        out.writeUtf8(shorten(failure.getMessage()));
    }

    private static boolean writeAsItself(
            Throwable failure, @Nullable ContractMethod method, ByteWriter out, ScopedEncoder encoder) {
        Type[] declared = method == null ? new Type[0] : method.method().getGenericExceptionTypes();
        for (int i = 0; i < declared.length; i++) {
            if (declared[i] == failure.getClass()) {
                out.writeByte(DECLARED);
                writeName(failure, out);
                out.writeVarInt(i);
                encoder.encode(failure, declared[i], out);
                return true;
            }
        }
        if (!encoder.grants(failure.getClass())) {
            return false;
        }
        out.writeByte(GRANTED);
        writeName(failure, out);
        encoder.encode(failure, Throwable.class, out);
        return true;
    }

    private static int ownCode(Throwable failure) {
        return switch (failure) {
            case MailboxFullException full -> MAILBOX_FULL;
            case ActorStoppedException stopped -> ACTOR_STOPPED;
            case DeadlineExceededException deadline -> DEADLINE;
            case CallRefusedException refused -> REFUSED;
            case LookupException lookup -> LOOKUP;
            default -> -1;
        };
    }

    private static @Nullable String shorten(@Nullable String text) {
        return text == null || text.length() <= MOST_TEXT ? text : text.substring(0, MOST_TEXT) + "…";
    }

    static Throwable read(ByteReader in, @Nullable ContractMethod method, ScopedDecoder decoder, int callId) {
        int code = in.readByte();
        return switch (code) {
            case DECLARED, GRANTED -> {
                RemoteException byName = readName(in, callId);
                yield readAsItself(code, in, method, decoder).orElse(byName);
            }
            case OTHER -> readName(in, callId);
            case MAILBOX_FULL -> new MailboxFullException(text(in));
            case ACTOR_STOPPED -> new ActorStoppedException(text(in));
            case DEADLINE -> new DeadlineExceededException(text(in));
            case LOOKUP -> new LookupException(text(in));
            default -> new CallRefusedException(text(in));
        };
    }

    private static String text(ByteReader in) {
        return Objects.requireNonNullElse(in.readUtf8(), "");
    }

    private static RemoteException readName(ByteReader in, int callId) {
        return new RemoteException(text(in), in.readUtf8(), Integer.toUnsignedLong(callId));
    }

    /** The exception itself; empty where this side does not declare or grant it. */
    private static Optional<Throwable> readAsItself(
            int code, ByteReader in, @Nullable ContractMethod method, ScopedDecoder decoder) {
        Type[] declared = method == null ? new Type[0] : method.method().getGenericExceptionTypes();
        int index = code == DECLARED ? in.readVarInt() : 0;
        if (code == DECLARED && (index < 0 || index >= declared.length)) {
            return Optional.empty();
        }
        try {
            return Optional.ofNullable(
                    (Throwable) decoder.decode(in, code == DECLARED ? declared[index] : Throwable.class));
        } catch (CodecException notAdmittedHere) {
            return Optional.empty();
        }
    }
}
