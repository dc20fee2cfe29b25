package io.tellask.cli.terminal;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads an option that is a time: {@code 250ms}, {@code 5s}, {@code 10m}, {@code 2h}, {@code 1d}. Stateless. */
public final class DurationConverter implements ITypeConverter<Duration> {
    /** The milliseconds of each unit; the longer name of two that end alike comes first. */
    private static final Map<String, Long> UNITS = units();

    private static final int MOST_DIGITS = 9;

    private static Map<String, Long> units() {
        Map<String, Long> units = new LinkedHashMap<>();
        units.put("ms", 1L);
        units.put("s", 1_000L);
        units.put("m", 60_000L);
        units.put("h", 3_600_000L);
        units.put("d", 86_400_000L);
        return units;
    }

    @Override
    public Duration convert(String text) {
        for (Map.Entry<String, Long> unit : UNITS.entrySet()) {
            String digits = text.endsWith(unit.getKey())
                    ? text.substring(0, text.length() - unit.getKey().length())
                    : "";
            if (!digits.isEmpty()
                    && digits.length() <= MOST_DIGITS
                    && digits.chars().allMatch(each -> '0' <= each && each <= '9')) {
                return Duration.ofMillis(Long.parseLong(digits) * unit.getValue());
            }
        }
        throw new TypeConversionException("'" + text + "' is no time; write it as 250ms, 5s, 10m, 2h or 1d");
    }
}
