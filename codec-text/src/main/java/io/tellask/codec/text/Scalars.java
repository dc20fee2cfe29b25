package io.tellask.codec.text;

import io.tellask.codec.text.Tree.Items;
import io.tellask.codec.text.Tree.Literal;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.ZoneId;
import java.util.Base64;
import java.util.BitSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Values of the JDK that hold no objects: numbers, strings, times and arrays of primitives, each in its plain form. */
final class Scalars {
    private Scalars() {}

    /** Whether a reader who expects {@code declared} takes the plain form of {@code value} for its class. */
    static boolean isTold(Class<?> declared, Object value, TreeSink sink) {
        return declared == value.getClass()
                || declared.isPrimitive()
                || declared == ZoneId.class && value instanceof ZoneId
                || sink.isNatural(value) && declared.isInstance(value) && !hasForm(declared);
    }

    /** Whether values of exactly this class have a plain form, so that a declared one says how to read. */
    static boolean hasForm(Class<?> type) {
        return TextForms.exists(type) || form(type) != Form.NONE;
    }

    static boolean isBoxOf(Class<?> primitive, Class<?> type) {
        return primitive.isPrimitive()
                && MethodType.methodType(primitive).wrap().returnType() == type;
    }

    /** The item that the name of a property stands for as a key of {@code type}; null where names stand for no such keys. */
    static @Nullable Object keyItem(Class<?> type, String text) {
        return switch (form(type)) {
            case BYTE, SHORT, INTEGER, LONG -> Numbers.parsed(text);
            case FLAG -> text.equals("true") || text.equals("false") ? (Object) text.equals("true") : null;
            case CHARACTER, TEXT -> text;
            case NONE -> type.isEnum() || TextForms.exists(type) ? text : null;
            default -> null;
        };
    }

    /** Writes the plain form; false, with nothing written, where there is none. */
    static boolean write(TreeSink sink, Object value) {
        switch (value) {
            case String text -> sink.text(text);
            case Character half when !sink.takes(half.toString()) -> sink.integer(half);
            case Character character -> sink.text(character.toString());
            case Boolean flag -> sink.flag(flag);
            case Float number -> sink.single(number);
            case Double number -> sink.decimal(number);
            case Byte number -> sink.integer(number);
            case Short number -> sink.integer(number);
            case Integer number -> sink.integer(number);
            case Long number -> sink.integer(number);
            case AtomicInteger number -> sink.integer(number.get());
            case AtomicLong number -> sink.integer(number.get());
            case AtomicBoolean flag -> sink.flag(flag.get());
            case BigInteger number when sink.isNative() -> sink.bigInteger(number);
            case BigDecimal number when sink.isNative() -> sink.bigDecimal(number);
            case byte[] bytes -> sink.bytes(bytes);
            case BitSet bits -> sink.bytes(bits.toByteArray());
            case OptionalInt optional -> writeAll(sink, optional.stream().toArray());
            case OptionalLong optional -> writeAll(sink, optional.stream().toArray());
            case OptionalDouble optional -> writeAll(sink, optional.stream().toArray());
            case StackTraceElement frame -> writeFrame(sink, frame);
            default -> {
                if (value.getClass().isArray() && !(value instanceof char[])) {
                    writeAll(sink, value);
                    return true;
                }
                return writeText(sink, value);
            }
        }
        return true;
    }

    private static boolean writeText(TreeSink sink, Object value) {
        String text = TextForms.write(value);
        if (text == null) {
            return false;
        }
        sink.text(text);
        return true;
    }

    private static void writeAll(TreeSink sink, Object array) {
        int length = Array.getLength(array);
        sink.startList(length);
        for (int i = 0; i < length; i++) {
            write(sink, Array.get(array, i));
        }
        sink.endList();
    }

