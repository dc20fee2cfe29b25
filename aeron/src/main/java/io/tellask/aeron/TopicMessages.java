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
import io.tellask.codec.DecodeException;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
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
    static final int FIRST_BYTES = 256;

    /** A varint, and the kind of a stream's message. */
    private static final int MOST_HEAD_BYTES = 6;

    private static final String FORM = "topic 3\n"; // of messages, so that other forms are refused

    private final String topic;
    private final Class<?> contract;
    private final @Nullable TopicSignals[] streams; // of each method that returns one
    private final boolean hasStreams;
    private final long digest;
    private final TopicCode code;
    private final TopicArguments arguments;
    private final TopicSkeleton skeleton;

    TopicMessages(String topic, Class<?> contract, Codec codec) {
        this.topic = topic;
        Contract<?> known = Contract.of(contract);
        StringBuilder all = new StringBuilder(FORM).append(topic).append('\n').append(contract.getName());
        for (ContractMethod method : known.methods()) {
            requireFits(topic, method);
            all.append('\n').append(method.signature());
        }
        code = TopicCode.of(contract);
        arguments = new TopicArguments(known, codec);
        skeleton = code.skeleton(arguments);
        this.contract = contract;
        streams = new TopicSignals[known.methods().size()];
        for (ContractMethod method : known.methods()) {
            if (method.kind() == ContractMethod.Kind.STREAM) {
                streams[method.index()] = new TopicSignals(method, codec);
            }
        }
        hasStreams = streams().length > 0;
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
        out.writeInt64(digest);
        out.writeVarInt(1 + 2 * method + (givesSnapshots ? 1 : 0));
    }

    /** The beginning of a message of a stream, of the kinds that {@link TopicSignals} has. */
    void beginSignal(ContractMethod method, boolean givesSnapshots, int kind, ByteWriter out) {
        beginTell(method.index(), givesSnapshots, out);
        out.writeByte(kind);
    }

    /** Says on the subscriber's side that the publisher of a stream is gone. */
    byte[] lost(int index) {
        ByteWriter out = new ByteWriter(2 * DIGEST_BYTES);
        beginTell(index, false, out);
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

    /** The method whose stream a message belongs to; -1 if it is a tell or a snapshot. */
    int streamOf(DirectBuffer buffer, int offset, int length) {
        return hasStreams ? streamOf(head(buffer, offset, length)) : -1;
    }

    private int streamOf(int head) {
        int index = (head - 1) >> 1;
        return head > SNAPSHOT && index < streams.length && streams[index] != null ? index : -1;
    }

    /** The head; 0 if it is damaged, which its delivery says. */
    private static int head(DirectBuffer buffer, int offset, int length) {
        byte[] first = new byte[Math.min(length - DIGEST_BYTES, MOST_HEAD_BYTES)];
        buffer.getBytes(offset + DIGEST_BYTES, first);
        try {
            return new ByteReader(first).readVarInt();
        } catch (DecodeException damaged) {
            return SNAPSHOT;
        }
    }

    /** Whether a message of a stream ends it. */
    boolean endsStream(DirectBuffer buffer, int offset, int length) {
        byte[] first = new byte[Math.min(length - DIGEST_BYTES, MOST_HEAD_BYTES)];
        buffer.getBytes(offset + DIGEST_BYTES, first);
        ByteReader in = new ByteReader(first);
        in.readVarInt();
        return in.remaining() > 0 && in.readByte() != TopicSignals.ITEMS;
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
        int stream = streamOf(head);
        if (stream >= 0) {
            heard.deliver(stream, message);
            return;
        }
        if (target == null) {
            return;
        }
        if (head != SNAPSHOT) {
            skeleton.call((head - 1) >> 1, target, message);
            return;
        }
        while (message.remaining() > 0) {
            skeleton.call(message.readVarInt(), target, message);
        }
    }
}
