package io.tellask.codec.builtin;

import io.tellask.codec.ByteReader;
import io.tellask.codec.ByteWriter;
import io.tellask.codec.bytes.Varints;
import io.tellask.codec.graph.GraphReader;
import io.tellask.codec.graph.GraphWriter;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Decimal numbers: the scale, then the unscaled value as the fewest bytes of its two's complement, the highest first.
 * Where those are at most eight, as nearly always, neither an array nor a {@link BigInteger} is made of them.
 */
final class Decimals {
    /** Any number of so many digits is a long. */
    private static final int LONG_DIGITS = 18;

    /** Of a body with a scale of one byte and an unscaled value of four. */
    static final int SHORT_BYTES = 2 + Integer.BYTES;

    private static final int SHORT_SCALE = 64;
    private static final long MOST_SHORT = 999_999_999;

    /** By their scale the highest and, negated, the lowest decimals with a short body. */
    private static final BigDecimal[] SHORT_BOUNDS = IntStream.range(0, SHORT_SCALE)
            .mapToObj(scale -> BigDecimal.valueOf(MOST_SHORT, scale))
            .toArray(BigDecimal[]::new);

    private static final BigDecimal[] LOW_SHORT_BOUNDS =
            Arrays.stream(SHORT_BOUNDS).map(BigDecimal::negate).toArray(BigDecimal[]::new);

    private Decimals() {}

    /*
     * Numbers are compared with bounds of the same scale, and their precision is asked for only where they fit a long: that of
     * a number of millions of digits takes seconds, and more.
     */

    private static boolean isShort(BigDecimal value, int scale) {
        return scale >= 0
                && scale < SHORT_SCALE
                && value.compareTo(SHORT_BOUNDS[scale]) <= 0
                && value.compareTo(LOW_SHORT_BOUNDS[scale]) >= 0;
    }

    private static boolean isLong(BigDecimal value, int scale) {
        return value.compareTo(BigDecimal.valueOf(Long.MAX_VALUE, scale)) <= 0
                && value.compareTo(BigDecimal.valueOf(Long.MIN_VALUE, scale)) >= 0;
    }

    static boolean putShort(GraphWriter graph, Object value, byte[] array, int at) {
        BigDecimal decimal = (BigDecimal) value;
        int scale = decimal.scale();
        if (!isShort(decimal, scale)) {
            return false;
        }
        int unscaled = (int) decimal.scaleByPowerOfTen(scale).longValue();
        graph.requireDigits(ValueCodecs.digits(bytesOf(unscaled)) + scale);
        array[at] = (byte) (scale << 1);
        array[at + 1] = Integer.BYTES;
        return Varints.putInt32(array, at + 2, unscaled) > 0;
    }

    static @Nullable BigDecimal takeShort(GraphReader graph, byte[] array, int at) {
        int scale = array[at] >>> 1;
        if ((array[at] & 0x81) != 0 || array[at + 1] != Integer.BYTES) {
            return null;
        }
        int unscaled = Varints.int32(array, at + 2);
        requireDigits(graph, bytesOf(unscaled), scale, at);
        return BigDecimal.valueOf(unscaled, scale);
    }

    /** The fewest bytes that a number takes. */
    private static int bytesOf(long unscaled) {
        return (Long.SIZE - Long.numberOfLeadingZeros(unscaled ^ unscaled >> Long.SIZE - 1)) / Byte.SIZE + 1;
    }

    static void write(GraphWriter graph, BigDecimal value) {
        int scale = value.scale();
        ByteWriter out = graph.out;
        out.writeZigZagInt(scale);
        if (!isLong(value, scale) || !graph.isWide() && value.precision() > LONG_DIGITS) {
            ValueCodecs.writeBigInteger(graph, value.unscaledValue(), scale);
            return;
        }
        long unscaled = value.scaleByPowerOfTen(scale).longValue();
        int length = bytesOf(unscaled);
        graph.requireDigits(ValueCodecs.digits(length) + Math.abs((long) scale));
        graph.countSlots(length, 1);
        if (graph.isWide()) {
            writeWide(out, unscaled, length);
            return;
        }
        out.writeByte(length);
        out.reserve(Long.BYTES);
        int at = out.position();
        Varints.putInt64(out.array(), at, Long.reverseBytes(unscaled << Long.SIZE - Byte.SIZE * length));
        out.advanceTo(at + length);
    }

    /** Of a word or two, the lowest byte first. */
    private static void writeWide(ByteWriter out, long unscaled, int length) {
        if (length <= Integer.BYTES) {
            out.writeByte(Integer.BYTES);
            out.writeInt32((int) unscaled);
        } else {
            out.writeByte(Long.BYTES);
            out.writeInt64(unscaled);
        }
    }

    private static void requireDigits(GraphReader graph, int length, int scale, long offset) {
        graph.keys.requireDigits(ValueCodecs.digits(length) + Math.abs((long) scale), offset);
    }

    static BigDecimal read(GraphReader graph) {
        ByteReader in = graph.in;
        int scale = in.readZigZagInt();
        int length = graph.readSlots(1);
        if (graph.wide && (length == Integer.BYTES || length == Long.BYTES)) {
            long unscaled = length == Integer.BYTES ? in.readInt32() : in.readInt64();
            requireDigits(graph, bytesOf(unscaled), scale, in.offset());
            return BigDecimal.valueOf(unscaled, scale);
        }
        requireDigits(graph, length, scale, in.offset() + length);
        if (length == 0 || length > Long.BYTES) {
            return new BigDecimal(new BigInteger(in.readBytes(length)), scale);
        }
        byte[] array = in.array();
        int at = in.position();
        long unscaled = array[at];
        for (int i = 1; i < length; i++) {
            unscaled = unscaled << Byte.SIZE | array[at + i] & 0xFF;
        }
        in.advanceTo(at + length);
        return BigDecimal.valueOf(unscaled, scale);
    }
}
