package io.tellask.aeron;

import io.tellask.actor.contract.Contract;
import io.tellask.actor.contract.ContractMethod;
import io.tellask.aeron.calls.TopicArguments;
import io.tellask.aeron.calls.TopicCode;
import io.tellask.aeron.calls.TopicReference;
import io.tellask.aeron.calls.TopicSkeleton;
import io.tellask.aeron.calls.TopicTarget;
import io.tellask.codec.ByteReader;
import io.tellask.codec.ByteWriter;
import io.tellask.codec.Codec;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import org.agrona.DirectBuffer;

/**
 * Tells of a contract as the messages of a topic.
 *
 * <pre>
 *   0  digest of topic and contract: int64
 *   8  head: varint; 0 for a snapshot, else 1 + 2 * method, and 1 more if the publisher gives snapshots
 *      a tell: each argument, as {@link TopicReference} writes them
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
    private static final String FORM = "topic 3\n"; // of messages, so that other forms are refused

    private final String topic;
    private final long digest;
    private final TopicCode code;
    private final TopicArguments arguments;
    private final TopicSkeleton skeleton;

    TopicMessages(String topic, Class<?> contract, Codec codec) {
        this.topic = topic;
        Contract<?> known = Contract.of(contract);
        StringBuilder all = new StringBuilder(FORM).append(topic).append('\n').append(contract.getName());
        for (ContractMethod method : known.methods()) {
            if (method.kind() != ContractMethod.Kind.TELL) {
                throw new IllegalArgumentException("topic: name=" + topic + ", method=" + method.signature()
                        + " has a result; a topic carries tells only, take a contract of these");
            }
            all.append('\n').append(method.signature());
        }
        code = TopicCode.of(contract);
        arguments = new TopicArguments(known, codec);
        skeleton = code.skeleton(arguments);
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

    String topic() {
        return topic;
    }

    long digest() {
        return digest;
    }

    /** What is called to publish, of the contract's type. */
    TopicReference reference(TopicTarget target) {
        return code.reference(target, arguments);
    }

    /** The beginning of a tell, whose arguments follow. */
    void beginTell(int method, boolean givesSnapshots, ByteWriter out) {
        out.writeInt64(digest);
        out.writeVarInt(1 + 2 * method + (givesSnapshots ? 1 : 0));
    }

    /** The beginning of a snapshot; {@link #appendTell} begins what it tells. */
    ByteWriter beginSnapshot() {
        ByteWriter out = new ByteWriter(FIRST_BYTES);
        out.writeInt64(digest);
        out.writeVarInt(SNAPSHOT);
        return out;
    }

    static void appendTell(ByteWriter snapshot, int method) {
        snapshot.writeVarInt(method);
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
            skeleton.call((head - 1) >> 1, target, message);
            return;
        }
        while (message.remaining() > 0) {
            skeleton.call(message.readVarInt(), target, message);
        }
    }
}
