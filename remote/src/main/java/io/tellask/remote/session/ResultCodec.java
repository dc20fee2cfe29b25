package io.tellask.remote.session;

import io.tellask.actor.contract.ContractMethod;
import io.tellask.codec.ByteReader;
import io.tellask.codec.ByteWriter;
import io.tellask.codec.CodecException;
import io.tellask.codec.EncodeException;
import io.tellask.codec.ScopedEncoder;
import java.lang.invoke.MethodType;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.util.concurrent.Flow;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * How the results of one method, or the items of one parameter, travel: numbers and strings in a few bytes, everything else through the
 * session's codec. Null has a frame kind of its own and never comes here. Immutable but for a contract found at first use; thread-safe.
 */
abstract sealed class ResultCodec {
    private final Type type;
    private final Class<?> erased;
    private final boolean reference;
    private final InPlaceTries tries = new InPlaceTries();
    final UnaryOperator<CodecException> placed; // says of a failure which value it was

    ResultCodec(Type type, UnaryOperator<CodecException> placed) {
        this.type = type;
        this.placed = placed;
        erased = erase(type);
        reference = RemoteContract.isContract(type);
    }

    static ResultCodec of(ContractMethod method) {
        return of(method.resultType(), failure -> CallPlaces.ofResult(failure, method));
    }

    /** How the items of parameters travel that are publishers; null for each that is none. */
    static @Nullable ResultCodec[] ofStreams(ContractMethod method) {
        @Nullable
        ResultCodec[] items = new ResultCodec[method.types().parameters().size()];
        for (int i = 0; i < items.length; i++) {
            Type type = itemType(method, i);
            int parameter = i;
            items[i] = type == null ? null : of(type, failure -> CallPlaces.ofParameter(failure, method, parameter));
        }
        return items;
    }

    /** What a parameter emits; null if it is not a publisher itself. */
    static @Nullable Type itemType(ContractMethod method, int parameter) {
        if (method.method().getParameterTypes()[parameter] != Flow.Publisher.class) {
            return null;
        }
        Type item = method.types().parameters().get(parameter) instanceof ParameterizedType generic
                ? generic.getActualTypeArguments()[0]
                : Object.class;
        return item instanceof WildcardType wildcard ? wildcard.getUpperBounds()[0] : item;
    }

    /** What the values of a parameter are, or of its items where it is a publisher. */
    static Type valueType(ContractMethod method, int parameter) {
        Type item = itemType(method, parameter);
        return item == null ? method.types().parameters().get(parameter) : item;
    }

    private static ResultCodec of(Type type, UnaryOperator<CodecException> placed) {
        if (type == UntypedReference.class) {
            return new OfUntyped(type, placed);
        }
        if (type == Integer.class || type == int.class) {
            return new OfInt(type, placed);
        }
        if (type == Long.class || type == long.class) {
            return new OfLong(type, placed);
        }
        if (type == Boolean.class || type == boolean.class) {
            return new OfBoolean(type, placed);
        }
        if (type == Double.class || type == double.class) {
            return new OfDouble(type, placed);
        }
        if (type == String.class) {
            return new OfString(type, placed);
        }
        return type == byte[].class ? new OfBytes(type, placed) : new OfObject(type, placed);
    }

    /** The results of a lookup: references of a contract. */
    static ResultCodec ofReference(RemoteContract<?> contract) {
        OfObject codec = new OfObject(contract.contract().type(), UnaryOperator.identity());
        codec.contract = contract;
        return codec;
    }

    /** Whether results may be references by themselves. */
    final boolean isReference() {
        return reference;
    }

    /** The contract of references among the results; null where the type cannot be one. */
    @Nullable
    RemoteContract<?> contract() {
        return null;
    }

    /** Raises a clear error if the actor returned something else than its method declares. */
    final void requireFits(Object value) {
        if (!erased.isInstance(value)) {
            throw new EncodeException("answer: class=" + value.getClass().getName() + " where " + type.getTypeName()
                    + " is declared; the actor's method broke its own signature");
        }
    }

    private static Class<?> erase(Type type) {
        return switch (type) {
            case Class<?> plain ->
                plain.isPrimitive() ? MethodType.methodType(plain).wrap().returnType() : plain;
            case ParameterizedType generic -> (Class<?>) generic.getRawType();
            case GenericArrayType array -> Object[].class;
            default -> Object.class;
        };
    }

    Type type() {
        return type;
    }

    /** Whether results that are not small are written in place. */
    final InPlaceTries tries() {
        return tries;
    }

    /** Whether a value is written in a few bytes without user code, so that it may be written under the batch's lock. */
    boolean isSmall() {
        return true;
    }

    abstract void write(Object value, ByteWriter out, ScopedEncoder encoder);

    abstract @Nullable Object readBinary(ByteReader in, Endpoint endpoint);

    /** Reads a value as those of the session are, to the end of the message. */
    final @Nullable Object read(ByteReader in, Endpoint endpoint) {
        return endpoint.values().texts() == null ? readBinary(in, endpoint) : readText(in, endpoint);
    }

