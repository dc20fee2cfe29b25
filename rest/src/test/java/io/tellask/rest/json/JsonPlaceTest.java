package io.tellask.rest.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonPlaceTest {
    private static final String TEXT = "{\"ä\": 1,\n \"list\": [{\"a/b\": 2, \"~\": [3]},\n  4]}";

    @ParameterizedTest
    @CsvSource(textBlock = """
        '',          1, 1
        /ä,          1, 7
        /list,       2, 10
        /list/0,     2, 11
        /list/0/a~1b, 2, 19
        /list/0/~0/0, 2, 28
        /list/1,     3, 3
        """)
    void placeIsThatOfTheValue(String pointer, int line, int column) {
        assertThat(JsonPlace.of(TEXT.getBytes(StandardCharsets.UTF_8), pointer)).isEqualTo(new JsonPlace(line, column));
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
        /missing,      1, 1
        /ä/0,          1, 7
        /list/2,       2, 10
        /list/first,   2, 10
        /list/9999999999, 2, 10
        /list/0/c/d,   2, 11
        """)
    void placeOfWhatIsNotThereIsThatOfTheLastOneOnTheWay(String pointer, int line, int column) {
        assertThat(JsonPlace.of(TEXT.getBytes(StandardCharsets.UTF_8), pointer)).isEqualTo(new JsonPlace(line, column));
    }

    @Test
    void malformedTextHasNoPlace() {
        assertThat(JsonPlace.of("{\"a\": [}".getBytes(StandardCharsets.UTF_8), "/a/0"))
                .isNull();
    }
}
