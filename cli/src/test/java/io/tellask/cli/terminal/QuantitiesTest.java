package io.tellask.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class QuantitiesTest {
    @ParameterizedTest
    @CsvSource({
        "0,0ms",
        "999,999ms",
        "1000,1.0s",
        "59949,59.9s",
        "60000,1m",
        "3599999,59m",
        "3600000,1h",
        "86399999,23h",
        "86400000,1d"
    })
    void timesHaveTheUnitThatFits(long millis, String text) {
        assertThat(Quantities.time(millis)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({"0,0", "1023,1023", "1024,1.0K", "1048576,1.0M", "1610612736,1.5G", "1099511627776,1024.0G"})
    void sizesHaveTheUnitThatFits(long bytes, String text) {
        assertThat(Quantities.size(bytes)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({
        "0,0.0",
        "-1234.56,'-1,234.6'",
        "999999999999999,'999,999,999,999,999.0'",
        "1e15,1.0e+15",
        "-1.7e308,-1.7e+308",
        "NaN,NaN",
        "Infinity,Infinity"
    })
    void hugeNumbersAreShortened(double number, String text) {
        assertThat(Quantities.decimal(number, 1)).isEqualTo(text);
    }

    @Test
    void durationsAreRead() {
        DurationConverter converter = new DurationConverter();

        assertThat(converter.convert("250ms")).isEqualTo(Duration.ofMillis(250));
        assertThat(converter.convert("5s")).isEqualTo(Duration.ofSeconds(5));
        assertThat(converter.convert("10m")).isEqualTo(Duration.ofMinutes(10));
        assertThat(converter.convert("2h")).isEqualTo(Duration.ofHours(2));
        assertThat(converter.convert("1d")).isEqualTo(Duration.ofDays(1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "5", "s", "-1s", "1.5s", "1 s", "1w", "9999999999s", "\u0661s"})
    void otherTextsAreNoTime(String text) {
        assertThatThrownBy(() -> new DurationConverter().convert(text))
                .isInstanceOf(TypeConversionException.class)
                .hasMessageContaining("is no time");
    }
}
