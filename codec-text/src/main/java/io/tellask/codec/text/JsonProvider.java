package io.tellask.codec.text;

import io.tellask.codec.Codec;
import io.tellask.codec.Encoding;
import io.tellask.codec.EncodingProvider;

/** Makes {@link JsonEncoding}s for parts that ask for them by name. Stateless. */
public final class JsonProvider implements EncodingProvider {
    @Override
    public String name() {
        return "json";
    }

    @Override
    public Encoding of(Codec codec) {
        return JsonEncoding.of(codec);
    }
}
