package io.tellask.rest.value;

import io.tellask.codec.EncodeException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** JSON in UTF-8 that grows up to a limit, and by a budget once it is long. Not thread-safe. */
final class JsonOutput {
    /** Levels that values may be nested; a cycle ends there too. */
    static final int MOST_DEPTH = 500;

    /** A longer array is counted. */
    static final int UNCOUNTED_BYTES = 64 * 1024;

    private static final int INITIAL_BYTES = 256;
    private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

    private final int mostBytes;
    private final OutputBudget budget;
    private byte[] bytes = new byte[INITIAL_BYTES];
    private int size;
    private int depth;

    JsonOutput(int mostBytes, OutputBudget budget) {
        this.mostBytes = mostBytes;
        this.budget = budget;
    }

    byte[] finish() {
        if (size > mostBytes) {
            throw tooLong();
        }
        resize(size);
        return bytes;
    }

    private void resize(int newLength) {
        if (newLength > UNCOUNTED_BYTES) {
            budget.take(newLength);
        }
        int before = bytes.length;
        bytes = Arrays.copyOf(bytes, newLength);
        if (before > UNCOUNTED_BYTES) {
            budget.give(before);
        }
    }

    void enter(char bracket) {
        if (++depth > MOST_DEPTH) {
            throw new EncodeException("rest: a result is nested deeper than " + MOST_DEPTH
                    + " levels, or holds itself; return a tree that is flatter");
        }
        ascii(bracket);
    }

    void leave(char bracket) {
        depth--;
        ascii(bracket);
    }

    /** One character below 128. */
    void ascii(char c) {
        reserve(1);
        bytes[size++] = (byte) c;
    }

    /** Characters below 128, as they are. */
    @SuppressWarnings("deprecation") // the one that copies Latin-1 without a table
    void ascii(String text) {
        int length = text.length();
        reserve(length);
        text.getBytes(0, length, bytes, size);
        size += length;
    }

    /** The name of a property with all around it: of any letters, but none that are escaped. */
    void name(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) >= 0x80) {
                raw(text.getBytes(StandardCharsets.UTF_8));
                return;
            }
        }
        ascii(text);
    }

    void raw(byte[] json) {
        reserve(json.length);
        System.arraycopy(json, 0, bytes, size, json.length);
        size += json.length;
    }

    /** A string with its quotation marks. */
    void string(String text) {
        ascii('"');
        chars(text);
        ascii('"');
    }

    private void chars(String text) {
        int length = text.length();
        reserve(length);
        for (int i = 0; i < length; i++) {
            char c = text.charAt(i);
            if (c < 0x80) {
                if (c >= ' ' && c != '"' && c != '\\') {
                    reserve(1);
                    bytes[size++] = (byte) c;
                } else {
                    escape(c);
                }
            } else if (Character.isHighSurrogate(c) && i + 1 < length && Character.isLowSurrogate(text.charAt(i + 1))) {
                raw(text.substring(i, i + 2).getBytes(StandardCharsets.UTF_8));
                i++;
            } else if (Character.isSurrogate(c)) {
                escape(c);
            } else {
                wide(c);
            }
        }
    }

    private void wide(char c) {
        reserve(3);
        if (c < 0x800) {
            bytes[size++] = (byte) (0xC0 | c >> 6);
        } else {
            bytes[size++] = (byte) (0xE0 | c >> 12);
            bytes[size++] = (byte) (0x80 | c >> 6 & 0x3F);
        }
        bytes[size++] = (byte) (0x80 | c & 0x3F);
    }

    private void escape(char c) {
        reserve(6);
        bytes[size++] = '\\';
        if (c == '"' || c == '\\') {
            bytes[size++] = (byte) c;
            return;
        }
        if (c == '\n') {
            bytes[size++] = 'n';
            return;
        }
        bytes[size++] = 'u';
        for (int shift = 12; shift >= 0; shift -= 4) {
            bytes[size++] = HEX[c >> shift & 0xF];
        }
    }

    private void reserve(int more) {
        if (size + more > bytes.length) {
            if ((long) size + more > mostBytes) {
                throw tooLong();
            }
            resize((int) Math.min(Integer.MAX_VALUE - 8L, Math.max(2L * bytes.length, (long) size + more)));
        }
    }

    private EncodeException tooLong() {
        return new EncodeException(
                "rest: a result has more than answerBytes=" + mostBytes + "; return less, or raise the limit");
    }
}
