package io.tellask.remote.session;

import io.tellask.codec.ByteReader;
import io.tellask.codec.HeapBudget;
import io.tellask.codec.ScopedDecoder;
import io.tellask.remote.MemoryHolder;
import java.lang.reflect.Type;
import org.jspecify.annotations.Nullable;

/**
 * Decodes the values of one long message, with room in the connection's account for what that makes of them: a byte may name an object that takes
 * many. The room is given back on close. Asks in steps, as the account wants it. Used by one thread.
 */
final class ReservedDecoder implements ArgumentReader, HeapBudget, AutoCloseable {
    private final MemoryHolder memory;
    private final ScopedDecoder decoder;
    private long bytes;
    private long reservedBytes;

    ReservedDecoder(Endpoint endpoint) {
        memory = endpoint.memory();
        decoder = endpoint.decoder();
    }

    /** Reads a result or an item; what a long one takes is reserved meanwhile. */
    static @Nullable Object readResult(ByteReader in, Type declared, Endpoint endpoint) {
        if (in.remaining() <= Export.LARGE_BYTES) {
            return endpoint.decoder().decode(in, declared);
        }
        try (ReservedDecoder reserved = new ReservedDecoder(endpoint)) {
            return reserved.decoder.decode(in, declared, reserved);
        }
    }

    @Override
    public @Nullable Object readObject(ByteReader in, RemoteContract<?> contract, int method, int parameter) {
        return in.readByte() == 0 ? null : decoder.decode(in, contract.parameterType(method, parameter), this);
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

    @Override
    public void close() {
        memory.add(-reservedBytes);
    }
}
