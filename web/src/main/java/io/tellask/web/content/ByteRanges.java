package io.tellask.web.content;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Which parts of a file a request asks for (RFC 9110, section 14). Immutable.
 *
 * @param parts in the order asked for, without overlaps; none if the file has none of them
 */
record ByteRanges(List<Part> parts) {
    /** The most parts that may be asked for at once: {@value}. */
    static final int MOST_PARTS = 16;

    /** The longest header that is read, in characters: {@value}. */
    static final int MOST_CHARS = 1_024;

    /**
     * Bytes from a position to another one, both of them included.
     *
     * @param first at least 0
     * @param last at least {@code first}
     */
    record Part(long first, long last) {
        long length() {
            return last - first + 1;
        }

        boolean touches(Part other) {
            return first <= other.last + 1 && other.first <= last + 1;
        }

        Part with(Part other) {
            return new Part(Math.min(first, other.first), Math.max(last, other.last));
        }
    }

    ByteRanges {
        parts = List.copyOf(parts);
    }

    /**
     * Reads the header {@code Range}.
     *
     * @return null if the header is to be ignored: another unit, or malformed
     */
    static @Nullable ByteRanges parse(@Nullable String header, long size) {
        if (header == null
                || header.length() < 6
                || !header.substring(0, 6).toLowerCase(Locale.ROOT).equals("bytes=")) {
            return null;
        }
        String[] texts = header.length() > MOST_CHARS
                ? new String[MOST_PARTS + 1]
                : header.substring(6).split(",");
        if (texts.length > MOST_PARTS) {
            return new ByteRanges(List.of());
        }
        boolean named = false;
        List<Part> parts = new ArrayList<>();
        for (String text : texts) {
            String range = text.strip();
            if (range.isEmpty()) {
                continue; // lists may have empty elements
            }
            if (!range.matches("[0-9]{1,18}-[0-9]{0,18}|-[0-9]{1,18}")) {
                return null;
            }
            named = true;
            int dash = range.indexOf('-');
            long first = dash == 0
                    ? Math.max(0, size - Long.parseLong(range.substring(1)))
                    : Long.parseLong(range.substring(0, dash));
            boolean open = dash == 0 || dash == range.length() - 1;
            long last = open ? size - 1 : Long.parseLong(range.substring(dash + 1));
            if (!open && last < first) {
                return null;
            }
            add(parts, new Part(first, Math.min(last, size - 1)));
        }
        return named ? new ByteRanges(parts) : null;
    }

    /** Joins a part with those it touches, so that no byte is sent twice. */
    private static void add(List<Part> parts, Part part) {
        if (part.last < part.first) {
            return; // beyond the end of the file
        }
        for (int i = 0; i < parts.size(); i++) {
            if (parts.get(i).touches(part)) {
                Part joined = parts.remove(i).with(part);
                add(parts, joined);
                return;
            }
        }
        parts.add(part);
    }
}
