package io.tellask.codec;

import io.tellask.codec.graph.ReadScope;
import io.tellask.codec.message.MessageReader;
import io.tellask.codec.message.Pool;
import java.lang.ref.Reference;
import java.lang.reflect.Type;
import java.util.Objects;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Decodes the messages of one session or one store: the counterpart of {@link ScopedEncoder}. Thread-safe; a
 * descriptor is learned before the first message that uses it.
 */
public final class ScopedDecoder {
    private final Codec codec;
    final ReadScope scope;

    /** Where a store's descriptors are found: the scope refers to it weakly. */
    private final @Nullable Object descriptors;

    /** Where the thread of the last call has its reader; a thread that sees another's finds its own in the pool. */
    Pool.@Nullable Slot<MessageReader> lastSlot;

    ScopedDecoder(Codec codec, @Nullable LongFunction<byte @Nullable []> descriptors) {
        this.codec = codec;
        this.descriptors = descriptors;
        this.scope = new ReadScope(codec.table(), codec.limits(), descriptors);
    }

    /**
     * Takes what {@link SchemaSink#announce} gave on the other side; reads all that remains of {@code descriptor}.
     *
     * @throws DecodeException if the descriptor is damaged, the id taken or out of range, or all descriptors together
     * take more than {@link CodecLimits#schemaBytes}
     */
    public void learn(int id, ByteReader descriptor) {
        scope.learn(id, descriptor);
    }

    /**
     * Reads one message from the position of {@code in}, which ends behind it. The closure of {@code declared} is
     * admitted besides the codec's grants.
     *
     * @throws DecodeException if the bytes are damaged, over a limit, or name a class that is not granted
     */
    public @Nullable Object decode(ByteReader in, Type declared) {
        Objects.requireNonNull(declared, "declared");
        Object value = codec.decode(in, declared, this);
        hold();
        return value;
    }

    /**
     * As {@link #decode(ByteReader, Type)}, as far as {@code budget} grants the heap that it takes.
     *
     * @throws DecodeException also where it grants no more
     */
    public @Nullable Object decode(ByteReader in, Type declared, HeapBudget budget) {
        Objects.requireNonNull(declared, "declared");
        Objects.requireNonNull(budget, "budget");
        Object value = codec.decode(in, declared, this, budget);
        hold();
        return value;
    }

    /**
     * Reads one message as {@link Codec#describe} does, by the descriptors of this scope alone.
     *
     * @throws DecodeException if the bytes are damaged or over a limit, or a descriptor is missing
     */
    public @Nullable Object describe(ByteReader in) {
        Objects.requireNonNull(in, "in");
        Object described = codec.describe(in, this);
        hold();
        return described;
    }

    /** Keeps what gives descriptors until here, in compiled code too. */
    void hold() {
        Reference.reachabilityFence(descriptors);
    }

    /** Heap that the descriptors kept here take, as estimated; at most {@link CodecLimits#schemaBytes} in a session. */
    public long schemaBytes() {
        return scope.schemaBytes();
    }
}
