package io.tellask.codec;

/** Stands for a class that can never be encoded, with the reason. */
final class RefusedCodec extends TypeCodec {
    static final RefusedCodec NONE = new RefusedCodec(RefusedCodec.class, "no class seen yet");

    private final String reason;

    RefusedCodec(Class<?> type, String reason) {
        super(type, DESCRIBED, false);
        this.reason = reason;
    }

    String reason() {
        return reason;
    }

    @Override
    void write(GraphWriter out, Object value) {
        throw new EncodeException("encode: " + reason);
    }

    @Override
    void writeHead(GraphWriter out) {
        throw new EncodeException("encode: " + reason);
    }

    @Override
    Object read(GraphReader in) {
        throw new DecodeException("decode: " + reason);
    }
}
