package io.tellask.cli.json;

import io.tellask.text.SafeText;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.io.JsonStringEncoder;
import tools.jackson.core.json.JsonFactory;

/**
 * One record of a JSON Lines file: {@code {"key":"FR/Paris","value":{"population":2138551}}}. The value is any JSON document and is kept
 * byte for byte as it stands in the line. A key that is not UTF-8, or a value that is not a JSON document on one line, stands in Base64
 * under {@code key64} and {@code value64}, so that every record survives an export and an import.
 */
public record JsonLine(byte[] key, byte[] value) {
    private static final JsonFactory JSON = new JsonFactory();
    private static final StreamReadConstraints LIMITS = StreamReadConstraints.defaults();

    /** Reads a line, or says what is wrong with it and at which column, counted from 1. */
    static JsonLine parse(String line) throws MalformedLineException {
        byte[] key = null;
        byte[] value = null;
        Set<String> fields = new HashSet<>();
        try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), line)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new MalformedLineException("not a JSON object; a line is {\"key\":\"...\",\"value\":...}");
            }
            while (parser.nextToken() != JsonToken.END_OBJECT) {
                String field = once(parser.currentName(), fields);
                parser.nextToken();
                switch (field) {
                    case "key" -> key = text(field, parser).getBytes(StandardCharsets.UTF_8);
                    case "key64" -> key = bytes(field, parser);
                    case "value" -> value = document(line, parser);
                    case "value64" -> value = bytes(field, parser);
                    default ->
                        throw new MalformedLineException(
                                "unknown field: name=" + SafeText.of(field) + ", known=key, value");
                }
            }
            if (parser.nextToken() != null) {
                throw new MalformedLineException("something follows the object; a line holds one record");
            }
        } catch (JacksonException failure) {
            throw new MalformedLineException(reason(failure));
        }
        return new JsonLine(required("key", key), required("value", value));
    }

    /** Why a line is not read: its place, or the limits of nesting and numbers that it passes. */
    public static String reason(JacksonException failure) {
        return failure instanceof StreamConstraintsException
                ? "JSON is over a limit: nesting=" + LIMITS.getMaxNestingDepth() + ", digits of a number="
                        + LIMITS.getMaxNumberLength() + "; write the value as value64, in Base64"
                : "not JSON: column=" + failure.getLocation().getColumnNr();
    }

    /** A field, which a line has once, be it as text or as bytes. */
    public static String once(String field, Set<String> before) throws MalformedLineException {
        if (!before.add(field.endsWith("64") ? field.substring(0, field.length() - 2) : field)) {
            throw new MalformedLineException("field stands twice: name=" + SafeText.of(field));
        }
        return field;
    }

    public static String text(String field, JsonParser parser) throws MalformedLineException {
        if (parser.currentToken() != JsonToken.VALUE_STRING) {
            throw new MalformedLineException("not a string: field=" + field);
        }
        return parser.getString();
    }

    public static byte[] bytes(String field, JsonParser parser) throws MalformedLineException {
        try {
            return Base64.getDecoder().decode(text(field, parser));
        } catch (IllegalArgumentException failure) {
            throw new MalformedLineException("not Base64: field=" + field);
        }
    }

    public static byte[] document(String line, JsonParser parser) {
        int start = (int) parser.currentTokenLocation().getCharOffset();
        parser.skipChildren();
        parser.finishToken();
        int end = (int) parser.currentLocation().getCharOffset();
        return line.substring(start, end).strip().getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] required(String field, byte @Nullable [] bytes) throws MalformedLineException {
        if (bytes == null) {
            throw new MalformedLineException("field missing: name=" + field);
        }
        return bytes;
    }

    /** The line for this record, without a line end. */
    public String format() {
        StringBuilder line = new StringBuilder(key.length + value.length + 32);
        line.append('{').append(keyField(key));
        String valueText = utf8(value);
        if (valueText != null && isDocument(valueText) && isOneStrippedLine(valueText)) {
            line.append(",\"value\":").append(valueText);
        } else {
            line.append(",\"value64\":\"")
                    .append(Base64.getEncoder().encodeToString(value))
                    .append('"');
        }
        return line.append('}').toString();
    }

    /** The field of an object that holds a key. */
    public static String keyField(byte[] key) {
        String text = utf8(key);
        return text == null
                ? "\"key64\":\"" + Base64.getEncoder().encodeToString(key) + '"'
                : "\"key\":\"" + new String(JsonStringEncoder.getInstance().quoteAsCharArray(text)) + '"';
    }

    /** Whether the text is exactly one JSON document. */
    public static boolean isDocument(String text) {
        try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), text)) {
            if (parser.nextToken() == null) {
                return false;
            }
            parser.skipChildren();
            return parser.nextToken() == null;
        } catch (JacksonException malformed) {
            return false;
        }
    }

    private static boolean isOneStrippedLine(String text) {
        return text.indexOf('\n') < 0 && text.indexOf('\r') < 0 && text.equals(text.strip());
    }

    /** The bytes as text, or null where they are not UTF-8. */
    static @Nullable String utf8(byte[] bytes) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException notText) {
            return null;
        }
    }
}
