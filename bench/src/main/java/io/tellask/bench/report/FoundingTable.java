package io.tellask.bench.report;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * A table that was published between 2014 and 2015, and what to look at beside it. Immutable; read from {@code founding.tables}:
 *
 * <pre>
 *   table   TITLE            begins one
 *   said    TEXT             what was measured, on which machine
 *   columns NAME | NAME      of the figures
 *   row     NAME | FIGURE | FIGURE
 *   beside  SUITE CASE       a case that was measured here
 *   shape   TEXT             how the figures of today differ from those, and why
 * </pre>
 */
record FoundingTable(
        String title, String said, List<String> columns, List<List<String>> rows, List<String> beside, String shape) {
    /** All of them, in the order of the file. */
    static List<FoundingTable> all() throws IOException {
        var resource = Objects.requireNonNull(FoundingTable.class.getResourceAsStream("founding.tables"));
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(resource, StandardCharsets.UTF_8))) {
            return parse(reader.lines());
        }
    }

    private static List<FoundingTable> parse(Stream<String> lines) {
        List<FoundingTable> tables = new ArrayList<>();
        for (String line :
                lines.filter(each -> !each.isBlank() && !each.startsWith("#")).toList()) {
            int space = line.indexOf(' ');
            String text = line.substring(space).strip();
            String key = line.substring(0, space);
            if (key.equals("table")) {
                tables.add(new FoundingTable(text, "", List.of(), new ArrayList<>(), new ArrayList<>(), ""));
            } else {
                tables.addLast(tables.removeLast().with(key, text));
            }
        }
        return tables;
    }

    private FoundingTable with(String key, String text) {
        switch (key) {
            case "said" -> {
                return new FoundingTable(title, text, columns, rows, beside, shape);
            }
            case "columns" -> {
                return new FoundingTable(title, said, cells(text), rows, beside, shape);
            }
            case "shape" -> {
                return new FoundingTable(title, said, columns, rows, beside, text);
            }
            case "row" -> rows.add(cells(text));
            case "beside" -> beside.add(text);
            default -> throw new IllegalArgumentException("founding.tables: unknown word: word=" + key);
        }
        return this;
    }

    private static List<String> cells(String text) {
        return Stream.of(text.split("\\|")).map(String::strip).toList();
    }
}
