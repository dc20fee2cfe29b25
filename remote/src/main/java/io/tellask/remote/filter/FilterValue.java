package io.tellask.remote.filter;

import io.tellask.remote.filter.FilterField.Kind;
import java.util.Map;

/** Numbers with units, as filters write them. Stateless. */
final class FilterValue {
    /** The value of a text that is none. */
    static final long NONE = -1;

    private static final int MOST_DIGITS = 12;
    private static final Map<String, Long> SIZES = Map.of("", 1L, "K", 1L << 10, "M", 1L << 20, "G", 1L << 30);
    private static final Map<String, Long> TIMES =
            Map.of("ms", 1L, "s", 1_000L, "m", 60_000L, "h", 3_600_000L, "d", 86_400_000L);

    private FilterValue() {}

    /** The number, bytes or milliseconds; {@link #NONE} if the text is not of that kind. At most 12 digits, so that none overflows. */
    static long parse(Kind kind, String text) {
        int digits = 0;
        while (digits < text.length() && '0' <= text.charAt(digits) && text.charAt(digits) <= '9') {
            digits++;
        }
        Long unit = units(kind).get(text.substring(digits));
        return digits == 0 || digits > MOST_DIGITS || unit == null
                ? NONE
                : Long.parseLong(text.substring(0, digits)) * unit;
    }

    private static Map<String, Long> units(Kind kind) {
        return switch (kind) {
            case SIZE -> SIZES;
            case TIME -> TIMES;
            case NUMBER, TEXT -> Map.of("", 1L);
        };
    }
}
