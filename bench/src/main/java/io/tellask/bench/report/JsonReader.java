package io.tellask.bench.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.json.JsonFactory;

/** Reads JSON as maps, lists, strings, doubles, booleans and null. */
final class JsonReader {
    private static final long MOST_BYTES = 64 << 20;

    private JsonReader() {}

    /**
     * The value in a file.
     *
     * @throws IOException if it cannot be read, is no JSON, no regular file, or longer than 64 MiB
     */
    static @Nullable Object read(Path file) throws IOException {
        if (!Files.isRegularFile(file) || Files.size(file) > MOST_BYTES) {
            throw new IOException("no file of results: file=" + file + ", limit=" + MOST_BYTES
                    + " bytes of a regular file; move it elsewhere");
        }
        try (JsonParser parser = new JsonFactory().createParser(Files.readAllBytes(file))) {
            if (parser.nextToken() == null) {
                throw new IOException("not JSON: file=" + file + " is empty; delete it, or measure again");
            }
            return value(parser);
        } catch (JacksonException e) {
            throw new IOException("not JSON: file=" + file + ", " + e.getOriginalMessage(), e);
        }
    }

    private static @Nullable Object value(JsonParser parser) {
        return switch (parser.currentToken()) {
            case START_OBJECT -> {
                Map<String, @Nullable Object> object = new LinkedHashMap<>();
                while (parser.nextToken() != JsonToken.END_OBJECT) {
                    String name = parser.currentName();
                    parser.nextToken();
                    object.put(name, value(parser));
                }
                yield object;
            }
            case START_ARRAY -> {
                List<@Nullable Object> list = new ArrayList<>();
                while (parser.nextToken() != JsonToken.END_ARRAY) {
                    list.add(value(parser));
                }
                yield list;
            }
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> parser.getDoubleValue();
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_NULL -> null;
            default -> parser.getString();
        };
    }
}
