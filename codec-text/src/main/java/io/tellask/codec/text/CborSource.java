package io.tellask.codec.text;

import io.tellask.codec.CodecLimits;
import io.tellask.codec.DecodeException;
import io.tellask.codec.HeapBudget;
import io.tellask.codec.text.Tree.Container;
import io.tellask.codec.text.Tree.Entries;
import io.tellask.codec.text.Tree.Items;
import io.tellask.codec.text.Tree.Reference;
import io.tellask.codec.text.Tree.Shared;
import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Parses CBOR into a {@link Tree}: every length is checked against the bytes that remain before anything is allocated,
 * and nesting takes no stack. Takes indefinite lengths and half floats from other writers, too. Not thread-safe.
 */
final class CborSource {
    private static final int SELF_DESCRIBED = 55_799;
    private static final int DATE_TIME_TEXT = 0;
    private static final int URI_TEXT = 32;
    private static final int INDEFINITE = 31;

    private final byte[] bytes;
    private final TextBudget budget;
    private final Deque<Open> open = new ArrayDeque<>();
    private int at;
    private int sharedCount;

    CborSource(byte[] bytes, CodecLimits limits, @Nullable HeapBudget heap) {
        if (bytes.length > limits.bytes()) {
            throw new DecodeException(
                    "decode: CBOR bytes=" + bytes.length + " > limits.bytes=" + limits.bytes() + "; raise the limit");
        }
        this.bytes = bytes;
        this.budget = new TextBudget(limits, heap);
        budget.begin(bytes.length);
    }

    @Nullable
    Object read() {
        Object root = item();
        while (!open.isEmpty()) {
            Open container = open.getLast();
            if (container.isFull() || container.left < 0 && isBreak()) {
                container.end(this);
                open.removeLast();
                budget.leave();
            } else {
                container.add(item(), this);
            }
        }
        if (at < bytes.length) {
            throw failure("bytes=" + (bytes.length - at) + " follow the item", "send one item");
        }
        return root;
    }

    private DecodeException failure(String what, String remedy) {
        return new DecodeException("decode: " + what + ", offset=" + at + "; " + remedy);
    }

    private DecodeException damaged(String what) {
        return failure(what, "the bytes are damaged or no CBOR");
    }

    private int next() {
        if (at == bytes.length) {
            throw damaged("the CBOR ends early");
        }
        return bytes[at++] & 0xFF;
    }

    private boolean isBreak() {
        if (at < bytes.length && (bytes[at] & 0xFF) == 0xFF) {
            at++;
            return true;
        }
        return false;
    }

    /** Reads an item with the tags in front of it; a container is left open. */
    private @Nullable Object item() {
        int shared = -1;
        budget.countScalar();
        while (true) {
            int head = next();
            int info = head & 0x1F;
            if (head >> 5 != CborSink.TAG) {
                Object item = untagged(head >> 5, info);
                return shared < 0 ? item : new Shared(shared, item);
            }
            long tag = argument(info);
            if (tag == CborSink.SHAREABLE && shared < 0) {
                shared = sharedCount++;
            } else if (tag != SELF_DESCRIBED && tag != DATE_TIME_TEXT && tag != URI_TEXT) {
                Object item = tagged(tag);
                return shared < 0 ? item : new Shared(shared, item);
            }
        }
    }

    private Object tagged(long tag) {
        if (tag == CborSink.SHARED_REFERENCE) {
            long number = unsigned("the number of a shared item");
            return new Reference(number >= 0 && number < Integer.MAX_VALUE ? (int) number : Integer.MAX_VALUE);
        }
        if (tag == CborSink.POSITIVE_BIGNUM || tag == CborSink.NEGATIVE_BIGNUM) {
            return bignum(tag);
        }
        if (tag == CborSink.DECIMAL_FRACTION) {
            return decimalFraction();
        }
        throw failure("tag=" + Long.toUnsignedString(tag) + " is unknown", "send the item without it");
    }

    private long unsigned(String what) {
        int head = next();
        if (head >> 5 != CborSink.UNSIGNED) {
            throw damaged(what + " is no unsigned integer");
        }
        return argument(head & 0x1F);
    }

    private BigInteger bignum(long tag) {
        int head = next();
        if (head >> 5 != CborSink.BYTES || (head & 0x1F) == INDEFINITE) {
            throw damaged("a bignum is no byte string");
        }
        BigInteger magnitude = new BigInteger(1, content(head & 0x1F));
        return tag == CborSink.NEGATIVE_BIGNUM ? magnitude.not() : magnitude;
    }

    private BigDecimal decimalFraction() {
        if (next() != (CborSink.LIST << 5 | 2)) {
            throw damaged("a decimal fraction is no list of two");
        }
        BigInteger exponent = integer();
        if (exponent.bitLength() >= Integer.SIZE) {
            throw damaged("the exponent of a decimal fraction has more than 32 bits");
        }
        return new BigDecimal(integer(), -exponent.intValue());
    }

    private BigInteger integer() {
        int head = next();
        int major = head >> 5;
        if (major == CborSink.TAG) {
            long tag = argument(head & 0x1F);
            if (tag == CborSink.POSITIVE_BIGNUM || tag == CborSink.NEGATIVE_BIGNUM) {
                return bignum(tag);
            }
        } else if (major <= CborSink.NEGATIVE) {
            return wide(major, argument(head & 0x1F));
        }
        throw damaged("a part of a decimal fraction is no integer");
    }

