package io.tellask.web.bundle;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;

/** Reads texts of JSON that pages hold, and source maps. Stateless. */
final class Json {
    /** The deepest nesting that is read. */
    static final int MAX_DEPTH = 200;

    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(MAX_DEPTH)
                    .maxStringLength(Integer.MAX_VALUE)
                    .build())
            .build();

    private Json() {}

    /**
     * The value of a text: a map, a list, a string, or a number, boolean or null as its text.
     *
     * @throws IllegalArgumentException if it is none; the message names line and column
     */
    static Object read(String text) {
        try (JsonParser parser = FACTORY.createParser(text)) {
            parser.nextToken();
            Object value = value(parser);
            if (parser.nextToken() != null) {
                throw new IllegalArgumentException("json: something follows the value; remove it");
            }
            return value;
        } catch (JacksonException e) {
            throw new IllegalArgumentException(
                    "json: malformed, or nested deeper than MAX_DEPTH=" + MAX_DEPTH + ", at line="
                            + e.getLocation().getLineNr() + ", column="
                            + e.getLocation().getColumnNr(),
                    e);
        }
    }

    /** The value that begins at the parser's token; recursion is bounded by the depth that the parser allows. */
    private static Object value(JsonParser parser) {
        @Nullable JsonToken token = parser.currentToken();
        if (token == JsonToken.START_OBJECT) {
            Map<String, Object> object = new LinkedHashMap<>();
            while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
                String name = parser.currentName();
                parser.nextToken();
                object.put(name, value(parser));
            }
            return object;
        }
        if (token == JsonToken.START_ARRAY) {
            List<Object> array = new ArrayList<>();
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                array.add(value(parser));
            }
            return array;
        }
        if (token == null) {
            throw new IllegalArgumentException("json: no value; write one");
        }
        return parser.getString();
    }
}