    private static void writeFrame(TreeSink sink, StackTraceElement frame) {
        sink.startList(7);
        for (String part : new @Nullable String[] {
            frame.getClassLoaderName(),
            frame.getModuleName(),
            frame.getModuleVersion(),
            frame.getClassName(),
            frame.getMethodName(),
            frame.getFileName()
        }) {
            if (part == null) {
                sink.nil();
            } else {
                sink.text(part);
            }
        }
        sink.integer(frame.getLineNumber());
        sink.endList();
    }

    /** The value of an item that a reader expects nothing of. */
    static @Nullable Object natural(Object item) {
        return switch (item) {
            case Long number -> number == number.intValue() ? (Object) number.intValue() : number;
            case Literal literal ->
                literal.text().matches("-?[0-9]+") ? Numbers.bigInteger(literal.text()) : Numbers.decimal(literal);
            default -> item;
        };
    }

    /**
     * Reads the plain form of a type; null where the item has another form.
     *
     * @throws RuntimeException if the form is right and the content is not
     */
    static @Nullable Object read(Class<?> type, Object item) {
        return switch (form(type)) {
            case TEXT -> item instanceof String ? item : null;
            case CHARACTER ->
                item instanceof String text
                        ? text.length() == 1 ? text.charAt(0) : null
                        : narrowed(item, Character.MIN_VALUE, Character.MAX_VALUE, number -> (char) number.intValue());
            case FLAG -> item instanceof Boolean ? item : null;
            case BYTE -> narrowed(item, Byte.MIN_VALUE, Byte.MAX_VALUE, Long::byteValue);
            case SHORT -> narrowed(item, Short.MIN_VALUE, Short.MAX_VALUE, Long::shortValue);
            case INTEGER -> narrowed(item, Integer.MIN_VALUE, Integer.MAX_VALUE, Long::intValue);
            case LONG -> Numbers.wide(item);
            case SINGLE -> Numbers.single(item);
            case DECIMAL -> Numbers.decimal(item);
            case ATOMIC -> readAtomic(type, item);
            case BYTES -> readBytes(item);
            case BITS -> readBits(readBytes(item));
            case LIST -> item instanceof Items items ? readAll(type, items.elements()) : readAlone(type, item);
            case NONE -> readText(type, item);
        };
    }

    private static @Nullable Object readText(Class<?> type, Object item) {
        return switch (item) {
            case BigInteger number when type == BigInteger.class -> number;
            case BigDecimal number when type == BigDecimal.class -> number;
            case Long number when type == BigInteger.class -> BigInteger.valueOf(number);
            case Long number when type == BigDecimal.class -> BigDecimal.valueOf(number);
            case BigInteger number when type == BigDecimal.class -> new BigDecimal(number);
            case Literal(String text)
            when type == BigInteger.class || type == BigDecimal.class -> TextForms.read(type, text);
            case String text when TextForms.exists(type) -> TextForms.read(type, text);
            default -> null;
        };
    }

    private static @Nullable Object narrowed(
            Object item, long least, long most, java.util.function.Function<Long, Object> narrowing) {
        Long number = Numbers.integer(item, least, most);
        return number == null ? null : narrowing.apply(number);
    }

    private static @Nullable Object readAtomic(Class<?> type, Object item) {
        if (type == AtomicBoolean.class) {
            return item instanceof Boolean flag ? new AtomicBoolean(flag) : null;
        }
        if (type == AtomicLong.class) {
            Long number = Numbers.wide(item);
            return number == null ? null : new AtomicLong(number);
        }
        Object number = read(Integer.class, item);
        return number == null ? null : new AtomicInteger((int) number);
    }

    private static @Nullable BitSet readBits(byte @Nullable [] bytes) {
        return bytes == null ? null : BitSet.valueOf(bytes);
    }

    private static byte @Nullable [] readBytes(Object item) {
        return switch (item) {
            case byte[] bytes -> bytes;
            case String text -> Base64.getDecoder().decode(text);
            case Items items -> (byte[]) readAll(byte[].class, items.elements());
            default -> null;
        };
    }

