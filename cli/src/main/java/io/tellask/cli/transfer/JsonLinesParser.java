package io.tellask.cli.transfer;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tellask.text.SafeText;
import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.SequencedSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.exc.InputCoercionException;
import tools.jackson.core.json.JsonFactory;

/** Reads the JSON Lines that {@link JsonLinesFormat} writes. */
final class JsonLinesParser {
    /** Lines have a limit of their own, and what is skipped needs no stack. */
    private static final JsonFactory JSON = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxStringLength(Importer.MAX_LINE_BYTES)
                    .maxNumberLength(Importer.MAX_LINE_BYTES)
                    .maxNestingDepth(Integer.MAX_VALUE)
                    .build())
            .build();

    private final LineReader lines;
    private final ImportTarget target;
    private final SequencedSet<String> fields = new LinkedHashSet<>();

    private @Nullable Object key;
    private byte @Nullable [] value;
    private @Nullable String text;
    private @Nullable String expiry;
    private @Nullable String keys;
    private @Nullable String values;
    private @Nullable String crc;
    private @Nullable String schema;
    private long number = -1;

    JsonLinesParser(LineReader lines, ImportTarget target) {
        this.lines = lines;
        this.target = target;
    }

    void run() throws IOException {
        for (String line = lines.next(); line != null; line = lines.next()) {
            try {
                read(line);
                apply();
            } catch (JacksonException e) {
                throw lines.wrong(
                        e.getLocation() == null
                                ? "JSON is over a limit of numbers or names; no export writes such a line"
                                : "not JSON: column=" + e.getLocation().getColumnNr());
            } catch (TransferException e) {
                throw lines.wrong(String.valueOf(e.getMessage()));
            }
        }
    }

    private void read(String line) {
        key = null;
        value = null;
        text = null;
        expiry = null;
        schema = null;
        number = -1;
        fields.clear();
        try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), line)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new TransferException("not a JSON object");
            }
            while (parser.nextToken() != JsonToken.END_OBJECT) {
                String name = parser.currentName();
                if (!fields.add(name)) {
                    throw new TransferException("field stands twice: name=" + SafeText.of(name));
                }
                JsonToken token = parser.nextToken();
                field(name, token, parser);
            }
            if (parser.nextToken() != null) {
                throw new TransferException("something follows the object");
            }
        }
    }

    private void field(String name, JsonToken token, JsonParser parser) {
        switch (name) {
            case "key" -> key = KeyJson.read(parser);
            case "value64", "descriptor64" -> value = KeyJson.base64(string(name, token, parser));
            case "value" -> {
                if (token == JsonToken.VALUE_STRING) {
                    text = parser.getString();
                }
                parser.skipChildren();
            }
            case "expiry" -> expiry = string(name, token, parser);
            case "schema" -> schema = string(name, token, parser);
            case "keys" -> keys = string(name, token, parser);
            case "values" -> values = string(name, token, parser);
            case "crc32c" -> crc = string(name, token, parser);
            case "version", "records" -> number = number(name, token, parser);
            case "sequence" -> {
                long _ = number(name, token, parser);
            }
            case "tellask" -> require(string(name, token, parser).equals("store"), "not store: field=tellask");
            case "end" -> require(token == JsonToken.VALUE_TRUE, "not true: field=end");
            default -> throw new TransferException("field is not known: name=" + SafeText.of(name));
        }
    }

    private static String string(String name, JsonToken token, JsonParser parser) {
        if (token != JsonToken.VALUE_STRING) {
            throw new TransferException("not text: field=" + name);
        }
        return parser.getString();
    }

    private static long number(String name, JsonToken token, JsonParser parser) {
        require(token == JsonToken.VALUE_NUMBER_INT, "not a whole number: field=" + name);
        try {
            return parser.getLongValue();
        } catch (InputCoercionException beyond) {
            throw new TransferException("number > limit=" + Long.MAX_VALUE + ": field=" + name);
        }
    }

    private static void require(boolean asExpected, String fault) {
        if (!asExpected) {
            throw new TransferException(fault);
        }
    }

    private void apply() {
        String first = fields.isEmpty() ? "" : fields.getFirst();
        switch (first) {
            case "tellask" -> target.begin(number, required("keys", keys), required("values", values));
            case "schema" -> target.schema(required("schema", schema), required("descriptor64", value));
            case "end" -> target.end(number, required("crc32c", crc), lines.checksumBefore());
            case "key" -> target.record(required("key", key), stored(), expiry);
            default ->
                throw new TransferException(
                        "a line begins with tellask, schema, key or end: field=" + SafeText.of(first));
        }
    }

    private byte[] stored() {
        if (target.values().equals("string")) {
            if (text == null && fields.contains("value")) {
                throw new TransferException("not text: field=value");
            }
            String found = required("value", text);
            byte[] bytes = found.getBytes(UTF_8);
            if (!new String(bytes, UTF_8).equals(found)) {
                throw new TransferException("value has half a surrogate pair");
            }
            return bytes;
        }
        return required("value64", value);
    }

    private static <T> T required(String name, @Nullable T found) {
        if (found == null) {
            throw new TransferException("field is missing: name=" + name);
        }
        return found;
    }
}
