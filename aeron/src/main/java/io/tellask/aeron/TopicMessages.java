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
import java.util.List;
import java.util.stream.IntStream;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Tells and streams of a contract as the messages of a topic.
 *
 * <pre>
 *   0  digest of topic and contract: int64
 *   8  head: varint; 0 for a snapshot, else 1 + 2 * method, and 1 more if the publisher gives snapshots
 *      a tell: each argument, as {@link TopicReference} writes them
 *      of a stream: as {@link TopicSignals} has it
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
    private static final int VARINT_BITS = 7; // of each of its bytes
    private static final int MOST_HEAD_BYTES = 3; // a class has fewer than 65,536 methods
    static final int FIRST_BYTES = 256;
    private static final String FORM = "topic 3\n"; // of messages, so that other forms are refused

    private final String topic;
    private final Class<?> contract;
    private final long digest;
    private final TopicCode code;
    private final TopicArguments arguments;
    private final TopicSkeleton skeleton;
    private final @Nullable TopicSignals[] streams; // of each method that returns one
    private final boolean hasStreams;

    TopicMessages(String topic, Class<?> contract, Codec codec) {
        this.topic = topic;
        this.contract = contract;
        Contract<?> known = Contract.of(contract);
        List<ContractMethod> methods = known.methods();
        StringBuilder all = new StringBuilder(FORM).append(topic).append('\n').append(contract.getName());
        streams = new TopicSignals[methods.size()];
        for (ContractMethod method : methods) {
            requireFits(topic, method);
            all.append('\n').append(method.signature());
            if (method.kind() == ContractMethod.Kind.STREAM) {
                streams[method.index()] = new TopicSignals(method, codec);
            }
        }
        hasStreams = streams().length > 0;
        code = TopicCode.of(contract);
        arguments = new TopicArguments(known, codec);
        skeleton = code.skeleton(arguments);
        digest = digest(all.toString());
    }

    private static void requireFits(String topic, ContractMethod method) {
        boolean isStream = method.kind() == ContractMethod.Kind.STREAM;
        if (!isStream && method.kind() != ContractMethod.Kind.TELL) {
            throw new IllegalArgumentException(
                    "topic: name=" + topic + ", method=" + method.signature()
                            + " has a result; a topic carries tells and streams, and nobody answers: take a contract without it");
        }
        if (isStream && !method.types().parameters().isEmpty()) {
            throw new IllegalArgumentException("topic: name=" + topic + ", method=" + method.signature()
                    + " returns a stream and has parameters; everybody gets the same stream, take a method for each");
        }
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

    /** @throws IllegalArgumentException if it is not the contract that these are messages of */
    void requireContract(Class<?> given) {
        if (given != contract) {
            throw new IllegalArgumentException("topic: contract=" + given.getName()
                    + " is not the one that was subscribed, " + contract.getName());
        }
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
        writeHead(method, givesSnapshots, out);
    }

    private void writeHead(int index, boolean givesSnapshots, ByteWriter out) {
        out.writeInt64(digest);
        out.writeVarInt(1 + 2 * index + (givesSnapshots ? 1 : 0));
    }

    /** The beginning of a message of a stream, of the kinds that {@link TopicSignals} has. */
    void beginSignal(ContractMethod method, boolean givesSnapshots, int kind, ByteWriter out) {
        writeHead(method.index(), givesSnapshots, out);
        out.writeByte(kind);
    }

    /** Says on the subscriber's side that the publisher of a stream is gone. */
    byte[] lost(int index) {
        ByteWriter out = new ByteWriter(2 * DIGEST_BYTES);
        writeHead(index, false, out);
        out.writeByte(TopicSignals.LOST);
        return out.toByteArray();
    }

    /** What belongs to a method that returns a stream. */
    TopicSignals signals(int index) {
        TopicSignals known = streams[index];
        if (known == null) {
            throw new UnsupportedOperationException("topic: method=" + index + " returns no stream");
        }
        return known;
    }

    /** The methods that return streams. */
    int[] streams() {
        return IntStream.range(0, streams.length)
                .filter(i -> streams[i] != null)
                .toArray();
    }

    /** The method whose stream a message belongs to; -1 if it is a tell or a snapshot, or damaged. */
    int streamOf(DirectBuffer buffer, int offset, int length) {
        if (!hasStreams) {
            return -1;
        }
        int head = 0;
        int at = offset + DIGEST_BYTES;
        int end = Math.min(offset + length, at + MOST_HEAD_BYTES);
        for (int shift = 0; at < end; shift += VARINT_BITS) {
            byte part = buffer.getByte(at++);
            head |= (part & (1 << VARINT_BITS) - 1) << shift;
            if (part >= 0) {
                return isStream(head) ? method(head) : -1;
            }
        }
        return -1;
    }

    /** Whether a message of a stream ends it. */
    static boolean endsStream(DirectBuffer buffer, int offset, int length) {
        int at = offset + DIGEST_BYTES;
        int end = offset + length;
        while (at < end && buffer.getByte(at) < 0) { // up to the last byte of the head
            at++;
        }
        return at + 1 < end && buffer.getByte(at + 1) != TopicSignals.ITEMS;
    }

    private static int method(int head) {
        return (head - 1) >> 1;
    }

    private boolean isStream(int head) {
        return head > SNAPSHOT && method(head) < streams.length && streams[method(head)] != null;
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

    /**
     * Calls the method, or those of a snapshot; what they throw comes out as it is. What is of a stream goes there.
     *
     * @param target null where only streams are heard
     */
    void deliver(ByteReader message, @Nullable Object target, TopicStreams heard) throws Throwable {
        message.advanceTo(message.position() + DIGEST_BYTES);
        int head = message.readVarInt();
        if (hasStreams && isStream(head)) {
            heard.deliver(signals(method(head)), message);
            return;
        }
        if (target == null) {
            return;
        }
        if (head != SNAPSHOT) {
            skeleton.call(method(head), target, message);
            return;
        }
        while (message.remaining() > 0) {
            skeleton.call(message.readVarInt(), target, message);
        }
    }
}
