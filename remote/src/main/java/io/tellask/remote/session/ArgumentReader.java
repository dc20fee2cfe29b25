package io.tellask.remote.session;

import io.tellask.codec.ByteReader;
import org.jspecify.annotations.Nullable;

/** Decodes arguments that are neither numbers nor strings, within a session. Generated skeletons call it. */
public interface ArgumentReader {
    /** The argument at a place in a contract's method, or null. */
    @Nullable
    Object readObject(ByteReader in, RemoteContract<?> contract, int method, int parameter);
}
