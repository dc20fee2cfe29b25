package io.tellask.remote.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.remote.filter.FilterField.Kind;
import io.tellask.test.Seed;
import java.util.Map;
import java.util.Random;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FilterTest {
    private static final Map<String, FilterField<Row>> FIELDS = Map.of(
            "name", FilterField.text(Row::name),
            "port", FilterField.number(Kind.NUMBER, Row::port),
            "idle", FilterField.number(Kind.TIME, Row::idleMillis),
            "out", FilterField.number(Kind.SIZE, Row::outBytes));

    record Row(String name, int port, long idleMillis, long outBytes) {}

    private static final Row ROW = new Row("10.0.0.7:8192", 8_192, 61_000, 70_000);

    private static Predicate<Row> parse(String text) {
        return Filter.parse(text, FIELDS);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "  ",
                "port=8192",
                "port = 8192 and idle>60s",
                "port!=1",
                "port<8193 and port<=8192 and port>8191 and port>=8192",
                "idle>=61000ms and idle<2m and idle<1h and idle<1d",
                "out>68K and out<1M and out<1G and out=70000",
                "name=10.0.0.7:8192",
                "name='10.0.0.7:8192'",
                "name=\"10.0.0.7:8192\"",
                "name=10.0.*",
                "name=*",
                "name!=11.*",
                "port=1 or port=8192",
                "port=8192 or port=1 and port=2",
                "not port=1",
                "not not port=8192",
                "NOT (port=1 OR port=2) AND port=8192",
                "not(port=1)and(port=8192)",
                "((((port=8192))))",
                "\tport=8192\t"
            })
    void conditionIsMet(String text) {
        assertThat(parse(text).test(ROW)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "port=1",
                "port!=8192",
                "port<8192 or port>8192",
                "idle>61s",
                "out<=68K",
                "name=10.0.0.7",
                "name=10.0.0.7:8192x*",
                "name!=10.*",
                "(port=8192 or port=1) and port=2",
                "not port=8192",
                "not (port=8192 and idle>60s)"
            })
    void conditionIsNotMet(String text) {
        assertThat(parse(text).test(ROW)).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {
                "prt=1;position=1, found 'prt=1', expected one of the fields [idle, name, out, port]",
                "port;position=5, found the end, expected one of = != < > <= >=",
                "port=;position=6, found the end, expected a word",
                "port==1;position=6, found '=1', expected a word",
                "port=x;position=6, found 'x', expected a whole number",
                "port=-1;position=6, found '-1', expected a whole number",
                "port=1K;position=6, found '1K', expected a whole number",
                "port=1234567890123;position=6, found '1234567890123', expected a whole number",
                "idle>60;position=6, found '60', expected a time, such as 250ms",
                "out>60s;position=5, found '60s', expected a size",
                "name<a;position=6, found 'a', text is compared by = and != alone",
                "name='a;position=6, found ''a', expected a closing '",
                "port=1 port=2;position=8, found 'port=2', expected 'and', 'or' or the end",
                "port=1 and;position=11, found the end, expected a word",
                "(port=1;position=8, found the end, expected ')', 'and' or 'or'",
                "port=1);position=7, found ')', expected 'and', 'or' or the end",
                "();position=2, found ')', expected a word",
                "not;position=4, found the end, expected a word",
                "port=1 && idle>1s;position=8, found '&& idle>1s', expected 'and', 'or' or the end",
            })
    void errorsNameTheirPosition(String text, String message) {
        assertThatThrownBy(() -> parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("where: ")
                .hasMessageContaining(message);
    }

    @Test
    void textsAreBounded() {
        String longest = "port=1" + " ".repeat(Filter.MOST_CHARS - 6);
        assertThat(parse(longest).test(ROW)).isFalse();
        assertThatThrownBy(() -> parse(longest + " ")).hasMessageContaining("characters=1025 > limit=1024");
        assertThatThrownBy(() -> parse("\u001b[31m" + "x".repeat(100)))
                .hasMessageNotContaining("\u001b")
                .extracting(failure -> failure.getMessage().length())
                .matches(length -> (int) length < 150);
    }

    @Test
    void depthIsBounded() {
        String deepest = "(".repeat(Filter.MOST_DEPTH - 1) + "port=8192" + ")".repeat(Filter.MOST_DEPTH - 1);
        assertThat(parse(deepest).test(ROW)).isTrue();
        assertThatThrownBy(() -> parse("(" + deepest + ")")).hasMessageContaining("depth > limit=32");
        assertThatThrownBy(() -> parse("not ".repeat(200) + "port=1")).hasMessageContaining("depth > limit=32");
        assertThat(parse("(port=1) or ".repeat(80) + "port=8192").test(ROW)).isTrue();
    }

    @Test
    void garbageIsRefusedOrRead() {
        Random random = new Random(Seed.given());
        String[] parts = {
            "port", "=", "8192", "(", ")", "and", "or", "not", " ", "'", "\"", "idle", ">", "60s", "*", "\n", "\u00e9"
        };
        for (int round = 0; round < 20_000; round++) {
            StringBuilder text = new StringBuilder();
            for (int i = random.nextInt(12); i >= 0; i--) {
                text.append(parts[random.nextInt(parts.length)]);
            }
            try {
                parse(text.toString()).test(ROW);
            } catch (IllegalArgumentException refused) {
                assertThat(refused).hasMessageStartingWith("where: position=");
            }
        }
    }
}
