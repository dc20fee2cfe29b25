package io.tellask.aeron;

import io.tellask.actor.contract.Contract;
import io.tellask.actor.contract.ContractMethod;
import io.tellask.codec.ByteReader;
import io.tellask.codec.ByteWriter;
import io.tellask.codec.Codec;
import java.lang.reflect.Method;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Tells of a contract as the messages of a topic.
 *
 * <pre>
 *   0  digest of topic and contract: int64
 *   8  head: varint; 0 for a snapshot, else 1 + 2 * method, and 1 more if the publisher gives snapshots
 *      a tell: each argument, as {@link TopicArguments} has them
 *      a snapshot: any number of tells, each as method: varint, and its arguments, up to the end
 * </pre>
 *
 * <p>A request for a snapshot is the digest alone, on a stream of its own.
 *
 * <p>Immutable; thread-safe.
 */
final class TopicMessages {
    static final int DIGEST_BYTES = 8;
    private static final int SNAPSHOT = 0;
    static final int FIRST_BYTES = 256;
    private static final String FORM = "topic 2\n"; // of messages, so that other forms are refused

    private final String topic;
    private final long digest;
    private final TopicArguments[] arguments; // of each method
    private final Map<Method, ContractMethod> byMethod = new HashMap<>();

    TopicMessages(String topic, Class<?> contract, Codec codec) {
        this.topic = topic;
        List<ContractMethod> methods = Contract.of(contract).methods();
        StringBuilder all = new StringBuilder(FORM).append(topic).append('\n').append(contract.getName());
        for (ContractMethod method : methods) {
            if (method.kind() != ContractMethod.Kind.TELL) {
                throw new IllegalArgumentException("topic: name=" + topic + ", method=" + method.signature()
                        + " has a result; a topic carries tells only, take a contract of these");
            }
            byMethod.put(method.method(), method);
            all.append('\n').append(method.signature());
        }
        arguments = methods.stream()
                .map(method -> new TopicArguments(method, codec))
                .toArray(TopicArguments[]::new);
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

    String topic() {
        return topic;
    }

    long digest() {
        return digest;
    }

    void encode(ContractMethod method, @Nullable Object[] arguments, boolean givesSnapshots, ByteWriter out) {
        out.writeInt64(digest);
        out.writeVarInt(1 + 2 * method.index() + (givesSnapshots ? 1 : 0));
        this.arguments[method.index()].write(arguments, out);
    }

    /** The beginning of a snapshot; {@link #appendTo} adds what it tells. */
    ByteWriter beginSnapshot() {
        ByteWriter out = new ByteWriter(FIRST_BYTES);
        out.writeInt64(digest);
        out.writeVarInt(SNAPSHOT);
        return out;
    }

    void appendTo(ByteWriter snapshot, ContractMethod method, @Nullable Object[] arguments) {
        snapshot.writeVarInt(method.index());
        this.arguments[method.index()].write(arguments, snapshot);
    }

    /** Whether a message is of this topic and contract: numbers of topics may be equal by chance. */
    boolean isOurs(DirectBuffer buffer, int offset, int length) {
        return length > DIGEST_BYTES && buffer.getLong(offset, ByteOrder.LITTLE_ENDIAN) == digest;
    }

    /** The first byte of a message's head. */
    static byte head(DirectBuffer buffer, int offset) {
        return buffer.getByte(offset + DIGEST_BYTES);
    }

    static boolean isSnapshot(byte head) {
        return head == SNAPSHOT;
    }

    /** Whether a message that is no snapshot is of a publisher that gives some. */
    static boolean givesSnapshots(byte head) {
        return (head & 1) == 0; // the lowest bits of a varint come first
    }

    static boolean isSnapshot(ByteReader message) {
        return message.array()[message.position() + DIGEST_BYTES] == SNAPSHOT;
    }

    /** Calls the method, or those of a snapshot; what they throw comes out as it is. */
    void deliver(ByteReader message, Object target) throws Throwable {
        message.advanceTo(message.position() + DIGEST_BYTES);
        int head = message.readVarInt();
        if (head != SNAPSHOT) {
            deliver((head - 1) >> 1, message, target);
            return;
        }
        while (message.remaining() > 0) {
            deliver(message.readVarInt(), message, target);
        }
    }

    private void deliver(int index, ByteReader in, Object target) throws Throwable {
        if (index < 0 || index >= arguments.length) {
            throw new IllegalArgumentException("topic: method=" + index + ", methods=" + arguments.length);
        }
        arguments[index].call(target, in);
    }
}
