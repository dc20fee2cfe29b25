package io.tellask.aeron;

import io.tellask.actor.contract.ContractMethod;
import io.tellask.codec.ByteReader;
import io.tellask.codec.ByteWriter;
import io.tellask.codec.Codec;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The arguments of one method in messages: {@code int} and {@code long} as zigzag varints, {@code boolean} as a byte, {@code double} as 8
 * bytes, all else in the codec's standalone form for the declared type. Immutable; thread-safe.
 *
 * <p>A call is one method handle: the method, with each parameter replaced by what reads it. Nothing is boxed or put into an array. Of
 * handles that take the same reader, the one that is put on last runs first: they are put on from the last parameter to the first.
 */
final class TopicArguments {
    private static final MethodType CALL = MethodType.methodType(void.class, Object.class, ByteReader.class);
    private static final MethodHandle DECODE =
            find(Codec.class, "decode", MethodType.methodType(Object.class, ByteReader.class, Type.class));

    private final Codec codec;
    private final List<Type> types;
    private final MethodHandle call;

    TopicArguments(ContractMethod method, Codec codec) {
        this.codec = codec;
        types = method.types().parameters();
        call = call(method);
    }

    private MethodHandle call(ContractMethod method) {
        Class<?>[] parameters = method.method().getParameterTypes();
        MethodHandle handle;
        try {
            handle = MethodHandles.lookup().unreflect(method.method());
        } catch (IllegalAccessException unreachable) {
            throw new IllegalArgumentException(
                    "topic: method=" + method.signature() + " cannot be called; make its contract public", unreachable);
        }
        for (int i = parameters.length - 1; i >= 0; i--) {
            handle = MethodHandles.collectArguments(handle.asFixedArity(), i + 1, reader(parameters[i], types.get(i)));
        }
        int[] places = new int[parameters.length + 1]; // the target, then the reader for each
        Arrays.fill(places, 1, places.length, 1);
        MethodType merged = MethodType.methodType(void.class, handle.type().parameterType(0), ByteReader.class);
        return MethodHandles.permuteArguments(handle, merged, places).asType(CALL);
    }

    private MethodHandle reader(Class<?> raw, Type type) {
        String plain = switch (raw.getName()) {
            case "int" -> "readZigZagInt";
            case "long" -> "readZigZagLong";
            case "boolean" -> "readBoolean";
            case "double" -> "readDouble";
            default -> "";
        };
        if (!plain.isEmpty()) {
            return find(ByteReader.class, plain, MethodType.methodType(raw));
        }
        MethodHandle decode = MethodHandles.insertArguments(DECODE.bindTo(codec), 1, boxed(type));
        return decode.asType(MethodType.methodType(raw, ByteReader.class));
    }

    private static MethodHandle find(Class<?> owner, String name, MethodType type) {
        try {
            return MethodHandles.lookup().findVirtual(owner, name, type);
        } catch (ReflectiveOperationException ours) {
            throw new AssertionError(ours);
        }
    }

    void write(@Nullable Object[] arguments, ByteWriter out) {
        for (int i = 0; i < arguments.length; i++) {
            Type type = types.get(i);
            Object argument = arguments[i];
            if (type == int.class && argument instanceof Integer number) {
                out.writeZigZagInt(number);
            } else if (type == long.class && argument instanceof Long number) {
                out.writeZigZagLong(number);
            } else if (type == boolean.class && argument instanceof Boolean truth) {
                out.writeBoolean(truth);
            } else if (type == double.class && argument instanceof Double number) {
                out.writeDouble(number);
            } else {
                codec.encode(argument, boxed(type), out);
            }
        }
    }

    /** Reads the arguments and calls the method; what it throws comes out as it is. */
    void call(Object target, ByteReader in) throws Throwable {
        call.invokeExact(target, in);
    }

    private static Type boxed(Type type) {
        return type instanceof Class<?> plain && plain.isPrimitive()
                ? MethodType.methodType(plain).wrap().returnType()
                : type;
    }
}
