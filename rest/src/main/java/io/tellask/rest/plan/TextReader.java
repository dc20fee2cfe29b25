package io.tellask.rest.plan;

import io.tellask.codec.CodecException;
import io.tellask.codec.Encoding;
import io.tellask.rest.json.JsonText;
import io.tellask.rest.type.Types;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads a simple value from its text in a path, a query or a header. Thread-safe. */
@FunctionalInterface
public interface TextReader {
    /** A number of JSON, so that nothing else slips into the text that the codec reads. */
    Pattern NUMBER = Pattern.compile("-?(0|[1-9]\\d{0,400})(\\.\\d{1,400})?([eE][+-]?\\d{1,3})?");

    /**
     * The value.
     *
     * @throws IllegalArgumentException if the text is none
     */
    @Nullable
    Object read(String text);

    /** A reader of a {@linkplain Types#isSimple simple} type; what has no short way goes by that of JSON. */
    static TextReader of(Type type, Encoding json) {
        if (Types.isOptional(type)) {
            TextReader value = of(Types.argument(type, 0), json);
            return text -> Optional.ofNullable(value.read(text));
        }
        Class<?> boxed = Types.erasure(Types.boxed(type));
        if (boxed == String.class) {
            return text -> text;
        }
        if (boxed == Integer.class) {
            return Integer::valueOf;
        }
        if (boxed == Long.class) {
            return Long::valueOf;
        }
        if (boxed == Boolean.class) {
            return TextReader::bool;
        }
        if (boxed.isEnum()) {
            return constants(boxed);
        }
        boolean number = Types.isNumber(boxed);
        return text -> decoded(text, number, boxed, json);
    }

    private static Boolean bool(String text) {
        return switch (text) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new IllegalArgumentException("neither true nor false");
        };
    }

    private static TextReader constants(Class<?> type) {
        Map<String, Object> byName = new HashMap<>();
        for (Object constant : type.getEnumConstants()) {
            byName.put(((Enum<?>) constant).name(), constant);
        }
        return text -> {
            Object constant = byName.get(text);
            if (constant == null) {
                throw new IllegalArgumentException("no constant");
            }
            return constant;
        };
    }

    private static @Nullable Object decoded(String text, boolean number, Class<?> type, Encoding json) {
        if (number && !NUMBER.matcher(text).matches()) {
            throw new IllegalArgumentException("no number");
        }
        String value = number ? text : JsonText.quoted(text);
        try {
            return json.decode(value.getBytes(StandardCharsets.UTF_8), (Type) type);
        } catch (CodecException malformed) {
            throw new IllegalArgumentException("no value of its type", malformed);
        }
    }
}
