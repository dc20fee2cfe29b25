package io.tellask.cli.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.test.Seed;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonLineTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "1",
                "1.50",
                "-0.0e7",
                "true",
                "null",
                "\"\"",
                "\"a\\u0041\"",
                "[]",
                "{}",
                "{\"a\":[1,{\"b\": 2 }], \"c\":\"}\"}",
                "\"é𝄞\""
            })
    void keepsTheValueByteForByte(String document) throws MalformedLineException {
        JsonLine line = JsonLine.parse("{ \"key\" : \"k\" , \"value\" : " + document + " }");

        assertThat(new String(line.value(), StandardCharsets.UTF_8)).isEqualTo(document);
        assertThat(JsonLine.parse(line.format()).value()).isEqualTo(line.value());
    }

    @Test
    void takesTheFieldsInAnyOrder() throws MalformedLineException {
        JsonLine line = JsonLine.parse("{\"value\":[1,2],\"key\":\"a\\nb\"}");

        assertThat(line.key()).isEqualTo("a\nb".getBytes(StandardCharsets.UTF_8));
        assertThat(line.format()).isEqualTo("{\"key\":\"a\\nb\",\"value\":[1,2]}");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
                    {"key":"k","value":}         | not JSON: column=
                    {"key":"k","value":1         | not JSON: column=
                    {"key":"k"}                  | field missing: name=value
                    {"value":1}                  | field missing: name=key
                    {"key":"k","key":"k"}        | field stands twice: name=key
                    {"key":"k","key64":"aw=="}   | field stands twice: name=key64
                    {"key":"k","value":1,"value":null} | field stands twice: name=value
                    {"key":7,"value":1}          | not a string: field=key
                    {"key":"k","valu":1}         | unknown field: name=valu
                    {"key":"k","value64":"%"}    | not Base64: field=value64
                    {"key":"k","value":1} {}     | something follows the object
                    [1]                          | not a JSON object
                    nonsense                     | not JSON: column=""")
    void saysWhatIsWrongWithALine(String line, String message) {
        assertThatThrownBy(() -> JsonLine.parse(line))
                .isInstanceOf(MalformedLineException.class)
                .hasMessageContaining(message);
    }

    @Test
    void refusesAnEmptyLine() {
        assertThatThrownBy(() -> JsonLine.parse("")).isInstanceOf(MalformedLineException.class);
    }

    @Test
    void carriesAnyBytesThroughAFormattedLine() throws MalformedLineException {
        long seed = Seed.given();
        Random random = new Random(seed);
        for (int round = 0; round < 2_000; round++) {
            byte[] key = new byte[random.nextInt(20)];
            byte[] value = new byte[random.nextInt(20)];
            random.nextBytes(key);
            random.nextBytes(value);
            String line = new JsonLine(key, value).format();

            assertThat(line).as("seed=%d", seed).doesNotContain("\n");
            JsonLine back = JsonLine.parse(line);
            assertThat(back.key()).as("seed=%d", seed).isEqualTo(key);
            assertThat(back.value()).as("seed=%d", seed).isEqualTo(value);
        }
    }

    @Test
    void keepsAValueWithLineBreaksInBase64() throws MalformedLineException {
        byte[] value = "{\n  \"a\": 1\n}".getBytes(StandardCharsets.UTF_8);
        String line = new JsonLine(new byte[] {'k'}, value).format();

        assertThat(line).contains("value64").doesNotContain("\n");
        assertThat(JsonLine.parse(line).value()).isEqualTo(value);
    }
}
