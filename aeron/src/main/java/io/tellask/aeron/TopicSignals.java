package io.tellask.aeron;

import io.tellask.actor.contract.ContractMethod;
import io.tellask.codec.ByteReader;
import io.tellask.codec.ByteWriter;
import io.tellask.codec.Codec;
import io.tellask.codec.DecodeException;
import java.lang.reflect.Type;
import org.jspecify.annotations.Nullable;

/**
 * The signals of one stream method in messages, behind the head of {@link TopicMessages}.
 *
 * <pre>
 *   0  kind: uint8; 0 items, 1 completed, 2 failed, 3 its publisher is gone: said by one that closes, else on the subscriber's side
 *   1  items: each in the codec's standalone form, up to the end
 *      failed: what the stream failed with, a text
 * </pre>
 *
 * <p>Immutable; thread-safe.
 */
final class TopicSignals {
    static final int ITEMS = 0;
    static final int COMPLETED = 1;
    static final int FAILED = 2;
    static final int LOST = 3;

    private final ContractMethod method;
    private final Codec codec;
    private final Type type;

    TopicSignals(ContractMethod method, Codec codec) {
        this.method = method;
        this.codec = codec;
        type = method.types().result();
    }

    ContractMethod method() {
        return method;
    }

    void writeItem(Object item, ByteWriter out) {
        codec.encode(item, type, out);
    }

    Object readItem(ByteReader in) {
        Object item = codec.decode(in, type);
        if (item == null) {
            throw new DecodeException("topic: method=" + method.name()
                    + " has null among its items, which no stream may; its publisher is damaged or hostile");
        }
        return item;
    }

    /** What a subscriber is told at the end; null: that the stream is complete. */
    @Nullable
    TopicException end(int kind, ByteReader in) {
        return switch (kind) {
            case COMPLETED -> null;
            case FAILED ->
                new TopicException(
                        TopicException.Problem.STREAM_FAILED,
                        "topic: method=" + method.name() + ", the stream failed at its publisher: " + in.readUtf8());
            default ->
                new TopicException(
                        TopicException.Problem.PUBLISHER_LOST,
                        "topic: method=" + method.name()
                                + ", its publisher has ended or cannot be reached; subscribe again to hear the next one");
        };
    }
}
