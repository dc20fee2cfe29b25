package io.tellask.remote.session;

import io.tellask.codec.ByteReader;
import io.tellask.codec.CodecException;
import io.tellask.codec.HeapBudget;
import io.tellask.codec.ScopedDecoder;
import io.tellask.remote.MemoryHolder;
import java.lang.reflect.Type;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Decodes the values of one message, with room in the connection's account for what that makes of them: a byte may name an object that takes
 * many. The room is given back on close, or handed over. Asks in steps, as the account wants it. Used by one thread, for one message at a time.
 */
final class ReservedDecoder implements Skeleton.ArgumentReader, HeapBudget, AutoCloseable {
    private final Endpoint endpoint;
    private final MemoryHolder memory;
    private final ScopedDecoder decoder;
    private long bytes;
    private long reservedBytes;

    ReservedDecoder(Endpoint endpoint) {
        this.endpoint = endpoint;
        memory = endpoint.memory();
        decoder = endpoint.values().decoder();
    }

    /** Reads a result or an item; what a long one takes is reserved meanwhile. */
    static @Nullable Object readResult(ByteReader in, Type declared, Endpoint endpoint) {
        if (in.remaining() <= Export.LARGE_BYTES) {
            return endpoint.values().decoder().decode(in, declared);
        }
        try (ReservedDecoder reserved = new ReservedDecoder(endpoint)) {
            return reserved.decoder.decode(in, declared, reserved);
        }
    }

    @Override
    public @Nullable Object readObject(ByteReader in, RemoteContract<?> contract, int method, int parameter) {
        try {
            return in.readByte() == 0 ? null : decoder.decode(in, contract.parameterType(method, parameter), this);
        } catch (CodecException failure) {
            throw CallPlaces.ofParameter(failure, contract.method(method), parameter);
        }
    }

    @Override
    public @Nullable Object readText(ByteReader in, RemoteContract<?> contract, int method, int parameter) {
        TextValues texts = Objects.requireNonNull(endpoint.values().texts());
        try {
            return contract.isStream(method, parameter)
                    ? texts.readStream(in, contract.streamItems(method, parameter), this)
                    : texts.readArgument(in, contract.parameterType(method, parameter), this);
        } catch (CodecException failure) {
            throw CallPlaces.ofParameter(failure, contract.method(method), parameter);
        }
    }

    @Override
    public boolean take(long more) {
        bytes += more;
        long missing = bytes - reservedBytes;
        if (missing < MemoryHolder.STEP_BYTES) {
            return true;
        }
        if (!memory.reserve(missing)) {
            return false;
        }
        reservedBytes = bytes;
        return true;
    }

    /** What the values take; the next message begins anew. */
    int endMessage() {
        int whole = bytes();
        bytes = 0;
        reservedBytes = 0;
        return whole;
    }

    /** What the values take that were read so far. */
    int bytes() {
        return (int) Math.min(bytes, Integer.MAX_VALUE);
    }

    /** How much of what the values take is counted in the account. */
    long reservedBytes() {
        return reservedBytes;
    }

    @Override
    public void close() {
        memory.add(-reservedBytes);
        bytes = 0;
        reservedBytes = 0;
    }
}
