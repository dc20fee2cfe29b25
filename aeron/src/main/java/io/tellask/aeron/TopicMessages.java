package io.tellask.aeron;

import io.tellask.actor.contract.Contract;
import io.tellask.actor.contract.ContractMethod;
import io.tellask.codec.ByteReader;
import io.tellask.codec.ByteWriter;
import io.tellask.codec.Codec;
import java.lang.invoke.MethodType;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Tells of a contract as the messages of a topic.
 *
 * <pre>
 *   0  digest of topic and contract: int64
 *   8  method: varint, in the contract's order
 *      each argument, in the codec's form for its declared type
 * </pre>
 *
 * <p>Immutable; thread-safe.
 */
final class TopicMessages {
    private static final int DIGEST_BYTES = 8;
    private static final int FIRST_BYTES = 256;

    private final Codec codec;
    private final long digest;
    private final List<ContractMethod> methods;
    private final Map<Method, ContractMethod> byMethod = new HashMap<>();

    TopicMessages(String topic, Class<?> contract, Codec codec) {
        this.codec = codec;
        methods = Contract.of(contract).methods();
        StringBuilder all = new StringBuilder(topic).append('\n').append(contract.getName());
        for (ContractMethod method : methods) {
            if (method.kind() != ContractMethod.Kind.TELL) {
                throw new IllegalArgumentException("topic: name=" + topic + ", method=" + method.signature()
                        + " has a result; a topic carries tells only, take a contract of these");
            }
            byMethod.put(method.method(), method);
            all.append('\n').append(method.signature());
        }
        digest = digest(all.toString());
    }

    private static long digest(String text) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return new ByteReader(hash).readInt64();
        } catch (NoSuchAlgorithmException everyJdkHasIt) {
            throw new AssertionError(everyJdkHasIt);
        }
    }

    /** The method of the contract; null if it is none, such as a default method. */
    @Nullable
    ContractMethod method(Method called) {
        return byMethod.get(called);
    }

    ByteWriter encode(ContractMethod method, @Nullable Object[] arguments) {
        ByteWriter out = new ByteWriter(FIRST_BYTES);
        out.writeInt64(digest);
        out.writeVarInt(method.index());
        List<Type> types = method.types().parameters();
        for (int i = 0; i < types.size(); i++) {
            codec.encode(arguments[i], boxed(types.get(i)), out);
        }
        return out;
    }

    /** Whether a message is of this topic and contract: numbers of topics may be equal by chance. */
    boolean isOurs(byte[] message) {
        return message.length > DIGEST_BYTES && new ByteReader(message).readInt64() == digest;
    }

    /** Calls the method; what it throws comes out as it is. */
    void deliver(byte[] message, Object target) throws Throwable {
        ByteReader in = new ByteReader(message);
        in.advanceTo(in.position() + DIGEST_BYTES);
        int index = in.readVarInt();
        if (index < 0 || index >= methods.size()) {
            throw new IllegalArgumentException("topic: method=" + index + ", methods=" + methods.size());
        }
        ContractMethod method = methods.get(index);
        List<Type> types = method.types().parameters();
        Object[] arguments = new Object[types.size()];
        for (int i = 0; i < arguments.length; i++) {
            arguments[i] = codec.decode(in, boxed(types.get(i)));
        }
        try {
            method.method().invoke(target, arguments);
        } catch (InvocationTargetException thrown) {
            throw thrown.getCause() == null ? thrown : thrown.getCause();
        }
    }

    private static Type boxed(Type type) {
        return type instanceof Class<?> plain && plain.isPrimitive()
                ? MethodType.methodType(plain).wrap().returnType()
                : type;
    }
}
