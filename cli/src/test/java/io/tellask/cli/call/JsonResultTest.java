package io.tellask.cli.call;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tellask.cli.terminal.CommandFailure;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonResultTest {
    private static String line(String text) {
        return JsonResult.line(text.getBytes(UTF_8));
    }

    @Test
    void valuesStayAsTheyAre() {
        assertThat(line("{\"a\":[1,-2.5e999,\"b\\n\",null,true]}"))
                .isEqualTo("{\"a\":[1,-2.5e999,\"b\\n\",null,true]}");
        assertThat(line("3")).isEqualTo("3");
    }

    @Test
    void lineBreaksBetweenTokensBecomeBlanks() {
        assertThat(line("{\r\n\"a\":\n1}\n")).isEqualTo("{  \"a\": 1} ");
    }

    @Test
    void deepAndLongValuesAreTaken() {
        String deep = "[".repeat(100_000) + "]".repeat(100_000);
        assertThat(line(deep)).isEqualTo(deep);
        String digits = "7".repeat(10_000);
        assertThat(line(digits)).isEqualTo(digits);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"a", "\u001b[31m", "1\n2", "[1]]", "", " ", "[\"a\nb\"]", "NaN"})
    void whatIsNoJsonIsRefused(String text) {
        assertThatExceptionOfType(CommandFailure.class)
                .isThrownBy(() -> line(text))
                .withMessageStartingWith("result is no JSON: ")
                .withMessageEndingWith("; check the server");
    }
}
