package io.tellask.aeron;

import io.tellask.actor.contract.Contract;
import io.tellask.actor.contract.ContractMethod;
import io.tellask.codec.ByteReader;
import io.tellask.codec.ByteWriter;
import io.tellask.codec.Codec;
import io.tellask.codec.DecodeException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Tells and streams of a contract as the messages of a topic.
 *
 * <pre>
 *   0  digest of topic and contract: int64
 *   8  head: varint; 0 for a snapshot, else 1 + 2 * method, and 1 more if the publisher gives snapshots
 *      a tell: each argument, as {@link TopicArguments} has them
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
    private static final String FORM = "topic 2\n"; // of messages, so that other forms are refused

    private final Class<?> contract;
    private final long digest;
    private final @Nullable TopicArguments[] arguments; // of each method that tells
    private final @Nullable TopicSignals[] streams; // of each other one
    private final boolean hasStreams;
    private final Map<Method, ContractMethod> byMethod = new HashMap<>();

    TopicMessages(String topic, Class<?> contract, Codec codec) {
        List<ContractMethod> methods = Contract.of(contract).methods();
        StringBuilder all = new StringBuilder(FORM).append(topic).append('\n').append(contract.getName());
        for (ContractMethod method : methods) {
            requireFits(topic, method);
            byMethod.put(method.method(), method);
            all.append('\n').append(method.signature());
        }
        arguments = new TopicArguments[methods.size()];
        streams = new TopicSignals[methods.size()];
        for (ContractMethod method : methods) {
            if (method.kind() == ContractMethod.Kind.TELL) {
                arguments[method.index()] = new TopicArguments(method, codec);
            } else {
                streams[method.index()] = new TopicSignals(method, codec);
            }
        }
        this.contract = contract;
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

    /** The method of the contract; null if it is none, such as a default method. */
    @Nullable
    ContractMethod method(Method called) {
        return byMethod.get(called);
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

    void encode(ContractMethod method, @Nullable Object[] arguments, boolean givesSnapshots, ByteWriter out) {
        writeHead(method.index(), givesSnapshots, out);
        tell(method).write(arguments, out);
    }

    private void writeHead(int index, boolean givesSnapshots, ByteWriter out) {
        out.writeInt64(digest);
        out.writeVarInt(1 + 2 * index + (givesSnapshots ? 1 : 0));
    }

    private TopicArguments tell(ContractMethod method) {
        TopicArguments known = arguments[method.index()];
        if (known == null) {
            throw new UnsupportedOperationException("topic: method=" + method.name()
                    + " is a stream, and is not called to publish it; take TopicPublisher.stream");
        }
        return known;
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

    /** The method whose stream a message belongs to; -1 if it is a tell or a snapshot. */
    int streamOf(byte[] message) {
        if (!hasStreams) {
            return -1;
        }
        int head;
        try {
            head = afterDigest(message).readVarInt();
        } catch (DecodeException damaged) {
            return -1; // its delivery says so
        }
        int index = (head - 1) >> 1;
        return head > SNAPSHOT && index < streams.length && streams[index] != null ? index : -1;
    }

    /** Whether a message of a stream ends it. */
    boolean endsStream(byte[] message) {
        ByteReader in = afterDigest(message);
        in.readVarInt();
        return in.remaining() > 0 && in.readByte() != TopicSignals.ITEMS;
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
        tell(method).write(arguments, snapshot);
    }

    /** Whether a message is of this topic and contract: numbers of topics may be equal by chance. */
    boolean isOurs(byte[] message) {
        return message.length > DIGEST_BYTES && new ByteReader(message).readInt64() == digest;
    }

    boolean isSnapshot(byte[] message) {
        return message[DIGEST_BYTES] == SNAPSHOT;
    }

    /** Whether a message that is no snapshot is of a publisher that gives some. */
    boolean givesSnapshots(byte[] message) {
        return (message[DIGEST_BYTES] & 1) == 0; // the lowest bits of a varint come first
    }

    private static ByteReader afterDigest(byte[] message) {
        ByteReader in = new ByteReader(message);
        in.advanceTo(in.position() + DIGEST_BYTES);
        return in;
    }

    /**
     * Calls the method, or those of a snapshot; what they throw comes out as it is. What is of a stream goes there.
     *
     * @param target null where only streams are heard
     */
    void deliver(byte[] message, @Nullable Object target, TopicStreams heard) throws Throwable {
        ByteReader in = afterDigest(message);
        int head = in.readVarInt();
        int index = (head - 1) >> 1;
        if (head > SNAPSHOT && index < streams.length && streams[index] != null) {
            heard.deliver(index, message, in);
            return;
        }
        if (target == null) {
            return;
        }
        if (head != SNAPSHOT) {
            deliver(index, in, target);
            return;
        }
        while (in.position() < message.length) {
            deliver(in.readVarInt(), in, target);
        }
    }

    private void deliver(int index, ByteReader in, Object target) throws Throwable {
        TopicArguments known = index < 0 || index >= arguments.length ? null : arguments[index];
        if (known == null) {
            throw new IllegalArgumentException("topic: method=" + index + ", methods=" + arguments.length);
        }
        known.call(target, in);
    }
}
