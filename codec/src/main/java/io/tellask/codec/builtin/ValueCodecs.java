package io.tellask.codec.builtin;

import io.tellask.codec.elements.ElementReader;
import io.tellask.codec.elements.SequenceParts;
import io.tellask.codec.graph.FormNumbers;
import io.tellask.codec.graph.GraphReader;
import io.tellask.codec.graph.GraphWriter;
import io.tellask.codec.graph.HeadNumbers;
import io.tellask.codec.graph.Layout;
import io.tellask.codec.graph.Parts;
import io.tellask.codec.graph.PartsCodec;
import io.tellask.codec.graph.TypeCodec;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.time.DateTimeException;
import java.util.BitSet;
import java.util.Currency;
import java.util.Date;
import java.util.IllformedLocaleException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Small types of the JDK outside collections and time, written through their public API. */
final class ValueCodecs {
    private ValueCodecs() {}

    static void addTo(BuiltIns.Registry registry) {
        addBoxes(registry);
        registry.add(
                value(BigInteger.class, 57, (out, big) -> writeBigInteger(out, big, 0), ValueCodecs::readBigInteger),
                value(BigDecimal.class, 58, Decimals::write, Decimals::read),
                value(UUID.class, 59, ValueCodecs::writeUuid, in -> new UUID(in.in.readInt64(), in.in.readInt64())),
                value(
                        URI.class,
                        60,
                        (out, uri) -> out.out.writeUtf8(uri.toString()),
                        in -> parsed(in, URI.class, URI::create)),
                value(Locale.class, 63, ValueCodecs::writeLocale, ValueCodecs::readLocale),
                value(
                        Currency.class,
                        64,
                        (out, it) -> out.out.writeUtf8(it.getCurrencyCode()),
                        in -> parsed(in, Currency.class, Currency::getInstance)),
                new HolderCodec<Optional<?>>(
                        Optional.class,
                        65,
                        false,
                        Layout.ONE_REFERENCE,
                        it -> new @Nullable Object[] {it.orElse(null)},
                        one -> Optional.ofNullable(one[0])),
                value(
                        OptionalInt.class,
                        HeadNumbers.extended(16),
                        ValueCodecs::writeOptionalInt,
                        ValueCodecs::readOptionalInt),
                value(
                        OptionalLong.class,
                        HeadNumbers.extended(17),
                        ValueCodecs::writeOptionalLong,
                        ValueCodecs::readOptionalLong),
                value(
                        OptionalDouble.class,
                        HeadNumbers.extended(18),
                        ValueCodecs::writeOptionalDouble,
                        ValueCodecs::readOptionalDouble),
                value(
                        StackTraceElement.class,
                        HeadNumbers.extended(19),
                        ValueCodecs::writeFrame,
                        ValueCodecs::readFrame));
        addMutable(registry);
    }

    private static void addBoxes(BuiltIns.Registry registry) {
        registry.add(
                new BuiltInCodec<Boolean>(
                        Boolean.class, 14, (out, value) -> out.out.writeBoolean(value), in -> in.in.readBoolean()),
                new BuiltInCodec<Byte>(
                        Byte.class, 15, (out, value) -> out.out.writeByte(value), in -> in.in.readByte()),
                new BuiltInCodec<Short>(
                        Short.class, 16, (out, value) -> out.out.writeInt16(value), in -> in.in.readInt16()),
                new BuiltInCodec<Character>(
                        Character.class,
                        17,
                        (out, value) -> FormNumbers.writeChar(out, value),
                        in -> FormNumbers.readChar(in)),
                new BuiltInCodec<Integer>(
                        Integer.class,
                        18,
                        (out, value) -> FormNumbers.writeInt(out, value),
                        in -> FormNumbers.readInt(in)),
                new BuiltInCodec<Long>(
                        Long.class,
                        19,
                        (out, value) -> FormNumbers.writeLong(out, value),
                        in -> FormNumbers.readLong(in)),
                new BuiltInCodec<Float>(
                        Float.class, 20, (out, value) -> out.out.writeFloat(value), in -> in.in.readFloat()),
                new BuiltInCodec<Double>(
                        Double.class, 21, (out, value) -> out.out.writeDouble(value), in -> in.in.readDouble()));
    }

