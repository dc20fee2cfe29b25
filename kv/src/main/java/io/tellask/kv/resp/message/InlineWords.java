package io.tellask.kv.resp.message;

/**
 * Splits the line of an inline request into words as Redis does: blanks separate, double quotes keep blanks and know escapes, single quotes
 * know only {@code \'}. The words are written over the line, which is never shorter than they are. Used once, by one thread.
 */
public final class InlineWords {
    private final byte[] line;
    private final int first;
    private final int end;
    private int at;
    private int target;

    public InlineWords(byte[] line, int first, int end) {
        this.line = line;
        this.first = first;
        this.end = end;
        at = first;
        target = first;
    }

    /** Adds the words to a request; false if a quote is not closed, or not followed by a blank. */
    public boolean split(Request request) {
        skipBlanks();
        while (at < end && line[at] != 0) {
            int start = target;
            if (!word()) {
                return false;
            }
            request.add(start - first, target - start);
            skipBlanks();
        }
        return true;
    }

    private void skipBlanks() {
        while (at < end && isBlank(line[at])) {
            at++;
        }
    }

    private static boolean isBlank(byte character) {
        return character == ' ' || character >= '\t' && character <= '\r';
    }

    private boolean word() {
        while (at < end && line[at] != 0 && line[at] != ' ' && line[at] != '\t' && line[at] != '\r') {
            byte character = line[at++];
            if (character == '"') {
                return doublyQuoted() && isClosed();
            } else if (character == '\'') {
                return singlyQuoted() && isClosed();
            }
            line[target++] = character;
        }
        return true;
    }

    private boolean isClosed() {
        return at == end || line[at] == 0 || isBlank(line[at]);
    }

    private boolean doublyQuoted() {
        while (at < end && line[at] != 0) {
            byte character = line[at++];
            if (character == '"') {
                return true;
            }
            line[target++] = character == '\\' && at < end ? escaped() : character;
        }
        return false;
    }

    private byte escaped() {
        byte character = line[at++];
        if (character == 'x' && at + 1 < end && hex(line[at]) >= 0 && hex(line[at + 1]) >= 0) {
            at += 2;
            return (byte) (hex(line[at - 2]) << 4 | hex(line[at - 1]));
        }
        return switch (character) {
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'b' -> '\b';
            case 'a' -> 7;
            default -> character;
        };
    }

    private static int hex(byte character) {
        return character < 0 ? -1 : Character.digit((char) character, 16);
    }

    private boolean singlyQuoted() {
        while (at < end && line[at] != 0) {
            byte character = line[at++];
            if (character == '\'') {
                return true;
            }
            boolean quote = character == '\\' && at < end && line[at] == '\'';
            line[target++] = quote ? line[at++] : character;
        }
        return false;
    }
}
