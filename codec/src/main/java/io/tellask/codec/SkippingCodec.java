package io.tellask.codec;

import io.tellask.text.SafeText;

/** Reads objects of a class that is unknown here and gives null for each, also where the message refers to them. */
final class SkippingCodec extends TypeCodec {
    private final TypeCodec described;

    SkippingCodec(TypeCodec described) {
        super(described.type, DESCRIBED, described.tracked);
        this.described = described;
    }

    /** An array or enum set cannot have a class that is unknown here as its component. */
    static DecodeException notNameable(TypeCodec codec, int offset) {
        TypeCodec described = codec instanceof SkippingCodec skipping ? skipping.described : codec;
        String name = described instanceof NodeCodecs.Described unknown
                ? unknown.description.className()
                : described.type.getName();
        return DecodeException.at(
                offset,
                "decode: class=" + SafeText.of(name)
                        + " is unknown here and cannot be the component of an array, set or map; grant it");
    }

    @Override
    void write(GraphWriter out, Object value) {
        throw new IllegalStateException("objects that were skipped are not there to be written");
    }

    /** Null, which a reference may be; only this codec gives it. */
    @Override
    @SuppressWarnings("NullAway")
    Object read(GraphReader in) {
        if (described instanceof ObjectNodeCodec objects) {
            objects.skip(in);
        } else {
            described.read(in);
        }
        return null;
    }
}
