package io.tellask.codec.object;

import io.tellask.codec.builtin.BuiltIns;
import io.tellask.codec.graph.FailurePath;
import io.tellask.codec.graph.GraphReader;
import io.tellask.codec.graph.GraphWriter;
import io.tellask.codec.graph.Parts;
import io.tellask.codec.graph.TypeCodec;
import io.tellask.codec.graph.TypeRegistry;
import io.tellask.codec.references.Placeholder;
import io.tellask.codec.schema.ClassAccess;
import io.tellask.codec.schema.ClassShape;
import io.tellask.codec.schema.ClassShape.Member;
import io.tellask.codec.schema.Descriptor;
import io.tellask.codec.schema.SerialFields;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Exceptions: message, cause, stack trace and suppressed exceptions, then the fields of the exception's own classes.
 *
 * <pre>
 * message string slot | has cause 1 B | cause reference | frame count varint, frames | suppressed count varint, references | fields
 * </pre>
 *
 * The cause is absent (0) where it was never given, which is not the same as a given null.
 */
public final class ThrowableCodec extends ObjectCodec {
    private static final SerialFields STATE = new SerialFields(Throwable.class);
    private static final StackTraceElement[] NO_FRAMES = {};
    private static final TypeCodec FRAME = Objects.requireNonNull(BuiltIns.of(StackTraceElement.class));
    private static final int MIN_FRAME_BYTES = 7;

    private final OwnFields fields;

    private ThrowableCodec(OwnFields fields, int ordinal) {
        super(fields.shape(), ordinal);
        this.fields = fields;
    }

    /** The codec of an exception whose own fields handles reach. */
    public static ThrowableCodec of(Class<?> type, List<Member> members, int ordinal)
            throws ReflectiveOperationException {
        ClassShape shape = ClassShape.of(type, Descriptor.THROWABLE, members, ClassAccess.allocator(type), null);
        return new ThrowableCodec(new OwnFields.Open(shape), ordinal);
    }

    /** The codec of an exception whose package is closed to us. */
    public static ThrowableCodec ofClosed(Class<?> type, int ordinal) throws ReflectiveOperationException {
        return new ThrowableCodec(ClosedFields.of(type, Descriptor.THROWABLE), ordinal);
    }

    @Override
    public boolean isInPlace() {
        return false;
    }

    @Override
    public @Nullable Parts parts() {
        return null;
    }

    @Override
    public TypeCodec patient() {
        return this;
    }

    @Override
    public boolean readsUnresolved() {
        return false;
    }

    @Override
    public TypeCodec converter(Descriptor remote, TypeRegistry table) {
        return new ThrowableCodec(fields.writtenAs(remote), ordinal);
    }

    @Override
    public void write(GraphWriter out, Object value) {
        Throwable throwable = (Throwable) value;
        Map<String, @Nullable Object> state = STATE.of(throwable);
        out.writeString((String) state.get("detailMessage"));
        boolean hasCause = state.get("cause") != throwable;
        out.out.writeBoolean(hasCause);
        if (hasCause) {
            try {
                out.writeRef(state.get("cause"));
            } catch (Throwable e) {
                throw FailurePath.writingStep(e, type, ".cause");
            }
        }
        StackTraceElement[] frames = out.isForPeer() ? NO_FRAMES : throwable.getStackTrace();
        out.countSlots(frames.length, MIN_FRAME_BYTES);
        out.out.writeVarInt(frames.length);
        for (StackTraceElement frame : frames) {
            FRAME.write(out, frame);
        }
        Throwable[] suppressed = throwable.getSuppressed();
        out.countSlots(suppressed.length, 1);
        out.out.writeVarInt(suppressed.length);
        for (int i = 0; i < suppressed.length; i++) {
            try {
                out.writeRef(suppressed[i]);
            } catch (Throwable e) {
                throw FailurePath.writingStep(e, type, ".suppressed[" + i + "]");
            }
        }
        fields.write(out, value);
    }

    @Override
    public Object read(GraphReader in) {
        Throwable throwable = (Throwable) FieldParts.allocate(shape, in);
        in.register(throwable);
        Map<String, @Nullable Object> state = new HashMap<>();
        state.put("detailMessage", in.strings.readString());
        Object cause = in.in.readBoolean() ? readCause(in) : throwable;
        Placeholder hole = in.patches.take(cause);
        if (hole != null) {
            hole.then(built -> {
                state.put("cause", built);
                STATE.store(throwable, state);
            });
            cause = null;
        }
        state.put("cause", cause);
        StackTraceElement[] frames =
                new StackTraceElement[in.unbacked.takeReferences(in.readSlots(MIN_FRAME_BYTES), in)];
        for (int i = 0; i < frames.length; i++) {
            frames[i] = (StackTraceElement) FRAME.read(in);
        }
        state.put("stackTrace", frames);
        state.put("suppressedExceptions", readSuppressed(in));
        STATE.store(throwable, state);
        fields.readInto(in, throwable);
        return throwable;
    }

    private @Nullable Object readCause(GraphReader in) {
        try {
            return in.readRef();
        } catch (Throwable e) {
            throw FailurePath.readingStep(e, in, type, ".cause");
        }
    }

    private List<Throwable> readSuppressed(GraphReader in) {
        List<Throwable> suppressed = new ArrayList<>();
        int count = in.unbacked.takeReferences(in.readSlots(1), in);
        try {
            while (suppressed.size() < count) {
                suppressed.add((Throwable) in.readRef());
            }
        } catch (Throwable e) {
            throw FailurePath.readingStep(e, in, type, ".suppressed[" + suppressed.size() + "]");
        }
        return suppressed;
    }
}