    private static void addMutable(BuiltIns.Registry registry) {
        registry.add(
                new Mutable<>(
                        Date.class,
                        61,
                        (out, date) -> out.out.writeInt64(date.getTime()),
                        in -> new Date(in.in.readInt64())),
                new Mutable<>(BitSet.class, 62, ValueCodecs::writeBits, in -> BitSet.valueOf(readBytes(in))),
                new Mutable<>(
                        AtomicInteger.class,
                        66,
                        (out, it) -> FormNumbers.writeInt(out, it.get()),
                        in -> new AtomicInteger(FormNumbers.readInt(in))),
                new Mutable<>(
                        AtomicLong.class,
                        67,
                        (out, it) -> FormNumbers.writeLong(out, it.get()),
                        in -> new AtomicLong(FormNumbers.readLong(in))),
                new Mutable<>(
                        AtomicBoolean.class,
                        68,
                        (out, it) -> out.out.writeBoolean(it.get()),
                        in -> new AtomicBoolean(in.in.readBoolean())),
                new Mutable<>(
                        StringBuilder.class,
                        HeadNumbers.extended(20),
                        (out, it) -> out.strings.writeChars(it.toString()),
                        in -> new StringBuilder(in.strings.readText())),
                new References());
    }

    private static <T> TypeCodec value(
            Class<T> type, int head, BiConsumer<GraphWriter, T> writer, Function<GraphReader, T> reader) {
        return new BuiltInCodec<>(type, head, writer, reader);
    }

    static String text(GraphReader in) {
        String text = in.in.readUtf8();
        if (text == null) {
            throw in.damaged("text of a value is null");
        }
        return text;
    }

    /** A value that is written as its text. What its parser says of a malformed one is left out: it repeats the text. */
    static <T> T parsed(GraphReader in, Class<T> type, Function<String, T> parser) {
        String text = text(in);
        try {
            return parser.apply(text);
        } catch (IllegalArgumentException | IllformedLocaleException | DateTimeException e) {
            throw in.damaged("text of a " + type.getSimpleName() + " is malformed");
        }
    }

    private static void writeBytes(GraphWriter out, byte[] bytes) {
        out.countSlots(bytes.length, 1);
        putBytes(out, bytes);
    }

    private static void putBytes(GraphWriter out, byte[] bytes) {
        out.out.writeVarInt(bytes.length);
        out.out.writeBytes(bytes, 0, bytes.length);
    }

    private static byte[] readBytes(GraphReader in) {
        return in.in.readBytes(in.readSlots(1));
    }

    private static BigInteger readBigInteger(GraphReader in) {
        byte[] bytes = readBytes(in);
        in.keys.requireDigits(digits(bytes.length), in.in.offset());
        return new BigInteger(bytes);
    }

    /** Decimal digits that a number of so many bytes has at most. */
    static long digits(int bytes) {
        return (long) (bytes * 2.41);
    }

    static void writeBigInteger(GraphWriter out, BigInteger value, int scale) {
        int length = value.bitLength() / Byte.SIZE + 1;
        out.requireDigits(digits(length) + Math.abs((long) scale));
        out.countSlots(length, 1); // before the bytes are made
        putBytes(out, value.toByteArray());
    }

    private static void writeBits(GraphWriter out, BitSet bits) {
        out.countSlots((bits.length() + Byte.SIZE - 1) / Byte.SIZE, 1); // before the bytes are made
        putBytes(out, bits.toByteArray());
    }

    private static void writeUuid(GraphWriter out, UUID value) {
        out.out.writeInt64(value.getMostSignificantBits());
        out.out.writeInt64(value.getLeastSignificantBits());
    }

    /** A language tag where it says everything, else the parts: old locales such as no_NO_NY have no exact tag. */
    private static void writeLocale(GraphWriter out, Locale locale) {
        String tag = locale.toLanguageTag();
        boolean exact = Locale.forLanguageTag(tag).equals(locale);
        out.out.writeBoolean(exact);
        if (exact) {
            out.out.writeUtf8(tag);
        } else {
            out.out.writeUtf8(locale.getLanguage());
            out.out.writeUtf8(locale.getCountry());
            out.out.writeUtf8(locale.getVariant());
        }
    }

