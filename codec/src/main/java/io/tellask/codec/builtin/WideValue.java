package io.tellask.codec.builtin;

import io.tellask.codec.bytes.Varints;
import io.tellask.codec.graph.GraphReader;
import io.tellask.codec.graph.GraphWriter;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The most frequent body of a value of the JDK in the wide form, which has a fixed length: what generated code writes
 * and reads by itself. Any other body is left to the value's codec. A record, whose parts the compiler takes for
 * constants. Thread-safe.
 *
 * @param type the class of the values
 * @param head the value's head, of one byte
 * @param bytes how many the body takes
 */
public record WideValue(Class<?> type, int head, int bytes, Writer writer, Reader reader) {
    private static final Map<Class<?>, WideValue> BY_CLASS = Stream.of(
                    new WideValue(
                            Integer.class,
                            18,
                            Integer.BYTES,
                            (_, value, array, at) -> Varints.putInt32(array, at, (Integer) value) > 0,
                            (_, array, at) -> Varints.int32(array, at)),
                    new WideValue(
                            Long.class,
                            19,
                            Long.BYTES,
                            (_, value, array, at) -> Varints.putInt64(array, at, (Long) value) > 0,
                            (_, array, at) -> Varints.int64(array, at)),
                    new WideValue(
                            Double.class,
                            21,
                            Double.BYTES,
                            (_, value, array, at) -> Varints.putDouble(array, at, (Double) value) > 0,
                            (_, array, at) -> Varints.float64(array, at)),
                    new WideValue(BigDecimal.class, 58, Decimals.SHORT_BYTES, Decimals::putShort, Decimals::takeShort),
                    new WideValue(UUID.class, 59, 2 * Long.BYTES, WideValue::putUuid, WideValue::takeUuid),
                    new WideValue(Instant.class, 70, Long.BYTES, TimeCodecs::putInstant, TimeCodecs::takeInstant),
                    new WideValue(Duration.class, 71, Long.BYTES, TimeCodecs::putDuration, TimeCodecs::takeDuration),
                    new WideValue(LocalDate.class, 72, Integer.BYTES, TimeCodecs::putDate, TimeCodecs::takeDate))
            .collect(Collectors.toUnmodifiableMap(WideValue::type, each -> each));

    private static final @Nullable WideValue[] BY_HEAD = new WideValue[Byte.MAX_VALUE + 1];

    static {
        BY_CLASS.values().forEach(each -> BY_HEAD[each.head] = each);
    }

    /** The form of the values with a head, or null where they have none of fixed length. */
    static @Nullable WideValue of(byte head) {
        return head < 0 ? null : BY_HEAD[head];
    }

    /** The form of a class's values, or null where they have none of fixed length. */
    public static @Nullable WideValue of(Class<?> type) {
        return BY_CLASS.get(type);
    }

    private static boolean putUuid(GraphWriter out, Object value, byte[] array, int at) {
        UUID uuid = (UUID) value;
        int low = Varints.putInt64(array, at, uuid.getMostSignificantBits());
        return Varints.putInt64(array, low, uuid.getLeastSignificantBits()) > 0;
    }

    private static UUID takeUuid(GraphReader in, byte[] array, int at) {
        return new UUID(Varints.int64(array, at), Varints.int64(array, at + Long.BYTES));
    }

    /** Writes head and body where there is room for both; gives the position behind them, or -1 for a value with another body. */
    public int put(GraphWriter out, Object value, byte[] array, int at) {
        if (!writer.put(out, value, array, at + 1)) {
            return -1;
        }
        array[at] = (byte) head;
        out.addObjects(1);
        return at + 1 + bytes;
    }

    /** Reads the body at a position, whose bytes are there; null for another one. */
    public @Nullable Object take(GraphReader in, byte[] array, int at) {
        Object value = reader.take(in, array, at);
        in.addObjects(value == null ? 0 : 1);
        return value;
    }

    /** Writes a body of the fixed length, or tells that the value has another one. */
    public interface Writer {
        boolean put(GraphWriter out, Object value, byte[] array, int at);
    }

    /** Reads a body of the fixed length, or gives null for another one. */
    public interface Reader {
        @Nullable
        Object take(GraphReader in, byte[] array, int at);
    }
}
