package io.tellask.cli.terminal;

import io.tellask.text.SafeText;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Rows under named columns: aligned text for people, or one JSON object a row for programs, without empty cells.
 *
 * <p>What a server put into a cell commands no terminal, and in text for people no cell is longer than {@link #MOST_CELL_CHARS}.
 */
public final class Table {
    /** The most characters of a cell of text for people, before the count of those left out. */
    static final int MOST_CELL_CHARS = 1_000;

    private static final JsonFactory JSON = new JsonFactory();

    private final String[] columns;
    private final List<Object[]> rows = new ArrayList<>();

    public Table(String... columns) {
        this.columns = columns;
    }

    /** Adds a row of strings, numbers, booleans, or empty strings where there is nothing to say. */
    public void add(Object... cells) {
        if (cells.length != columns.length) {
            throw new IllegalArgumentException("table: cells=" + cells.length + ", columns=" + columns.length);
        }
        rows.add(cells);
    }

    public boolean isEmpty() {
        return rows.isEmpty();
    }

    public void print(PrintWriter out) {
        int[] widths = Arrays.stream(columns).mapToInt(String::length).toArray();
        boolean[] numeric = new boolean[columns.length];
        for (Object[] row : rows) {
            for (int column = 0; column < columns.length; column++) {
                widths[column] = Math.max(widths[column], text(row[column]).length());
                numeric[column] |= row[column] instanceof Number;
            }
        }
        out.println(line(columns, widths, numeric));
        rows.forEach(row -> out.println(line(row, widths, numeric)));
    }

    private static String line(Object[] cells, int[] widths, boolean[] numeric) {
        StringBuilder line = new StringBuilder();
        for (int column = 0; column < cells.length; column++) {
            String text = text(cells[column]);
            String padding = " ".repeat(widths[column] - text.length());
            line.append(column == 0 ? "" : "  ").append(numeric[column] ? padding + text : text + padding);
        }
        return line.toString().stripTrailing();
    }

    private static String text(Object cell) {
        return switch (cell) {
            case Long number -> String.format("%,d", number);
            case Integer number -> String.format("%,d", number);
            case Double number -> Quantities.decimal(number, 1);
            default -> SafeText.of(cell.toString(), MOST_CELL_CHARS);
        };
    }

    public void printJson(PrintWriter out) {
        for (Object[] row : rows) {
            StringWriter line = new StringWriter();
            try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), line)) {
                json.writeStartObject();
                for (int column = 0; column < columns.length; column++) {
                    write(json, columns[column], row[column]);
                }
                json.writeEndObject();
            }
            out.println(TerminalText.of(line.toString()));
        }
    }

    private static void write(JsonGenerator json, String name, Object cell) {
        if (cell.equals("")) {
            return;
        }
        json.writeName(name);
        switch (cell) {
            case Long number -> json.writeNumber(number);
            case Integer number -> json.writeNumber(number);
            case Double number -> json.writeNumber(number);
            case Boolean yes -> json.writeBoolean(yes);
            default -> json.writeString(cell.toString());
        }
    }
}