    @Nullable
    Object readText(ByteReader in, Endpoint endpoint) {
        try {
            return endpoint.values().read(in, type);
        } catch (CodecException failure) {
            throw placed.apply(failure);
        }
    }

    /** Writes a value where those of the session are JSON or CBOR; code of the application takes part. */
    final void writeText(Object value, ByteWriter out, TextValues texts) {
        try {
            texts.write(value, type, out);
        } catch (CodecException failure) {
            throw placed.apply(failure);
        }
    }

    /** The same for an item of a stream, which may go to many. */
    final void writeItemText(Object value, ByteWriter out, TextValues texts) {
        try {
            texts.writeItem(value, type, out);
        } catch (CodecException failure) {
            throw placed.apply(failure);
        }
    }

    private static final class OfInt extends ResultCodec {
        OfInt(Type type, UnaryOperator<CodecException> placed) {
            super(type, placed);
        }

        @Override
        void write(Object value, ByteWriter out, ScopedEncoder encoder) {
            out.writeZigZagInt((Integer) value);
        }

        @Override
        Object readBinary(ByteReader in, Endpoint endpoint) {
            return in.readZigZagInt();
        }
    }

    private static final class OfLong extends ResultCodec {
        OfLong(Type type, UnaryOperator<CodecException> placed) {
            super(type, placed);
        }

        @Override
        void write(Object value, ByteWriter out, ScopedEncoder encoder) {
            out.writeZigZagLong((Long) value);
        }

        @Override
        Object readBinary(ByteReader in, Endpoint endpoint) {
            return in.readZigZagLong();
        }
    }

    private static final class OfBoolean extends ResultCodec {
        OfBoolean(Type type, UnaryOperator<CodecException> placed) {
            super(type, placed);
        }

        @Override
        void write(Object value, ByteWriter out, ScopedEncoder encoder) {
            out.writeBoolean((Boolean) value);
        }

        @Override
        Object readBinary(ByteReader in, Endpoint endpoint) {
            return in.readBoolean();
        }
    }

    private static final class OfDouble extends ResultCodec {
        OfDouble(Type type, UnaryOperator<CodecException> placed) {
            super(type, placed);
        }

        @Override
        void write(Object value, ByteWriter out, ScopedEncoder encoder) {
            out.writeDouble((Double) value);
        }

        @Override
        Object readBinary(ByteReader in, Endpoint endpoint) {
            return in.readDouble();
        }
    }

    private static final class OfString extends ResultCodec {
        OfString(Type type, UnaryOperator<CodecException> placed) {
            super(type, placed);
        }

        @Override
        boolean isSmall() {
            return false;
        }

        @Override
        void write(Object value, ByteWriter out, ScopedEncoder encoder) {
            out.writeUtf8((String) value);
        }

        @Override
        @Nullable
        Object readBinary(ByteReader in, Endpoint endpoint) {
            return in.readUtf8();
        }
    }

    private static final class OfBytes extends ResultCodec {
        OfBytes(Type type, UnaryOperator<CodecException> placed) {
            super(type, placed);
        }

        @Override
        boolean isSmall() {
            return false;
        }

        @Override
        void write(Object value, ByteWriter out, ScopedEncoder encoder) {
            byte[] bytes = (byte[]) value;
            out.writeBytes(bytes, 0, bytes.length);
        }

        @Override
        Object readBinary(ByteReader in, Endpoint endpoint) {
            return in.readBytes(in.remaining());
        }
    }

    /** The text itself, of a method whose types are not here. */
    private static final class OfUntyped extends ResultCodec {
        OfUntyped(Type type, UnaryOperator<CodecException> placed) {
            super(type, placed);
        }

        @Override
        RemoteContract<?> contract() {
            return RemoteContract.UNTYPED;
        }

        @Override
        void write(Object value, ByteWriter out, ScopedEncoder encoder) {
            throw new AssertionError("nobody answers by an interface that is not here");
        }

        @Override
        Object readBinary(ByteReader in, Endpoint endpoint) {
            return in.readBytes(in.remaining());
        }

        @Override
        Object readText(ByteReader in, Endpoint endpoint) {
            return readBinary(in, endpoint);
        }
    }

    private static final class OfObject extends ResultCodec {
        private volatile @Nullable RemoteContract<?> contract;

        OfObject(Type type, UnaryOperator<CodecException> placed) {
            super(type, placed);
        }

        @Override
        @Nullable
        RemoteContract<?> contract() {
            if (contract == null && isReference() && type() instanceof Class<?> plain) {
                contract = RemoteContract.of(plain);
            }
            return contract;
        }

        @Override
        boolean isSmall() {
            return false;
        }

        @Override
        void write(Object value, ByteWriter out, ScopedEncoder encoder) {
            try {
                encoder.encode(value, type(), out);
            } catch (CodecException failure) {
                throw placed.apply(failure);
            }
        }

        @Override
        @Nullable
        Object readBinary(ByteReader in, Endpoint endpoint) {
            try {
                return ReservedDecoder.readResult(in, type(), endpoint);
            } catch (CodecException failure) {
                throw placed.apply(failure);
            }
        }
    }
}
