package io.tellask.cli.kv;

import io.tellask.cli.json.JsonLine;
import io.tellask.cli.json.MalformedLineException;
import io.tellask.kv.KeyValueBatch;
import io.tellask.text.SafeText;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * One step of a batch as a line of JSON: {@code {"key":"a","value":1}} sets a value, with {@code "expiry":"2030-01-01T00:00:00Z"} if it is to
 * end; {@code {"key":"a","removed":true}} removes; {@code {"key":"a","require":7}} requires the value of a sequence number, 0 for none. Bytes
 * that are no text stand under {@code key64} and {@code value64}. Not thread-safe.
 */
final class BatchLine {
    private static final JsonFactory JSON = new JsonFactory();

    private byte @Nullable [] key;
    private byte @Nullable [] value;
    private @Nullable Instant expiry;
    private @Nullable Long required;
    private boolean removed;

    private BatchLine() {}

    /** Adds the step of a line to a batch. */
    static void addTo(KeyValueBatch.Builder batch, String line) throws MalformedLineException {
        BatchLine step = new BatchLine();
        Set<String> fields = new HashSet<>();
        try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), line)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new MalformedLineException("not a JSON object; a line is {\"key\":\"...\",\"value\":...}");
            }
            while (parser.nextToken() != JsonToken.END_OBJECT) {
                String field = JsonLine.once(parser.currentName(), fields);
                parser.nextToken();
                step.read(field, parser, line);
            }
            if (parser.nextToken() != null) {
                throw new MalformedLineException("something follows the object; a line holds one step");
            }
        } catch (JacksonException failure) {
            throw new MalformedLineException(JsonLine.reason(failure));
        }
        step.addTo(batch);
    }

    private void read(String field, JsonParser parser, String line) throws MalformedLineException {
        switch (field) {
            case "key" -> key = JsonLine.text(field, parser).getBytes(StandardCharsets.UTF_8);
            case "key64" -> key = JsonLine.bytes(field, parser);
            case "value" -> value = JsonLine.document(line, parser);
            case "value64" -> value = JsonLine.bytes(field, parser);
            case "expiry" -> expiry = instant(JsonLine.text(field, parser));
            case "removed" -> removed = parser.currentToken() == JsonToken.VALUE_TRUE;
            case "require" -> {
                if (parser.currentToken() != JsonToken.VALUE_NUMBER_INT) {
                    throw new MalformedLineException("not a number: field=" + field);
                }
                required = parser.getLongValue();
            }
            default ->
                throw new MalformedLineException(
                        "unknown field: name=" + SafeText.of(field) + ", known=key, value, expiry, removed, require");
        }
    }

    private static Instant instant(String text) throws MalformedLineException {
        try {
            return Instant.parse(text);
        } catch (DateTimeException failure) {
            throw new MalformedLineException("not a time such as 2030-01-01T00:00:00Z: field=expiry");
        }
    }

    private void addTo(KeyValueBatch.Builder batch) throws MalformedLineException {
        if (key == null) {
            throw new MalformedLineException("field missing: name=key");
        }
        int kinds = (value == null ? 0 : 1) + (removed ? 1 : 0) + (required == null ? 0 : 1);
        if (kinds != 1 || expiry != null && value == null || required != null && required < 0) {
            throw new MalformedLineException("one of value, \"removed\":true and require is needed, require at least 0,"
                    + " and expiry only beside value");
        }
        if (value != null) {
            batch.put(key, value, expiry);
        } else if (required != null) {
            batch.require(key, required);
        } else {
            batch.remove(key);
        }
    }
}
