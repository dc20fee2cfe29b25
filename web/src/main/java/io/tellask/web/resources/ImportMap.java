package io.tellask.web.resources;

import java.io.StringWriter;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.json.JsonFactory;

/**
 * Which file a script gets for a bare name: {@code {"imports": {"lit": "/_static/lit/3.3.3/index.js"}}}. Scopes and other members are kept out.
 * Immutable.
 *
 * @param imports from names, or beginnings of names with a slash at their end, to paths or addresses
 */
public record ImportMap(SortedMap<String, String> imports) {
    /** The most bytes of an import map: {@value}. */
    public static final int MOST_BYTES = 1 << 20;

    /** The most names of an import map: {@value}. */
    public static final int MOST_NAMES = 65_536;

    /** One without names. */
    public static final ImportMap NONE = new ImportMap(Collections.emptySortedMap());

    private static final JsonFactory JSON = JsonFactory.builder()
            .streamReadConstraints(
                    StreamReadConstraints.builder().maxNestingDepth(16).build())
            .build();

    public ImportMap {
        if (imports.size() > MOST_NAMES) {
            throw new ImportMapException(
                    "import map: names=" + imports.size() + " > MOST_NAMES=" + MOST_NAMES + "; use fewer packages");
        }
        imports = Collections.unmodifiableSortedMap(new TreeMap<>(imports));
    }

    /**
     * Reads one.
     *
     * @throws ImportMapException if it is longer than {@link #MOST_BYTES}, no JSON, or names are mapped to something else than texts
     */
    public static ImportMap parse(byte[] json) {
        if (json.length > MOST_BYTES) {
            throw new ImportMapException("import map: bytes > MOST_BYTES=" + MOST_BYTES + "; use fewer packages");
        }
        TreeMap<String, String> imports = new TreeMap<>();
        try (JsonParser parser = JSON.createParser(json)) {
            expect(parser.nextToken(), JsonToken.START_OBJECT, "the map");
            while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
                boolean names = parser.currentName().equals("imports");
                parser.nextToken();
                if (names) {
                    readImports(parser, imports);
                } else {
                    parser.skipChildren();
                }
            }
        } catch (JacksonException malformed) {
            throw new ImportMapException("import map: no JSON" + place(malformed.getLocation()) + "; correct it");
        }
        return new ImportMap(imports);
    }

    private static String place(@Nullable TokenStreamLocation location) {
        return location == null ? "" : " at line " + location.getLineNr() + ", column " + location.getColumnNr();
    }

    private static void readImports(JsonParser parser, Map<String, String> imports) {
        expect(parser.currentToken(), JsonToken.START_OBJECT, "imports");
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = parser.currentName();
            JsonToken value = parser.nextToken();
            if (value == JsonToken.VALUE_STRING) {
                imports.putIfAbsent(name, parser.getString());
            } else if (value != JsonToken.VALUE_NULL) {
                throw new ImportMapException("import map: a name stands for a " + value + "; write a path");
            }
        }
    }

    private static void expect(@Nullable JsonToken found, JsonToken wanted, String what) {
        if (found != wanted) {
            throw new ImportMapException("import map: " + what + " is no object; write {\"imports\": {…}}");
        }
    }

    /** This one, and the names of another that it does not have. */
    public ImportMap or(ImportMap other) {
        TreeMap<String, String> all = new TreeMap<>(other.imports);
        all.putAll(imports);
        return new ImportMap(all);
    }

    /** The path or address of a module by name; null if the map has none for it. */
    public @Nullable String resolve(String name) {
        String whole = imports.get(name);
        if (whole != null) {
            return whole;
        }
        for (int slash = name.lastIndexOf('/'); slash >= 0; slash = name.lastIndexOf('/', slash - 1)) {
            String folder = imports.get(name.substring(0, slash + 1));
            if (folder != null) {
                return folder + name.substring(slash + 1);
            }
        }
        return null;
    }

    /** The map in JSON, fit for a script element: without {@code <}. */
    public String toJson() {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(text)) {
            json.writeStartObject();
            json.writeObjectPropertyStart("imports");
            imports.forEach(json::writeStringProperty);
            json.writeEndObject();
            json.writeEndObject();
        }
        return text.toString().replace("<", "\\u003c");
    }
}
