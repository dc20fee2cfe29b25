package io.tellask.web.resources;

import io.tellask.http.HttpException;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;

/**
 * Which paths may name a file. The same on every system, so that what is refused on one cannot be reached on another: names that begin with a
 * dot, that Windows gives to devices or reads as others, and what belongs to the inside of a jar. Stateless and thread-safe.
 */
public final class PathRules {
    /** The most characters of a path, before and after its percent signs are decoded: {@value}. */
    public static final int MOST_CHARS = 1_024;

    /** The most names of a path: {@value}. */
    public static final int MOST_NAMES = 64;

    /** The most bytes of a name in UTF-8: {@value}. */
    public static final int MOST_NAME_BYTES = 255;

    private static final Set<String> INSIDE_OF_JARS = Set.of("meta-inf", "boot-inf", "web-inf", "app-inf");
    private static final Set<String> DEVICES = Set.of("con", "prn", "aux", "nul", "conin$", "conout$", "clock$");
    private static final String SPECIAL_CHARS = "\\:*?\"<>|;%";

    private PathRules() {}

    /**
     * The path of a request without percent signs.
     *
     * @throws HttpException of status 414 if it is too long, 400 if it does not begin with a slash, has a character that should be encoded, a
     *     percent sign without two hex digits, bytes that are not UTF-8, or an encoded slash, backslash or null
     */
    public static String decode(String raw) {
        if (raw.length() > MOST_CHARS) {
            throw new HttpException(
                    414, "path: length=" + raw.length() + " > MOST_CHARS=" + MOST_CHARS + "; ask for a shorter path");
        }
        if (!raw.startsWith("/")) {
            throw malformed("does not begin with a slash");
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(raw.length());
        for (int at = 0; at < raw.length(); at++) {
            char next = raw.charAt(at);
            if (next <= ' ' || next > '~') {
                throw malformed("has a character at " + at + " that needs to be encoded");
            }
            if (next == '%') {
                bytes.write(encodedByte(raw, at));
                at += 2;
            } else {
                bytes.write(next);
            }
        }
        return text(bytes.toByteArray());
    }

    private static int encodedByte(String raw, int at) {
        int high = at + 2 < raw.length() ? Character.digit(raw.charAt(at + 1), 16) : -1;
        int low = at + 2 < raw.length() ? Character.digit(raw.charAt(at + 2), 16) : -1;
        if (high < 0 || low < 0) {
            throw malformed("has a percent sign at " + at + " without two hex digits");
        }
        int value = high << 4 | low;
        if (value == '/' || value == '\\' || value == 0) {
            throw malformed("has an encoded slash, backslash or null at " + at);
        }
        return value;
    }

    private static String text(byte[] bytes) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException notText) {
            throw malformed("is not UTF-8 once it is decoded");
        }
    }

    private static HttpException malformed(String what) {
        return new HttpException(400, "path: " + what + "; send an encoded path that begins with a slash");
    }

    /** Whether a decoded path may name a file: begins with a slash, ends with none, and each name is {@linkplain #isSafeName safe}. */
    public static boolean isSafe(String path) {
        if (path.length() < 2 || path.length() > MOST_CHARS || path.charAt(0) != '/') {
            return false;
        }
        int names = 0;
        for (int begin = 1; begin <= path.length(); ) {
            int slash = path.indexOf('/', begin);
            int end = slash < 0 ? path.length() : slash;
            if (++names > MOST_NAMES || !isSafeName(path.substring(begin, end))) {
                return false;
            }
            begin = end + 1;
        }
        return !path.endsWith("/");
    }

    /** Whether a name, of a folder or a file, may be served. */
    public static boolean isSafeName(String name) {
        if (name.isEmpty()
                || name.startsWith(".")
                || name.endsWith(".")
                || name.endsWith(" ")
                || name.startsWith(" ")) {
            return false;
        }
        if (!name.codePoints().allMatch(PathRules::isSafeChar)
                || name.getBytes(StandardCharsets.UTF_8).length > MOST_NAME_BYTES) {
            return false;
        }
        String lower = name.toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT); // as file systems compare
        return !INSIDE_OF_JARS.contains(lower) && !lower.endsWith(".class") && !isDevice(lower);
    }

    private static boolean isSafeChar(int codePoint) {
        if (codePoint < 0x7F) {
            return codePoint >= ' ' && SPECIAL_CHARS.indexOf(codePoint) < 0;
        }
        return switch (Character.getType(codePoint)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.PRIVATE_USE -> false;
            default -> true;
        };
    }

    /** Windows reads such a name as a device whatever follows its first dot; it takes raised digits for digits. */
    private static boolean isDevice(String lower) {
        int dot = lower.indexOf('.');
        String stem = (dot < 0 ? lower : lower.substring(0, dot)).strip();
        if (DEVICES.contains(stem)) {
            return true;
        }
        return stem.length() == 4
                && (stem.startsWith("com") || stem.startsWith("lpt"))
                && "0123456789\u00B9\u00B2\u00B3".indexOf(stem.charAt(3)) >= 0;
    }
}
