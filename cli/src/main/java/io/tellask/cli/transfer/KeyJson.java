package io.tellask.cli.transfer;

import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.io.JsonStringEncoder;

/** Keys as JSON: strings, numbers, arrays for records, and {@code {"base64":"..."}} for bytes. Stateless. */
final class KeyJson {
    private static final String BYTES = "base64";
    private static final int MAX_DEPTH = 16;

    private KeyJson() {}

    static void append(StringBuilder line, Object key) {
        switch (key) {
            case byte[] bytes ->
                line.append("{\"" + BYTES + "\":\"")
                        .append(Base64.getEncoder().encodeToString(bytes))
                        .append("\"}");
            case Number number -> line.append(number);
            case List<?> components -> {
                line.append('[');
                for (int i = 0; i < components.size(); i++) {
                    line.append(i == 0 ? "" : ",");
                    append(line, components.get(i));
                }
                line.append(']');
            }
            default -> appendText(line, key.toString());
        }
    }

    static void appendText(StringBuilder line, String text) {
        line.append('"')
                .append(JsonStringEncoder.getInstance().quoteAsCharArray(text))
                .append('"');
    }

    /** Reads the key that a parser is at. */
    static Object read(JsonParser parser) {
        return read(parser, 0);
    }

    private static Object read(JsonParser parser, int depth) {
        if (depth > MAX_DEPTH) {
            throw new TransferException("key nests deeper than depth=" + MAX_DEPTH);
        }
        JsonToken token = parser.currentToken();
        if (token == JsonToken.VALUE_STRING) {
            return parser.getString();
        }
        if (token == JsonToken.VALUE_NUMBER_INT) {
            return parser.getLongValue();
        }
        if (token == JsonToken.START_ARRAY) {
            List<Object> components = new ArrayList<>();
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                components.add(read(parser, depth + 1));
            }
            return components;
        }
        if (token == JsonToken.START_OBJECT
                && parser.nextToken() == JsonToken.PROPERTY_NAME
                && parser.currentName().equals(BYTES)
                && parser.nextToken() == JsonToken.VALUE_STRING) {
            byte[] bytes = base64(parser.getString());
            if (parser.nextToken() == JsonToken.END_OBJECT) {
                return bytes;
            }
        }
        throw new TransferException("key is neither text, a number, an array of these, nor {\"" + BYTES + "\":...}");
    }

    static byte[] base64(String text) {
        try {
            return Base64.getDecoder().decode(text);
        } catch (IllegalArgumentException e) {
            throw new TransferException("bytes are not Base64");
        }
    }
}
