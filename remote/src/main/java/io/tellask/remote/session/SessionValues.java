package io.tellask.remote.session;

import io.tellask.codec.ByteReader;
import io.tellask.codec.ByteWriter;
import io.tellask.codec.ScopedDecoder;
import java.lang.reflect.Type;
import org.jspecify.annotations.Nullable;

/** How the values of a session travel: in the codec's own form, or as texts. Read on the loop and by actors, each message by one thread. */
final class SessionValues implements Skeleton.ArgumentReader {
    private final Endpoint endpoint;
    private final ScopedDecoder decoder;
    private @Nullable TextValues texts; // written once, before any value

    SessionValues(Endpoint endpoint) {
        this.endpoint = endpoint;
        decoder = endpoint.settings().codec().newScopedDecoder();
    }

    /** What the client chose, null for the codec's own form: known before the session is open. */
    void choose(@Nullable TextValues chosen) {
        texts = chosen;
    }

    ScopedDecoder decoder() {
        return decoder;
    }

    /** Where they are JSON or CBOR; null for the codec's own form. */
    @Nullable
    TextValues texts() {
        return texts;
    }

    /** Reads what is to the end of a message. */
    @Nullable
    Object read(ByteReader in, Type declared) {
        return texts == null ? decoder.decode(in, declared) : texts.read(in, declared);
    }

    /** Reads an exception; what lies behind it is left. */
    @Nullable
    Object readFailure(ByteReader in, Type declared) {
        return texts == null ? decoder.decode(in, declared) : texts.readFailure(in, declared);
    }

    /** Writes an exception. */
    void writeFailure(Throwable failure, Type declared, ByteWriter out) {
        if (texts == null) {
            endpoint.frames().encoder().encode(failure, declared, out);
        } else {
            texts.writeFailure(failure, declared, out);
        }
    }

    @Override
    public @Nullable Object readObject(ByteReader in, RemoteContract<?> contract, int method, int parameter) {
        return in.readByte() == 0 ? null : decoder.decode(in, contract.parameterType(method, parameter));
    }

    @Override
    public @Nullable Object readText(ByteReader in, RemoteContract<?> contract, int method, int parameter) {
        try (ReservedDecoder reserved = new ReservedDecoder(endpoint)) {
            return reserved.readText(in, contract, method, parameter);
        }
    }
}
