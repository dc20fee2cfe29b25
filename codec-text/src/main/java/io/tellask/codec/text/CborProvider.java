package io.tellask.codec.text;

import io.tellask.codec.Codec;
import io.tellask.codec.Encoding;
import io.tellask.codec.EncodingProvider;

/** Makes {@link CborEncoding}s for parts that ask for them by name. Stateless. */
public final class CborProvider implements EncodingProvider {
    @Override
    public String name() {
        return "cbor";
    }

    @Override
    public Encoding of(Codec codec) {
        return CborEncoding.of(codec);
    }
}
