package io.tellask.codec.text;

import io.tellask.codec.EncodeException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * CBOR of RFC 8949: definite lengths and the shortest heads; a float takes 32 bits and a double 64, which tells them
 * apart.
 *
 * <pre>
 * +------------+-------------+------------------+-------------------------+
 * | major 3 b  | info 5 b    | 0, 1, 2, 4, 8 B  | content                 |
 * +------------+-------------+------------------+-------------------------+
 *                below 24 the argument itself, 24 to 27 its size
 * </pre>
 */
final class CborSink implements TreeSink {
    static final int UNSIGNED = 0;
    static final int NEGATIVE = 1;
    static final int BYTES = 2;
    static final int TEXT = 3;
    static final int LIST = 4;
    static final int MAP = 5;
    static final int TAG = 6;
    static final int SIMPLE = 7;

    /** Bignums and decimal fractions: RFC 8949, sections 3.4.3 and 3.4.4. */
    static final int POSITIVE_BIGNUM = 2;

    static final int NEGATIVE_BIGNUM = 3;
    static final int DECIMAL_FRACTION = 4;

    /** "Shareable" and "sharedref" of the IANA registry: http://cbor.schmorp.de/value-sharing. */
    static final int SHAREABLE = 28;

    static final int SHARED_REFERENCE = 29;

    static final int FALSE = 20;
    static final int TRUE = 21;
    static final int NULL = 22;
    static final int HALF = 25;
    static final int SINGLE = 26;
    static final int DOUBLE = 27;

    private static final int LONGEST_HEAD = 9;

    private final int maxBytes;
    private byte[] bytes = new byte[256];
    private int count;

    CborSink(int maxBytes) {
        this.maxBytes = maxBytes;
    }

    byte[] finish() {
        return Arrays.copyOf(bytes, count);
    }

    @Override
    public boolean isNative() {
        return true;
    }

    @Override
    public boolean isNatural(Object value) {
        return switch (value) {
            case Long number -> number != number.intValue();
            case BigInteger number -> number.bitLength() >= Long.SIZE;
            default ->
                value instanceof String
                        || value instanceof Boolean
                        || value instanceof Integer
                        || value instanceof Float
                        || value instanceof Double
                        || value instanceof BigDecimal
                        || value instanceof byte[];
        };
    }

    /** Half of a surrogate pair has no UTF-8. */
    @Override
    public boolean takes(String text) {
        return StandardCharsets.UTF_8.newEncoder().canEncode(text);
    }

    private void reserve(int more) {
        if (more > maxBytes - count) {
            throw Utf8Output.over(maxBytes);
        }
        if (count + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, count + more));
        }
    }

    private void head(int major, long argument) {
        reserve(LONGEST_HEAD);
        int first = major << 5;
        if (argument >= 0 && argument < 24) {
            bytes[count++] = (byte) (first | argument);
        } else if (argument >>> 8 == 0) {
            putHead(first | 24, argument, 1);
        } else if (argument >>> 16 == 0) {
            putHead(first | 25, argument, 2);
        } else if (argument >>> 32 == 0) {
            putHead(first | 26, argument, 4);
        } else {
            putHead(first | 27, argument, 8);
        }
    }

    private void putHead(int first, long argument, int width) {
        bytes[count++] = (byte) first;
        for (int shift = 8 * (width - 1); shift >= 0; shift -= 8) {
            bytes[count++] = (byte) (argument >>> shift);
        }
    }

    private void content(int major, byte[] content) {
        head(major, content.length);
        reserve(content.length);
        System.arraycopy(content, 0, bytes, count, content.length);
        count += content.length;
    }

    @Override
    public void startMap(int entries) {
        head(MAP, entries);
    }

    @Override
    public void name(String name) {
        text(name);
    }

    @Override
    public void endMap() {}

    @Override
    public void startList(int elements) {
        head(LIST, elements);
    }

    @Override
    public void endList() {}

    @Override
    public void share() {
        head(TAG, SHAREABLE);
    }

    @Override
    public void reference(int shared) {
        head(TAG, SHARED_REFERENCE);
        head(UNSIGNED, shared);
    }

    @Override
    public void text(String value) {
        if (!takes(value)) {
            throw new EncodeException("encode: a name holds half of a surrogate pair, chars=" + value.length()
                    + "; CBOR has text in UTF-8 only");
        }
        content(TEXT, value.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void integer(long value) {
        head(value < 0 ? NEGATIVE : UNSIGNED, value < 0 ? ~value : value);
    }

    @Override
    public void decimal(double value) {
        reserve(LONGEST_HEAD);
        putHead(SIMPLE << 5 | DOUBLE, Double.doubleToRawLongBits(value), 8);
    }

    @Override
    public void single(float value) {
        reserve(LONGEST_HEAD);
        putHead(SIMPLE << 5 | SINGLE, Float.floatToRawIntBits(value), 4);
    }

    /** Numbers of up to 64 bits besides the sign are no bignums: RFC 8949 wants the shorter form. */
    @Override
    public void bigInteger(BigInteger value) {
        boolean negative = value.signum() < 0;
        BigInteger argument = negative ? value.not() : value;
        if (argument.bitLength() <= Long.SIZE) {
            head(negative ? NEGATIVE : UNSIGNED, argument.longValue());
            return;
        }
        head(TAG, negative ? NEGATIVE_BIGNUM : POSITIVE_BIGNUM);
        byte[] magnitude = argument.toByteArray();
        content(BYTES, magnitude[0] == 0 ? Arrays.copyOfRange(magnitude, 1, magnitude.length) : magnitude);
    }

    @Override
    public void bigDecimal(BigDecimal value) {
        head(TAG, DECIMAL_FRACTION);
        head(LIST, 2);
        integer(-(long) value.scale());
        bigInteger(value.unscaledValue());
    }

    @Override
    public void flag(boolean value) {
        head(SIMPLE, value ? TRUE : FALSE);
    }

    @Override
    public void nil() {
        head(SIMPLE, NULL);
    }

    @Override
    public void bytes(byte[] value) {
        content(BYTES, value);
    }
}
