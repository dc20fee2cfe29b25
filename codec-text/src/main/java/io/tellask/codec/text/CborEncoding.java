package io.tellask.codec.text;

import io.tellask.codec.ByteReader;
import io.tellask.codec.ByteWriter;
import io.tellask.codec.Codec;
import io.tellask.codec.Encoding;
import io.tellask.codec.HeapBudget;
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
    private static final int INITIAL_BYTES = 512;

    private final Codec codec;
    private final TreeReading reading;
    private final boolean identity;

    private CborEncoding(Codec codec, TreeReading reading, boolean identity) {
        this.codec = codec;
        this.reading = reading;
        this.identity = identity;
    }

    /** With shared objects and cycles kept. */
    public static CborEncoding of(Codec codec) {
        Objects.requireNonNull(codec, "codec");
        return new CborEncoding(codec, new TreeReading(codec), true);
    }

    /** Without identity: a shared object is written wherever it is referred to, and a cycle is refused. */
    public CborEncoding asTrees() {
        return new CborEncoding(codec, reading, false);
    }

    @Override
    public String mediaType() {
        return "application/cbor";
    }

    @Override
    public byte[] encode(@Nullable Object value, Type declared) {
        return text(value, declared, null);
    }

    @Override
    public void encode(@Nullable Object value, Type declared, ByteWriter out) {
        Objects.requireNonNull(out, "out");
        byte[] text = text(value, declared, out);
        out.writeBytes(text, 0, text.length);
    }

    private byte[] text(@Nullable Object value, Type declared, @Nullable ByteWriter target) {
        Objects.requireNonNull(declared, "declared");
        ByteWriter message = new ByteWriter(INITIAL_BYTES);
        message.references(target == null ? null : target.references());
        codec.encode(value, declared, message);
        Object model = codec.describe(RemotePlace.reader(message.toByteArray()));
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
        return reading.decode(new CborSource(bytes, codec.limits(), null).read(), bytes.length, declared);
    }

    @Override
    public @Nullable Object decode(ByteReader in, Type declared, HeapBudget budget) {
        Objects.requireNonNull(in, "in");
        Objects.requireNonNull(declared, "declared");
        Objects.requireNonNull(budget, "budget");
        Object tree = new CborSource(in.readBytes(in.remaining()), codec.limits(), budget).read();
        return reading.decode(tree, declared, in.references(), budget);
    }
}
