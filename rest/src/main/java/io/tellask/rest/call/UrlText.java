package io.tellask.rest.call;

import io.tellask.rest.problem.Refusal;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Takes paths and queries apart, strictly. Stateless. */
public final class UrlText {
    private static final int HEX_DIGITS = 2;

    private UrlText() {}

    /** The parts of a path between its slashes, each decoded; at most {@code most}, and null for a path of more. */
    public static @Nullable List<String> parts(String path, int most) {
        List<String> parts = new ArrayList<>();
        int start = 1;
        while (start <= path.length()) {
            int slash = path.indexOf('/', start);
            int end = slash < 0 ? path.length() : slash;
            if (parts.size() == most) {
                return null;
            }
            parts.add(decode(path.substring(start, end), false, "path"));
            start = end + 1;
        }
        return path.equals("/") ? List.of() : parts;
    }

    /** The values of a query by their names, in their order. */
    static Map<String, List<String>> query(@Nullable String query, int most) {
        if (query == null || query.isEmpty()) {
            return Map.of();
        }
        Map<String, List<String>> values = new LinkedHashMap<>();
        int count = 0;
        for (int start = 0; start <= query.length(); ) {
            int and = query.indexOf('&', start);
            int end = and < 0 ? query.length() : and;
            if (++count > most) {
                throw bad("the query has more than queryParameters=" + most + " parameters; send fewer");
            }
            add(values, query.substring(start, end));
            start = end + 1;
        }
        return values;
    }

    private static void add(Map<String, List<String>> values, String pair) {
        if (!pair.isEmpty()) {
            int equals = pair.indexOf('=');
            String name = decode(equals < 0 ? pair : pair.substring(0, equals), true, "query");
            String value = equals < 0 ? "" : decode(pair.substring(equals + 1), true, "query");
            values.computeIfAbsent(name, _ -> new ArrayList<>(1)).add(value);
        }
    }

    private static String decode(String text, boolean plusIsBlank, String where) {
        if (text.indexOf('%') < 0 && (!plusIsBlank || text.indexOf('+') < 0) && isAscii(text)) {
            return text;
        }
        ByteBuffer bytes = ByteBuffer.allocate(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '%') {
                bytes.put((byte) hex(text, i + 1, where));
                i += HEX_DIGITS;
            } else {
                bytes.put((byte) (c == '+' && plusIsBlank ? ' ' : c)); // what is beyond ASCII came as Latin-1
            }
        }
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(bytes.flip()).toString();
        } catch (CharacterCodingException e) {
            throw bad("the " + where + " is no UTF-8 behind its percent signs; encode it as UTF-8");
        }
    }

    private static boolean isAscii(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) >= 0x80) {
                return false;
            }
        }
        return true;
    }

    private static int hex(String text, int at, String where) {
        int high = at < text.length() ? Character.digit(text.charAt(at), 16) : -1;
        int low = at + 1 < text.length() ? Character.digit(text.charAt(at + 1), 16) : -1;
        if (high < 0 || low < 0) {
            throw bad("the " + where + " has a percent sign without two hex digits; write %25 for a percent sign");
        }
        return high << 4 | low;
    }

    private static Refusal bad(String detail) {
        return Refusal.of(400, "malformed address", detail);
    }
}
