package io.tellask.codec.text;

import io.tellask.codec.Codec;
import io.tellask.codec.Encoding;
import java.lang.reflect.Type;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Object graphs as CBOR (RFC 8949), for the classes that a {@link Codec} trusts and within its limits.
 *
 * <p>The forms are those of {@link JsonEncoding} where CBOR has none of its own: it has integers of any size, floats of
 * two widths, bytes, decimals, keys of any kind, and tags 28 and 29 for shared objects. One graph has one encoding: all
 * lengths are definite, fields and entries come in the order of the codec's own format. {@code docs/CODEC_TEXT.md} has
 * every form.
 *
 * <p>Immutable and thread-safe.
 */
public final class CborEncoding implements Encoding {
    private final Codec codec;
    private final boolean identity;

    private CborEncoding(Codec codec, boolean identity) {
        this.codec = codec;
        this.identity = identity;
    }

    /** With shared objects and cycles kept. */
    public static CborEncoding of(Codec codec) {
        Objects.requireNonNull(codec, "codec");
        return new CborEncoding(codec, true);
    }

    /** Without identity: a shared object is written wherever it is referred to, and a cycle is refused. */
    public CborEncoding asTrees() {
        return new CborEncoding(codec, false);
    }

    @Override
    public String mediaType() {
        return "application/cbor";
    }

    @Override
    public byte[] encode(@Nullable Object value, Type declared) {
        Objects.requireNonNull(declared, "declared");
        Object model = codec.describe(codec.encode(value, declared));
        return write(model, Declared.of(declared), new Classes(codec.trustedBy(declared)));
    }

    /** The CBOR of any message of the codec, which needs no class of it; whatever has a class names it. */
    public byte[] describe(byte[] message) {
        Objects.requireNonNull(message, "message");
        return encodeModel(codec.describe(message));
    }

    /** The CBOR of a message that was read without its classes: what {@link Codec#describe} gives. */
    public byte[] encodeModel(@Nullable Object model) {
        return write(model, Declared.ANY, null);
    }

    private byte[] write(@Nullable Object model, Declared declared, @Nullable Classes classes) {
        CborSink sink = new CborSink(codec.limits().bytes());
        SharedNodes shared = identity ? SharedNodes.of(model, 0) : SharedNodes.none();
        new TreeWriter(sink, classes, shared).write(model, declared);
        return sink.finish();
    }

    @Override
    public @Nullable Object decode(byte[] bytes, Type declared) {
        Objects.requireNonNull(declared, "declared");
        return TreeReading.decode(codec, new CborSource(bytes, codec.limits()).read(), declared);
    }
}
