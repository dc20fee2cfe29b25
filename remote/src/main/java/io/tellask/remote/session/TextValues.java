package io.tellask.remote.session;

import io.tellask.codec.ByteReader;
import io.tellask.codec.ByteWriter;
import io.tellask.codec.DecodeException;
import io.tellask.codec.EncodeException;
import io.tellask.codec.Encoding;
import io.tellask.codec.EncodingProvider;
import io.tellask.remote.ProtocolException;
import io.tellask.remote.ValueEncoding;
import io.tellask.text.PassedByReference;
import java.lang.invoke.MethodType;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/**
 * The arguments, results and items of a session whose client chose JSON or CBOR.
 *
 * <pre>
 * argument        bytes: the text of the parameter's type, also of numbers, strings and null
 * result, item    the text, to the end of the message
 * exception       bytes: the text
 * </pre>
 *
 * <p>References to actors are places in the list in front of the message, as in the binary form; streams stand alone as such places. What
 * a text takes while it is read is reserved in the connection's account. Thread-safe.
 */
final class TextValues {
    private static final int INITIAL_BYTES = 128;

    private final Encoding encoding;
    private final ValueEncoding form;
    private final Endpoint endpoint;

    private TextValues(Encoding encoding, ValueEncoding form, Endpoint endpoint) {
        this.encoding = encoding;
        this.form = form;
        this.endpoint = endpoint;
    }

    /** Stands for a stream in a text. */
    private record StreamPlace(int number) implements PassedByReference {}

    /** The values of a session; null for the codec's own form. */
    static @Nullable TextValues of(ValueEncoding chosen, Endpoint endpoint) {
        if (chosen == ValueEncoding.BINARY) {
            return null;
        }
        EncodingProvider provider = Encodings.find(chosen);
        if (provider == null) {
            throw new ProtocolException("encoding: " + Encodings.missing(chosen));
        }
        return new TextValues(provider.of(endpoint.codec()), chosen, endpoint);
    }

    /** Appends an item of a stream, whose text other sessions may have made. */
    void writeItem(Object value, Type declared, ByteWriter out) {
        if (!SharedTexts.keeps(value.getClass())) {
            write(value, declared, out);
            return;
        }
        SharedTexts shared = endpoint.settings().texts();
        byte[] known = shared.find(value, declared, form);
        if (known != null) {
            out.writeBytes(known, 0, known.length);
            return;
        }
        int start = out.position();
        write(value, declared, out);
        shared.keep(value, declared, form, Arrays.copyOfRange(out.array(), start, out.position()));
    }

    /** Appends a result or an item. */
    void write(Object value, Type declared, ByteWriter out) {
        encoding.encode(value, boxed(declared), out);
    }

    /** Appends an exception, without its stack trace; one that holds references is refused. */
    void writeFailure(Throwable failure, Type declared, ByteWriter out) {
        ByteWriter text = new ByteWriter(INITIAL_BYTES);
        text.references(reference -> {
            throw new EncodeException("encode: " + reference + " is a reference within an exception");
        });
        encoding.encode(failure, declared, text);
        out.writeByteArray(text.toByteArray());
    }

    /** Reads an exception. */
    @Nullable
    Object readFailure(ByteReader in, Type declared) {
        byte[] text = in.readByteArray();
        return text == null ? null : read(new ByteReader(text), declared);
    }

    /** Reads a result or an item: all that remains. */
    @Nullable
    Object read(ByteReader in, Type declared) {
        try (ReservedDecoder reserved = new ReservedDecoder(endpoint)) {
            return encoding.decode(in, boxed(declared), reserved);
        }
    }

    /** Appends an argument. */
    void writeArgument(@Nullable Object value, Type declared, ByteWriter out) {
        ByteWriter text = new ByteWriter(INITIAL_BYTES);
        text.references(out.references());
        encoding.encode(value, boxed(declared), text);
        out.writeByteArray(text.toByteArray());
    }

    /** Reads an argument; a number of a primitive type comes as its box. */
    @Nullable
    Object readArgument(ByteReader in, Type declared, ReservedDecoder reserved) {
        Object value = encoding.decode(argument(in), boxed(declared), reserved);
        if (value == null && declared instanceof Class<?> plain && plain.isPrimitive()) {
            throw new DecodeException(
                    "decode: the text has null, class=" + declared.getTypeName() + " is expected; send a value");
        }
        return value;
    }

    /** Appends an argument that is a publisher, by its place in the list of references. */
    void writeStream(int place, ByteWriter out) {
        ByteWriter text = new ByteWriter(INITIAL_BYTES);
        text.references(reference -> ((StreamPlace) reference).number);
        encoding.encode(new StreamPlace(place), PassedByReference.class, text);
        out.writeByteArray(text.toByteArray());
    }

    /** Reads an argument that is a publisher, or null. */
    Flow.@Nullable Publisher<?> readStream(ByteReader in, ResultCodec items, ReservedDecoder reserved) {
        ByteReader text = argument(in);
        text.references(StreamPlace::new);
        Object place = encoding.decode(text, PassedByReference.class, reserved);
        return place == null ? null : ReceivedReferences.stream(((StreamPlace) place).number, in.references(), items);
    }

    private static ByteReader argument(ByteReader in) {
        byte[] text = in.readByteArray();
        if (text == null) {
            throw new DecodeException("decode: an argument has no text; send the text of null for none");
        }
        ByteReader argument = new ByteReader(text);
        argument.references(in.references());
        return argument;
    }

    private static Type boxed(Type type) {
        return type instanceof Class<?> plain && plain.isPrimitive()
                ? MethodType.methodType(plain).wrap().returnType()
                : type;
    }
}