    private static BigInteger wide(int major, long argument) {
        BigInteger unsigned = new BigInteger(Long.toUnsignedString(argument));
        return major == CborSink.NEGATIVE ? unsigned.not() : unsigned;
    }

    private @Nullable Object untagged(int major, int info) {
        return switch (major) {
            case CborSink.UNSIGNED, CborSink.NEGATIVE -> number(major, argument(info));
            case CborSink.BYTES -> info == INDEFINITE ? chunks(CborSink.BYTES) : content(info);
            case CborSink.TEXT -> string(info);
            case CborSink.LIST -> list(info);
            case CborSink.MAP -> map(info);
            default -> simple(info);
        };
    }

    private static Object number(int major, long argument) {
        if (argument < 0) {
            return wide(major, argument);
        }
        return major == CborSink.NEGATIVE ? ~argument : argument;
    }

    private long argument(int info) {
        if (info < 24) {
            return info;
        }
        if (info > 27) {
            throw damaged("a head has info=" + info);
        }
        long value = 0;
        for (int i = 1 << info - 24; i > 0; i--) {
            value = value << 8 | next();
        }
        return value;
    }

    private byte[] content(int info) {
        long length = argument(info);
        if (length < 0 || length > bytes.length - at) {
            throw damaged("length=" + Long.toUnsignedString(length) + " > remaining=" + (bytes.length - at));
        }
        at += (int) length;
        return java.util.Arrays.copyOfRange(bytes, at - (int) length, at);
    }

    private byte[] chunks(int major) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        while (!isBreak()) {
            int head = next();
            if (head >> 5 != major || (head & 0x1F) == INDEFINITE) {
                throw damaged("a piece of a string is of another kind");
            }
            all.writeBytes(content(head & 0x1F));
        }
        return all.toByteArray();
    }

    private String string(int info) {
        if (open.isEmpty() || !open.getLast().expectsKey()) {
            budget.countString(() -> new Items(Container.NO_LINE, at - 1));
        } else {
            budget.countName();
        }
        return text(info == INDEFINITE ? chunks(CborSink.TEXT) : content(info));
    }

    private String text(byte[] utf8) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .onUnmappableCharacter(CodingErrorAction.REPORT)
                    .decode(ByteBuffer.wrap(utf8))
                    .toString();
        } catch (CharacterCodingException e) {
            throw damaged("a text is no UTF-8");
        }
    }

    private Object list(int info) {
        long count = count(info, 1);
        Items items = new Items(Container.NO_LINE, at - 1);
        enter(new Open(items, count));
        return items;
    }

    private Object map(int info) {
        long count = count(info, 2);
        Entries entries = new Entries(Container.NO_LINE, at - 1);
        enter(new Open(entries, count < 0 ? count : 2 * count));
        return entries;
    }

    private void enter(Open container) {
        budget.enter(container.container);
        open.addLast(container);
    }

    /** How many elements follow, -1 where a break ends them. */
    private long count(int info, int bytesEach) {
        if (info == INDEFINITE) {
            return -1;
        }
        long count = argument(info);
        if (count < 0 || count > (bytes.length - at) / bytesEach) {
            throw damaged("count=" + Long.toUnsignedString(count) + " > remaining bytes=" + (bytes.length - at));
        }
        return count;
    }

    private @Nullable Object simple(int info) {
        return switch (info) {
            case CborSink.FALSE -> false;
            case CborSink.TRUE -> true;
            case CborSink.NULL -> null;
            case CborSink.HALF -> Float.float16ToFloat((short) argument(info));
            case CborSink.SINGLE -> Float.intBitsToFloat((int) argument(info));
            case CborSink.DOUBLE -> Double.longBitsToDouble(argument(info));
            default -> throw damaged("simple value=" + info + " is unknown");
        };
    }

    /** A container whose items are being read; of a map, keys and values in turn. */
    private static final class Open {
        private final Container container;
        private @Nullable Set<Object> names;
        private long left;

        Open(Container container, long left) {
            this.container = container;
            this.left = left;
        }

        boolean isFull() {
            return left == 0;
        }

        void add(@Nullable Object item, CborSource source) {
            if (left > 0) {
                left--;
            }
            switch (container) {
                case Items items -> items.add(item);
                case Entries entries when entries.isHalfway() -> entries.addValue(item);
                case Entries entries -> entries.addKey(requireNew(item, source));
            }
        }

        /** Whether the name of a field or a key of a map comes next. */
        boolean expectsKey() {
            return container instanceof Entries entries && !entries.isHalfway();
        }

        private @Nullable Object requireNew(@Nullable Object key, CborSource source) {
            if (key instanceof String || key instanceof Long) {
                Set<Object> known = names == null ? new HashSet<>() : names;
                names = known;
                if (!known.add(key)) {
                    throw source.damaged("a map has a key twice");
                }
            }
            return key;
        }

        void end(CborSource source) {
            if (container instanceof Entries entries && entries.isHalfway()) {
                throw source.damaged("a map ends behind a key");
            }
        }
    }
}
