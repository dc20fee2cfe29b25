package io.tellask.bench.micro;

import io.tellask.codec.Codec;
import io.tellask.codec.text.JsonEncoding;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonToken;
import tools.jackson.core.json.JsonFactory;

/** One way to write objects as JSON. */
public interface JsonWriting {
    /** Opens the writers of a module of {@code bench-peers}, by the names of contenders; has a public constructor without arguments. */
    interface Provider {
        JsonWriting open(String contender);
    }

    /** What is written. */
    record Item(String name, String content) {}

    /** An array of objects in UTF-8. */
    byte[] write(List<Item> items) throws IOException;

    /** By the name of a contender, and of the class that opens those of its module. */
    static JsonWriting of(String provider, String contender) {
        try {
            return ((Provider) Class.forName(provider).getConstructor().newInstance()).open(contender);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("no such provider on this class path: class=" + provider, e);
        }
    }

    /** Those of this module. */
    static JsonWriting of(String contender) {
        return switch (contender) {
            case "tellask" -> new OfTellask();
            case "jackson-streaming" -> new OfJackson();
            case "string-builder" -> JsonWriting::byBuilder;
            case "string-buffer" -> JsonWriting::byBuffer;
            case "string-format" -> JsonWriting::byFormat;
            default -> throw new IllegalArgumentException("unknown contender: contender=" + contender);
        };
    }

    /** Fails unless the bytes are these objects, whatever they have between them and in whatever order a name and a content are. */
    static void verify(List<Item> items, byte[] json) throws IOException {
        List<Item> read = new ArrayList<>();
        try (var parser = new JsonFactory().createParser(json)) {
            Map<String, String> object = new HashMap<>();
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                if (token == JsonToken.VALUE_STRING) {
                    object.put(parser.currentName(), parser.getString());
                } else if (token == JsonToken.END_OBJECT) {
                    read.add(new Item(object.getOrDefault("name", ""), object.getOrDefault("content", "")));
                    object.clear();
                }
            }
        }
        if (!read.equals(items)) {
            throw new IOException("the JSON holds something else");
        }
    }

    private static byte[] byBuilder(List<Item> items) {
        StringBuilder out = new StringBuilder("[");
        for (Item item : items) {
            out.append(out.length() == 1 ? "{\"name\":\"" : ",{\"name\":\"");
            escape(item.name(), out);
            out.append("\",\"content\":\"");
            escape(item.content(), out);
            out.append("\"}");
        }
        return out.append(']').toString().getBytes(StandardCharsets.UTF_8);
    }

    private static void escape(String text, StringBuilder out) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c >= ' ' && c != '"' && c != '\\') {
                out.append(c);
            } else {
                out.append(escaped(c));
            }
        }
    }

    @SuppressWarnings("JdkObsolete") // what was measured in 2014
    private static byte[] byBuffer(List<Item> items) {
        StringBuffer out = new StringBuffer("[");
        for (Item item : items) {
            out.append(out.length() == 1 ? "{\"name\":\"" : ",{\"name\":\"");
            escape(item.name(), out);
            out.append("\",\"content\":\"");
            escape(item.content(), out);
            out.append("\"}");
        }
        return out.append(']').toString().getBytes(StandardCharsets.UTF_8);
    }

    @SuppressWarnings("JdkObsolete")
    private static void escape(String text, StringBuffer out) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c >= ' ' && c != '"' && c != '\\') {
                out.append(c);
            } else {
                out.append(escaped(c));
            }
        }
    }

    private static byte[] byFormat(List<Item> items) {
        StringBuilder out = new StringBuilder("[");
        for (Item item : items) {
            out.append(String.format(
                    "%s{\"name\":\"%s\",\"content\":\"%s\"}",
                    out.length() == 1 ? "" : ",", escaped(item.name()), escaped(item.content())));
        }
        return out.append(']').toString().getBytes(StandardCharsets.UTF_8);
    }

    private static String escaped(String text) {
        StringBuilder out = new StringBuilder(text.length());
        escape(text, out);
        return out.toString();
    }

    private static String escaped(char c) {
        return switch (c) {
            case '"' -> "\\\"";
            case '\\' -> "\\\\";
            case '\n' -> "\\n";
            default -> String.format("\\u%04x", (int) c);
        };
    }

    /** From a type that is known, an array of records. */
    final class OfTellask implements JsonWriting {
        private final JsonEncoding encoding =
                JsonEncoding.of(Codec.builder().allow(Item.class).build());

        @Override
        public byte[] write(List<Item> items) {
            return encoding.encode(items.toArray(Item[]::new), Item[].class);
        }
    }

    /** Jackson's generator, called by hand. */
    final class OfJackson implements JsonWriting {
        private final JsonFactory factory = new JsonFactory();

        @Override
        public byte[] write(List<Item> items) {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            try (JsonGenerator json = factory.createGenerator(out)) {
                json.writeStartArray();
                for (Item item : items) {
                    json.writeStartObject();
                    json.writeStringProperty("name", item.name());
                    json.writeStringProperty("content", item.content());
                    json.writeEndObject();
                }
                json.writeEndArray();
            }
            return out.toByteArray();
        }
    }
}
