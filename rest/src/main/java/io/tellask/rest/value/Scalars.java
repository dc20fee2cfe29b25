package io.tellask.rest.value;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.Period;
import java.time.ZonedDateTime;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Values that are one JSON value, in the forms of {@code docs/CODEC_TEXT.md}. Stateless. */
final class Scalars {
    private static final long MOST_SAFE = (1L << 53) - 1;
    private static final Map<Class<?>, Form> FORMS = new HashMap<>();

    static {
        FORMS.put(String.class, (value, out) -> out.string((String) value));
        FORMS.put(Boolean.class, (value, out) -> out.ascii(value.toString()));
        FORMS.put(Integer.class, (value, out) -> out.ascii(value.toString()));
        FORMS.put(Short.class, (value, out) -> out.ascii(value.toString()));
        FORMS.put(Byte.class, (value, out) -> out.ascii(value.toString()));
        FORMS.put(Long.class, (value, out) -> integer((Long) value, out));
        FORMS.put(Double.class, (value, out) -> real((Double) value, value.toString(), out));
        FORMS.put(Float.class, (value, out) -> real((Float) value, value.toString(), out));
        FORMS.put(byte[].class, (value, out) -> quoted(Base64.getEncoder().encodeToString((byte[]) value), out));
        FORMS.put(OptionalInt.class, (value, out) -> {
            OptionalInt optional = (OptionalInt) value;
            out.ascii(optional.isPresent() ? Integer.toString(optional.getAsInt()) : "null");
        });
        FORMS.put(OptionalLong.class, (value, out) -> {
            OptionalLong optional = (OptionalLong) value;
            if (optional.isPresent()) {
                integer(optional.getAsLong(), out);
            } else {
                out.ascii("null");
            }
        });
        FORMS.put(OptionalDouble.class, (value, out) -> {
            OptionalDouble optional = (OptionalDouble) value;
            if (optional.isPresent()) {
                real(optional.getAsDouble(), Double.toString(optional.getAsDouble()), out);
            } else {
                out.ascii("null");
            }
        });
        for (Class<?> plain : new Class<?>[] {
            UUID.class, BigInteger.class, BigDecimal.class, Instant.class, Duration.class, Period.class, LocalDate.class,
            LocalTime.class, LocalDateTime.class, OffsetDateTime.class
        }) {
            FORMS.put(plain, (value, out) -> quoted(value.toString(), out));
        }
        for (Class<?> text : new Class<?>[] {Character.class, URI.class, ZonedDateTime.class}) {
            FORMS.put(text, (value, out) -> out.string(value.toString()));
        }
    }

    private Scalars() {}

    /** Null for a class that is none. */
    static @Nullable Form of(Class<?> type) {
        return FORMS.get(type);
    }

    private static void quoted(String ascii, JsonOutput out) {
        out.ascii('"');
        out.ascii(ascii);
        out.ascii('"');
    }

    /** JavaScript's numbers keep integers up to 2^53 - 1. */
    private static void integer(long value, JsonOutput out) {
        if (value > MOST_SAFE || value < -MOST_SAFE) {
            quoted(Long.toString(value), out);
        } else {
            out.ascii(Long.toString(value));
        }
    }

    private static void real(double value, String text, JsonOutput out) {
        if (Double.isFinite(value)) {
            out.ascii(text);
        } else {
            quoted(text, out);
        }
    }
}
