package io.tellask.codec.graph;

import io.tellask.codec.DecodeException;
import io.tellask.codec.EncodeException;

/** Stands for a class that can never be encoded, with the reason. */
public final class RefusedCodec extends TypeCodec {
    public static final RefusedCodec NONE = new RefusedCodec(RefusedCodec.class, "no class seen yet");

    private final String reason;

    public RefusedCodec(Class<?> type, String reason) {
        super(type, DESCRIBED, false);
        this.reason = reason;
    }

    public String reason() {
        return reason;
    }

    @Override
    public void write(GraphWriter out, Object value) {
        throw new EncodeException("encode: " + reason);
    }

    @Override
    public void writeHead(GraphWriter out) {
        throw new EncodeException("encode: " + reason);
    }

    @Override
    public Object read(GraphReader in) {
        throw new DecodeException("decode: " + reason);
    }
}
