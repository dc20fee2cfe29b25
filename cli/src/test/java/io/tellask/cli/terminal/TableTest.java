package io.tellask.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class TableTest {
    private final StringWriter text = new StringWriter();
    private final PrintWriter out = new PrintWriter(text);

    @Test
    void alignsTextLeftAndNumbersRight() {
        Table table = new Table("map", "records", "note");
        table.add("a", 1_234_567L, "");
        table.add("longer", 5L, "x");
        table.print(out);

        assertThat(text.toString().lines())
                .containsExactly("map       records  note", "a       1,234,567", "longer          5  x");
    }

    @Test
    void printsALineOfJsonForEachRow() {
        Table table = new Table("map", "records", "seconds", "open");
        table.add("a\"b", 7L, 0.5, true);
        table.add("c", "", 2.0, "");
        table.printJson(out);

        assertThat(text.toString().lines())
                .containsExactly(
                        "{\"map\":\"a\\\"b\",\"records\":7,\"seconds\":0.5,\"open\":true}",
                        "{\"map\":\"c\",\"seconds\":2.0}");
    }

    @Test
    void cellsCommandNoTerminalAndStayOnTheirLine() {
        Table table = new Table("name", "next");
        table.add("a\u001b[31m\nb\u009b2J", "\u202ex");
        table.print(out);

        assertThat(text.toString().lines())
                .containsExactly("name                    next", "a\\u001b[31m\\nb\\u009b2J  \\u202ex");
    }

    @Test
    void cellsAreBounded() {
        Table table = new Table("name");
        table.add("x".repeat(Table.MOST_CELL_CHARS));
        table.add("y".repeat(Table.MOST_CELL_CHARS + 1));
        table.print(out);

        assertThat(text.toString().lines().skip(1))
                .containsExactly(
                        "x".repeat(Table.MOST_CELL_CHARS),
                        "y".repeat(Table.MOST_CELL_CHARS) + "... (1 more characters)");
    }

    @Test
    void linesOfJsonCommandNoTerminal() {
        Table table = new Table("name");
        table.add("a\u009b2J");
        System.setProperty(TerminalText.PROPERTY, "true");
        try {
            table.printJson(out);
        } finally {
            System.clearProperty(TerminalText.PROPERTY);
        }

        assertThat(text.toString().lines()).containsExactly("{\"name\":\"a\\u009b2J\"}");
    }

    @Test
    void printsTheHeadOfAnEmptyTable() {
        new Table("map", "records").print(out);

        assertThat(text.toString().lines()).containsExactly("map  records");
    }
}
