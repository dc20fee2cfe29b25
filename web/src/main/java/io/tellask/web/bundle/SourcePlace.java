package io.tellask.web.bundle;

/**
 * A place in a file, with the lines around it.
 *
 * @param line from 1
 * @param column from 1, in characters
 * @param excerpt lines with their numbers, and a mark below the place; each cut after 160 characters
 */
public record SourcePlace(int line, int column, String excerpt) {
    private static final int LINES_AROUND = 2;
    private static final int MOST_LINE_CHARS = 160;

    /** The place of an offset in characters; of the end if it is behind that. */
    static SourcePlace at(String source, int offset) {
        int end = Math.min(offset, source.length());
        int line = 1;
        int start = 0;
        for (int i = 0; i < end; i++) {
            if (source.charAt(i) == '\n') {
                line++;
                start = i + 1;
            }
        }
        return of(source, line, end - start + 1);
    }

    static SourcePlace of(String source, int line, int column) {
        StringBuilder excerpt = new StringBuilder();
        String[] lines = source.split("\r\n|\n|\r", line + LINES_AROUND + 1);
        int last = Math.min(lines.length, line + LINES_AROUND);
        if (last > line && lines[last - 1].isEmpty()) {
            last--;
        }
        for (int number = Math.max(1, line - LINES_AROUND); number <= last; number++) {
            appendLine(excerpt, number, lines[number - 1]);
            if (number == line && column <= MOST_LINE_CHARS) {
                excerpt.append(" ".repeat(7))
                        .append("| ")
                        .append(" ".repeat(column - 1))
                        .append("^\n");
            }
        }
        return new SourcePlace(line, column, excerpt.toString());
    }

    private static void appendLine(StringBuilder excerpt, int number, String line) {
        String shown = line.length() > MOST_LINE_CHARS ? line.substring(0, MOST_LINE_CHARS) + "…" : line;
        excerpt.append(String.format("%6d | ", number))
                .append(shown.replace('\t', ' '))
                .append('\n');
    }
}
