package io.tellask.cli.pauselog;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Reads a log line by line without making an object of each: a line is a range of {@link #bytes()} until the next one is read. What stands behind
 * {@link #LINE_BYTES} of a line is skipped, so that memory does not depend on the file. The lines before the current one stay in the buffer, for
 * {@link #sighting}. Not thread-safe.
 */
final class LogLines {
    /** The bytes of a line that are read; a log of a JVM has lines of some hundred. */
    static final int LINE_BYTES = 1 << 14;

    /** The characters of a line that are kept as context of a long pause. */
    static final int CONTEXT_CHARS = 240;

    /** Room for the lines before, the current one and much to read at once. */
    private static final int BUFFER_BYTES = 1 << 18;

    private final InputStream in;
    private final String file;
    private final byte[] bytes = new byte[BUFFER_BYTES];

    /** Where the lines before the current one begin, the nearest first; none below 0. */
    private final int[] before = new int[Sighting.LINES_AROUND];

    private final List<Sighting> unfinished = new ArrayList<>();
    private int filled;
    private int from;
    private int to;
    private int next;
    private long number;
    private long cutLines;
    private boolean ended;

    LogLines(InputStream in, String file) {
        this.in = in;
        this.file = file;
        Arrays.fill(before, -1);
    }

    /** Goes to the next line; false behind the last one. */
    boolean next() throws IOException {
        if (number > 0) {
            System.arraycopy(before, 0, before, 1, before.length - 1);
            before[0] = from;
        }
        from = next;
        int end = lineEnd();
        if (end < 0) {
            return false;
        }
        number++;
        to = end > from && bytes[end - 1] == '\r' ? end - 1 : end;
        if (!unfinished.isEmpty()) {
            String line = text(from, to);
            unfinished.removeIf(each -> !each.add(line));
        }
        return true;
    }

    /** The end of the line that begins at {@link #from}; below 0 if there is none. */
    private int lineEnd() throws IOException {
        int position = from;
        while (true) {
            int limit = Math.min(filled, from + LINE_BYTES);
            while (position < limit && bytes[position] != '\n') {
                position++;
            }
            if (position < limit) {
                next = position + 1;
                return position;
            }
            if (position - from == LINE_BYTES) {
                skipRest();
                return from + LINE_BYTES;
            }
            int offset = position - from;
            if (!fill()) {
                next = filled;
                return filled > from ? filled : -1;
            }
            position = from + offset;
        }
    }

    /** Skips what follows the part of a line that is read, up to the line's end. */
    private void skipRest() throws IOException {
        int position = from + LINE_BYTES;
        boolean cut = false;
        while (true) {
            while (position < filled && bytes[position] != '\n') {
                position++;
                cut = true;
            }
            if (position < filled) {
                next = position + 1;
                break;
            }
            filled = from + LINE_BYTES;
            position = filled;
            int kept = from;
            if (!fill()) {
                next = filled;
                break;
            }
            position += from - kept;
        }
        cutLines += cut ? 1 : 0;
    }

    /** Reads more behind what is there; makes room first, if there is none, by dropping what is neither the current line nor one right before it. */
    private boolean fill() throws IOException {
        if (filled == bytes.length) {
            int keep = from;
            for (int start : before) {
                keep = start >= 0 ? Math.min(keep, start) : keep;
            }
            System.arraycopy(bytes, keep, bytes, 0, filled - keep);
            filled -= keep;
            from -= keep;
            for (int i = 0; i < before.length; i++) {
                before[i] -= before[i] >= 0 ? keep : 0;
            }
        }
        if (ended) {
            return false;
        }
        int count = in.read(bytes, filled, bytes.length - filled);
        ended = count < 0;
        filled += Math.max(0, count);
        return !ended;
    }

    byte[] bytes() {
        return bytes;
    }

    int from() {
        return from;
    }

    int to() {
        return to;
    }

    /** The number of the current line, from 1. */
    long number() {
        return number;
    }

    /** How many lines were longer than {@link #LINE_BYTES}. */
    long cutLines() {
        return cutLines;
    }

    /** The current line as it stands there, cut at {@link #CONTEXT_CHARS}. */
    String text() {
        return text(from, to);
    }

    private String text(int start, int end) {
        int most = Math.min(end, start + CONTEXT_CHARS);
        return new String(bytes, start, most - start, StandardCharsets.UTF_8) + (most < end ? "…" : "");
    }

    /** Where the current line stands. */
    Sighting place() {
        return new Sighting(file, number);
    }

    /** Where the current line stands, with the lines around it; those behind it come as they are read. */
    Sighting sighting() {
        List<String> lines = new ArrayList<>();
        for (int i = before.length - 1; i >= 0; i--) {
            if (before[i] >= 0) {
                lines.add(line(before[i]));
            }
        }
        lines.add(text());
        Sighting sighting = new Sighting(file, number, lines);
        unfinished.add(sighting);
        return sighting;
    }

    private String line(int start) {
        int end = start;
        while (end < from && bytes[end] != '\n' && end - start < LINE_BYTES) {
            end++;
        }
        return text(start, end > start && bytes[end - 1] == '\r' ? end - 1 : end);
    }
}