    private static Locale readLocale(GraphReader in) {
        if (!in.in.readBoolean()) {
            return Locale.of(text(in), text(in), text(in));
        }
        return parsed(
                in,
                Locale.class,
                tag -> new Locale.Builder().setLanguageTag(tag).build());
    }

    private static void writeOptionalInt(GraphWriter out, OptionalInt value) {
        out.out.writeBoolean(value.isPresent());
        value.ifPresent(out.out::writeInt32);
    }

    private static OptionalInt readOptionalInt(GraphReader in) {
        return in.in.readBoolean() ? OptionalInt.of(in.in.readInt32()) : OptionalInt.empty();
    }

    private static void writeOptionalLong(GraphWriter out, OptionalLong value) {
        out.out.writeBoolean(value.isPresent());
        value.ifPresent(out.out::writeInt64);
    }

    private static OptionalLong readOptionalLong(GraphReader in) {
        return in.in.readBoolean() ? OptionalLong.of(in.in.readInt64()) : OptionalLong.empty();
    }

    private static void writeOptionalDouble(GraphWriter out, OptionalDouble value) {
        out.out.writeBoolean(value.isPresent());
        value.ifPresent(out.out::writeDouble);
    }

    private static OptionalDouble readOptionalDouble(GraphReader in) {
        return in.in.readBoolean() ? OptionalDouble.of(in.in.readDouble()) : OptionalDouble.empty();
    }

    private static void writeFrame(GraphWriter out, StackTraceElement frame) {
        for (String part : List.of(
                orEmpty(frame.getClassLoaderName()),
                orEmpty(frame.getModuleName()),
                orEmpty(frame.getModuleVersion()),
                frame.getClassName(),
                frame.getMethodName(),
                orEmpty(frame.getFileName()))) {
            out.out.writeUtf8(part);
        }
        FormNumbers.writeInt(out, frame.getLineNumber());
    }

    private static String orEmpty(String part) {
        return part == null ? "" : part;
    }

    private static StackTraceElement readFrame(GraphReader in) {
        String[] parts = new String[6];
        for (int i = 0; i < parts.length; i++) {
            String part = text(in);
            parts[i] = part.isEmpty() && i != 3 && i != 4 ? null : part;
        }
        return new StackTraceElement(
                parts[0], parts[1], parts[2], parts[3], parts[4], parts[5], FormNumbers.readInt(in));
    }

    /** A mutable object without references: shared stays shared. */
    private static final class Mutable<T> extends TypeCodec {
        private final BiConsumer<GraphWriter, T> writer;
        private final Function<GraphReader, T> reader;

        Mutable(Class<T> type, int head, BiConsumer<GraphWriter, T> writer, Function<GraphReader, T> reader) {
            super(type, head, true);
            this.writer = writer;
            this.reader = reader;
        }

        @Override
        @SuppressWarnings("unchecked")
        public void write(GraphWriter out, Object value) {
            writer.accept(out, (T) value);
        }

        @Override
        public Object read(GraphReader in) {
            T value = reader.apply(in);
            in.register(value);
            return value;
        }
    }

    private static final class References extends PartsCodec {
        References() {
            super(AtomicReference.class, HeadNumbers.extended(21), true, false, Layout.ONE_REFERENCE);
        }

        @Override
        public Parts.Writer writer(GraphWriter out, Object value) {
            return new SequenceParts.Writer(new @Nullable Object[] {((AtomicReference<?>) value).get()}, null, true);
        }

        @Override
        public Parts.Reader reader(GraphReader in) {
            AtomicReference<@Nullable Object> reference = new AtomicReference<>();
            in.register(reference);
            return new SequenceParts.Reader(ElementReader.references(in, 1), null) {
                @Override
                public void take(GraphReader source, int index, @Nullable Object element) {
                    reference.set(element);
                }

                @Override
                public Object end(GraphReader source) {
                    return reference;
                }
            };
        }
    }
}
