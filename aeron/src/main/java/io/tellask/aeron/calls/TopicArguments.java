package io.tellask.aeron.calls;

import io.tellask.actor.contract.Contract;
import io.tellask.codec.ByteReader;
import io.tellask.codec.ByteWriter;
import io.tellask.codec.Codec;
import java.lang.reflect.Type;
import org.jspecify.annotations.Nullable;

/**
 * Arguments that are neither primitive nor a text nor bytes: in the codec's standalone form for the declared type. Immutable; thread-safe.
 */
public final class TopicArguments {
    private final Codec codec;
    private final Type[][] types; // by method and parameter

    public TopicArguments(Contract<?> contract, Codec codec) {
        this.codec = codec;
        types = contract.methods().stream()
                .map(method -> method.types().parameters().toArray(Type[]::new))
                .toArray(Type[][]::new);
    }

    void write(@Nullable Object value, int method, int parameter, ByteWriter out) {
        codec.encode(value, types[method][parameter], out);
    }

    @Nullable
    Object read(int method, int parameter, ByteReader in) {
        return codec.decode(in, types[method][parameter]);
    }
}