    private static @Nullable Object readAll(Class<?> type, List<@Nullable Object> items) {
        if (type == StackTraceElement.class) {
            return readFrame(items);
        }
        if (type.isArray()) {
            return readArray(type.componentType(), items);
        }
        return readOptional(type, items);
    }

    /** The value without the list around it, as for an {@code Optional}. */
    private static @Nullable Object readAlone(Class<?> type, Object item) {
        return type.isArray() || type == StackTraceElement.class ? null : readOptional(type, List.of(item));
    }

    private static @Nullable Object readOptional(Class<?> type, List<@Nullable Object> items) {
        if (items.isEmpty()) {
            return type == OptionalInt.class
                    ? OptionalInt.empty()
                    : type == OptionalLong.class ? OptionalLong.empty() : OptionalDouble.empty();
        }
        Class<?> number =
                type == OptionalInt.class ? int.class : type == OptionalLong.class ? long.class : double.class;
        return switch (items.size() == 1 ? only(items.getFirst(), number) : null) {
            case Integer value -> OptionalInt.of(value);
            case Long value -> OptionalLong.of(value);
            case Double value -> OptionalDouble.of(value);
            case null, default -> null;
        };
    }

    private static @Nullable Object only(@Nullable Object item, Class<?> type) {
        return item == null ? null : read(type, item);
    }

    private static @Nullable Object readArray(Class<?> component, List<@Nullable Object> items) {
        Object array = Array.newInstance(component, items.size());
        for (int i = 0; i < items.size(); i++) {
            Object element = only(items.get(i), component);
            if (element == null) {
                return null;
            }
            Array.set(array, i, element);
        }
        return array;
    }

    private static @Nullable Object readFrame(List<@Nullable Object> items) {
        if (items.size() != 7 || !(items.get(3) instanceof String type) || !(items.get(4) instanceof String method)) {
            return null;
        }
        for (Object part : items.subList(0, 6)) {
            if (part != null && !(part instanceof String)) {
                return null;
            }
        }
        Object line = only(items.get(6), int.class);
        return line == null
                ? null
                : new StackTraceElement(
                        (String) items.get(0),
                        (String) items.get(1),
                        (String) items.get(2),
                        type,
                        method,
                        (String) items.get(5),
                        (int) line);
    }

    /** How a type that is no text is written. */
    private enum Form {
        TEXT,
        CHARACTER,
        FLAG,
        BYTE,
        SHORT,
        INTEGER,
        LONG,
        SINGLE,
        DECIMAL,
        ATOMIC,
        BYTES,
        BITS,
        LIST,
        NONE
    }

    private static Form form(Class<?> type) {
        if (type.isArray() && type.componentType().isPrimitive()) {
            return type == byte[].class ? Form.BYTES : type == char[].class ? Form.NONE : Form.LIST;
        }
        return switch (type.getName()) {
            case "java.lang.String" -> Form.TEXT;
            case "char", "java.lang.Character" -> Form.CHARACTER;
            case "boolean", "java.lang.Boolean" -> Form.FLAG;
            case "byte", "java.lang.Byte" -> Form.BYTE;
            case "short", "java.lang.Short" -> Form.SHORT;
            case "int", "java.lang.Integer" -> Form.INTEGER;
            case "long", "java.lang.Long" -> Form.LONG;
            case "float", "java.lang.Float" -> Form.SINGLE;
            case "double", "java.lang.Double" -> Form.DECIMAL;
            case "java.util.BitSet" -> Form.BITS;
            case "java.util.OptionalInt",
                    "java.util.OptionalLong",
                    "java.util.OptionalDouble",
                    "java.lang.StackTraceElement" -> Form.LIST;
            case "java.util.concurrent.atomic.AtomicInteger",
                    "java.util.concurrent.atomic.AtomicLong",
                    "java.util.concurrent.atomic.AtomicBoolean" -> Form.ATOMIC;
            default -> Form.NONE;
        };
    }
}
