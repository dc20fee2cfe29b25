package io.tellask.codec.text;

import io.tellask.codec.ByteReader;
import io.tellask.codec.ByteWriter;
import io.tellask.codec.Codec;
import io.tellask.codec.Encoding;
import io.tellask.codec.HeapBudget;
import java.lang.reflect.Type;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.json.JsonFactory;

/**
 * Object graphs as JSON in UTF-8, for the classes that a {@link Codec} trusts and within its limits.
 *
 * <p>An object is a JSON object of its fields; what the declared type does not tell is noted by names that begin with
 * an at sign, such as {@code @class}, so that JSON written by hand for a declared type needs none. Integers beyond 2^53
 * and exact decimals are strings, which JavaScript keeps. {@code docs/CODEC_TEXT.md} has every form.
 *
 * <p>Immutable and thread-safe.
 */
public final class JsonEncoding implements Encoding {
    private static final int INITIAL_BYTES = 512;

    private final Codec codec;
    private final boolean pretty;
    private final boolean identity;
    private final JsonFactory parsers;
    private final TreeReading reading;

    private JsonEncoding(Codec codec, JsonFactory parsers, TreeReading reading, boolean pretty, boolean identity) {
        this.codec = codec;
        this.parsers = parsers;
        this.reading = reading;
        this.pretty = pretty;
        this.identity = identity;
    }

    /** On one line, with shared objects and cycles kept. */
    public static JsonEncoding of(Codec codec) {
        Objects.requireNonNull(codec, "codec");
        return new JsonEncoding(codec, JsonSource.parsers(codec.limits()), new TreeReading(codec), false, true);
    }

    /** Laid out over lines, for people. */
    public JsonEncoding pretty() {
        return new JsonEncoding(codec, parsers, reading, true, identity);
    }

    /** Without identity: a shared object is written wherever it is referred to, and a cycle is refused. */
    public JsonEncoding asTrees() {
        return new JsonEncoding(codec, parsers, reading, pretty, false);
    }

    @Override
    public String mediaType() {
        return "application/json";
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

    /** The JSON of any message of the codec, which needs no class of it; whatever has a class names it. */
    public byte[] describe(byte[] message) {
        Objects.requireNonNull(message, "message");
        return encodeModel(codec.describe(message));
    }

    /** The JSON of a message that was read without its classes: what {@link Codec#describe} gives. */
    public byte[] encodeModel(@Nullable Object model) {
        return write(model, Declared.ANY, null);
    }

    private byte[] write(@Nullable Object model, Declared declared, @Nullable Classes classes) {
        JsonSink sink = new JsonSink(codec.limits().bytes(), pretty);
        SharedNodes shared = identity ? SharedNodes.of(model, 1) : SharedNodes.none();
        new TreeWriter(sink, classes, shared).write(model, declared);
        return sink.finish();
    }

    @Override
    public @Nullable Object decode(byte[] bytes, Type declared) {
        Objects.requireNonNull(bytes, "bytes");
        Objects.requireNonNull(declared, "declared");
        return reading.decode(new JsonSource(parsers, codec.limits(), null).read(bytes), bytes.length, declared);
    }

    @Override
    public @Nullable Object decode(ByteReader in, Type declared, HeapBudget budget) {
        Objects.requireNonNull(in, "in");
        Objects.requireNonNull(declared, "declared");
        Objects.requireNonNull(budget, "budget");
        Object tree = new JsonSource(parsers, codec.limits(), budget).read(in.readBytes(in.remaining()));
        return reading.decode(tree, declared, in.references(), budget);
    }
}
