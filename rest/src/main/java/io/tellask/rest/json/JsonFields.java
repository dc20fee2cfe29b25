package io.tellask.rest.json;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.core.json.JsonFactory;

/**
 * The values of a JSON object by their names, each as the text that it was, so that each is read by itself. Not
 * thread-safe.
 */
public final class JsonFields {
    private static final int MOST_DEPTH = 10_000;

    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(MOST_DEPTH)
                    .maxStringLength(Integer.MAX_VALUE)
                    .build())
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .disable(TokenStreamFactory.Feature.CANONICALIZE_PROPERTY_NAMES)
            .disable(TokenStreamFactory.Feature.INTERN_PROPERTY_NAMES)
            .build();

    private final String text;
    private final Map<String, Span> spans = new HashMap<>();

    private record Span(int start, int end) {}

    private JsonFields(String text) {
        this.text = text;
    }

    /** Takes an object apart; null if the text is no JSON, or no object: whoever reads it whole is told why. */
    public static @Nullable JsonFields of(byte[] text) {
        String chars;
        try {
            chars = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(text))
                    .toString();
        } catch (CharacterCodingException malformed) {
            return null;
        }
        JsonFields fields = new JsonFields(chars);
        try (JsonParser json = parser(chars)) {
            return json.nextToken() == JsonToken.START_OBJECT && fields.read(json) ? fields : null;
        } catch (JacksonException malformed) {
            return null;
        }
    }

    static JsonParser parser(String chars) {
        return FACTORY.createParser(ObjectReadContext.empty(), chars);
    }

    private boolean read(JsonParser json) {
        while (json.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = json.currentName();
            json.nextToken();
            int start = (int) json.currentTokenLocation().getCharOffset();
            json.skipChildren();
            json.finishToken();
            int end = (int) json.currentLocation().getCharOffset();
            spans.put(name, new Span(start, end));
        }
        return json.nextToken() == null;
    }

    /** The text of a value; null where the object has none of that name. */
    public byte @Nullable [] value(String name) {
        Span span = spans.get(name);
        return span == null ? null : text.substring(span.start, span.end).getBytes(StandardCharsets.UTF_8);
    }
}
