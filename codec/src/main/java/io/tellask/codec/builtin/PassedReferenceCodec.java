package io.tellask.codec.builtin;

import io.tellask.codec.DecodeException;
import io.tellask.codec.EncodeException;
import io.tellask.codec.NotInPlaceException;
import io.tellask.codec.failure.FailurePlace;
import io.tellask.codec.graph.GraphReader;
import io.tellask.codec.graph.GraphWriter;
import io.tellask.codec.graph.HeadNumbers;
import io.tellask.codec.graph.TypeCodec;
import io.tellask.codec.trust.Admission;
import io.tellask.text.PassedByReference;
import java.util.function.IntFunction;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * References to actors: a number, by which who sends and who receives the message know them. They name no class, so nothing is
 * granted; what a number stands for is told by whoever receives.
 *
 * <pre>
 * number varint
 * </pre>
 */
public final class PassedReferenceCodec extends TypeCodec {
    private static final int HEAD = HeadNumbers.extended(43);

    /** Reads references of any class. */
    public static final TypeCodec READER = new PassedReferenceCodec(PassedByReference.class);

    private PassedReferenceCodec(Class<?> type) {
        super(type, HEAD, false);
    }

    /** The codec of references of a class; null for any other class. */
    public static @Nullable TypeCodec of(Class<?> type) {
        return PassedByReference.class.isAssignableFrom(type) && !type.isInterface()
                ? new PassedReferenceCodec(type)
                : null;
    }

    @Override
    public void write(GraphWriter out, Object value) {
        if (out.out.isInPlace()) {
            throw NotInPlaceException.CODE;
        }
        ToIntFunction<Object> numbers = out.out.references();
        if (numbers == null) {
            throw new EncodeException(
                    "encode: " + value + " is a reference to an actor, class=" + type.getName()
                            + ", which travels in calls and answers between processes alone; keep its name, and look it up again");
        }
        out.out.writeVarInt(numbers.applyAsInt(value));
    }

    @Override
    public @Nullable Object read(GraphReader in) {
        long offset = in.in.offset();
        int number = in.in.readVarInt();
        IntFunction<Object> references = in.in.references();
        if (references != null) {
            return references.apply(number);
        }
        if (in.admission() == Admission.DESCRIBING) {
            return "reference " + Integer.toUnsignedString(number);
        }
        throw FailurePlace.at(
                new DecodeException("decode: a reference to an actor, number=" + Integer.toUnsignedString(number)
                        + ", in a message that brings none; the bytes are damaged, or of a session"),
                offset);
    }
}
