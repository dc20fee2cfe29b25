package io.tellask.rest.json;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.TokenStreamLocation;

/**
 * Where a value of a JSON text begins.
 *
 * @param line from 1
 * @param column in UTF-16 characters, from 1
 */
public record JsonPlace(int line, int column) {
    private static final int MOST_DIGITS = 9;

    /** The place of the value at a pointer (RFC 6901), or of the last one on the way to it that is there; null if the text is no JSON. */
    public static @Nullable JsonPlace of(byte[] text, String pointer) {
        try (JsonParser json = JsonFields.parser(new String(text, StandardCharsets.UTF_8))) {
            json.nextToken();
            TokenStreamLocation place = json.currentTokenLocation();
            int start = 1;
            while (start <= pointer.length()) {
                int slash = pointer.indexOf('/', start);
                int end = slash < 0 ? pointer.length() : slash;
                String step = pointer.substring(start, end).replace("~1", "/").replace("~0", "~");
                if (!isThere(json, step)) {
                    break;
                }
                place = json.currentTokenLocation();
                start = end + 1;
            }
            return new JsonPlace(place.getLineNr(), place.getColumnNr());
        } catch (JacksonException malformed) { // whoever reads it whole says so
            return null;
        }
    }

    /** Goes on from the beginning of a container to a value of it. */
    private static boolean isThere(JsonParser json, String step) {
        return switch (json.currentToken()) {
            case START_OBJECT -> isField(json, step);
            case START_ARRAY -> isElement(json, step);
            case null, default -> false;
        };
    }

    private static boolean isField(JsonParser json, String name) {
        while (json.nextToken() == JsonToken.PROPERTY_NAME) {
            boolean found = json.currentName().equals(name);
            json.nextToken();
            if (found) {
                return true;
            }
            json.skipChildren();
        }
        return false;
    }

    private static boolean isElement(JsonParser json, String step) {
        boolean isIndex = step.length() <= MOST_DIGITS && step.matches("[0-9]+");
        for (int left = isIndex ? Integer.parseInt(step) : -1; left >= 0; left--) {
            if (json.nextToken() == JsonToken.END_ARRAY) {
                return false;
            }
            if (left > 0) {
                json.skipChildren();
            }
        }
        return isIndex;
    }
}
