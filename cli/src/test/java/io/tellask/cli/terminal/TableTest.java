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
    void printsTheHeadOfAnEmptyTable() {
        new Table("map", "records").print(out);

        assertThat(text.toString().lines()).containsExactly("map  records");
    }
}
