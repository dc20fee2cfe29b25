package io.tellask.codec.text;

import io.tellask.codec.CodecLimits;
import io.tellask.codec.DecodeException;
import io.tellask.codec.HeapBudget;
import io.tellask.codec.text.Tree.Container;
import io.tellask.codec.text.Tree.Entries;
import io.tellask.codec.text.Tree.Items;
import io.tellask.codec.text.Tree.Literal;
import io.tellask.codec.text.Tree.Place;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.json.JsonFactory;

/**
 * Parses JSON into a {@link Tree} of memory in proportion to the text. Names that occur twice in an object are refused,
 * and no table of names outlives the call. Not thread-safe.
 */
final class JsonSource {
    private static final int LONGEST_LONG = 18;

    /** RFC 8259 lets a parser ignore it. */
    private static final char BYTE_ORDER_MARK = '\ufeff';

    /** What Jackson's messages begin with, and what is said in their place: they repeat parts of the text. */
    private static final Map<String, String> REASONS = Map.of(
            "Duplicate", "a name stands twice in one object",
            "Unexpected character", "a character does not belong there",
            "Unexpected end-of-input", "it ends early",
            "Unexpected close marker", "a list or object is closed by the other's bracket",
            "Unrecognized token", "a word is none of true, false and null",
            "Unrecognized character escape", "an escape is unknown",
            "Illegal unquoted character", "a control character in a string is not escaped",
            "Invalid numeric value", "a number is malformed",
            "Number value length", "digits of a number > MAX_DIGITS=" + Numbers.MAX_DIGITS);

    private final JsonFactory factory;
    private final int maxBytes;
    private final TextBudget budget;

    JsonSource(JsonFactory parsers, CodecLimits limits, @Nullable HeapBudget heap) {
        factory = parsers;
        budget = new TextBudget(limits, heap);
        maxBytes = limits.bytes();
    }

    /** Makes parsers for texts within limits; thread-safe, for any number of them. */
    static JsonFactory parsers(CodecLimits limits) {
        return JsonFactory.builder()
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxNestingDepth(Integer.MAX_VALUE)
                        .maxStringLength(limits.bytes())
                        .maxNameLength(limits.bytes())
                        .maxNumberLength(Numbers.MAX_DIGITS)
                        .build())
                .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                .disable(TokenStreamFactory.Feature.CANONICALIZE_PROPERTY_NAMES)
                .disable(TokenStreamFactory.Feature.INTERN_PROPERTY_NAMES)
                .build();
    }

    @Nullable
    Object read(byte[] text) {
        if (text.length > maxBytes) {
            throw new DecodeException(
                    "decode: text bytes=" + text.length + " > limits.bytes=" + maxBytes + "; raise the limit");
        }
        budget.begin(text.length);
        CharBuffer chars = decodeUtf8(text);
        try (JsonParser json =
                factory.createParser(ObjectReadContext.empty(), chars.array(), chars.position(), chars.remaining())) {
            return readDocument(json);
        } catch (JacksonException e) {
            TokenStreamLocation place = e.getLocation();
            throw new DecodeException(
                    "decode: the text is no JSON, line=" + (place == null ? 0 : place.getLineNr()) + ", column="
                            + (place == null ? 0 : place.getColumnNr()) + ": " + reasonOf(e) + "; send valid JSON");
        }
    }

    private static String reasonOf(JacksonException e) {
        String said = String.valueOf(e.getOriginalMessage());
        return REASONS.entrySet().stream()
                .filter(reason -> said.startsWith(reason.getKey()))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse("it is malformed");
    }

    private static CharBuffer decodeUtf8(byte[] text) {
        CharsetDecoder decoder = StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT);
        ByteBuffer bytes = ByteBuffer.wrap(text);
        CharBuffer chars = CharBuffer.allocate(text.length);
        CoderResult result = decoder.decode(bytes, chars, true);
        if (result.isError()) {
            throw new DecodeException("decode: the text is no UTF-8, offset=" + bytes.position()
                    + "; send JSON in UTF-8, which is its only form");
        }
        chars.flip();
        boolean marked = chars.hasRemaining() && chars.get(0) == BYTE_ORDER_MARK;
        return marked ? chars.position(1) : chars;
    }

    private @Nullable Object readDocument(JsonParser json) {
        Deque<Container> open = new ArrayDeque<>();
        Object root = null;
        JsonToken token = json.nextToken();
        if (token == null) {
            throw new DecodeException("decode: the text is empty; send at least null");
        }
        while (token != null) {
            if (token.isStructEnd()) {
                open.removeLast();
                budget.leave();
            } else if (token == JsonToken.PROPERTY_NAME) {
                budget.countName();
                ((Entries) open.getLast()).addKey(json.currentName());
            } else {
                Object item = item(token, json);
                if (open.isEmpty()) {
                    root = item;
                } else {
                    add(open.getLast(), item);
                }
                if (item instanceof Container container) {
                    budget.enter(container);
                    open.addLast(container);
                }
            }
            token = json.nextToken();
            if (open.isEmpty() && token != null) {
                throw new DecodeException("decode: something follows the JSON value, "
                        + place(json).inWords() + "; send one value");
            }
        }
        return root;
    }

    private static Place place(JsonParser json) {
        return items(json.currentTokenLocation());
    }

    private static void add(Container container, @Nullable Object item) {
        switch (container) {
            case Entries entries -> entries.addValue(item);
            case Items items -> items.add(item);
        }
    }

    private @Nullable Object item(JsonToken token, JsonParser json) {
        return switch (token) {
            case START_OBJECT -> entries(json.currentTokenLocation());
            case START_ARRAY -> items(json.currentTokenLocation());
            case VALUE_STRING -> string(json);
            default -> scalar(token, json);
        };
    }

    private @Nullable Object scalar(JsonToken token, JsonParser json) {
        budget.countScalar();
        return switch (token) {
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_NUMBER_INT -> integer(json.getString());
            case VALUE_NUMBER_FLOAT -> new Literal(json.getString());
            default -> null;
        };
    }

    private String string(JsonParser json) {
        budget.countString(() -> place(json));
        return json.getString();
    }

    private static Entries entries(TokenStreamLocation location) {
        return new Entries(location.getLineNr(), location.getColumnNr());
    }

    private static Items items(TokenStreamLocation location) {
        return new Items(location.getLineNr(), location.getColumnNr());
    }

    private static Object integer(String digits) {
        return digits.length() <= LONGEST_LONG && !digits.equals("-0")
                ? (Object) Long.valueOf(digits)
                : new Literal(digits);
    }
}
