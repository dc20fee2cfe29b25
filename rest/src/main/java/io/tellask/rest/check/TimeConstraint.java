package io.tellask.rest.check;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.Date;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** That a time is before or after the present one, by the clock of this machine. Stateless. */
final class TimeConstraint {
    private static final Map<Class<?>, Supplier<Comparable<?>>> NOW = Map.of(
            Instant.class, Instant::now,
            Date.class, Date::new,
            LocalDate.class, LocalDate::now,
            LocalDateTime.class, LocalDateTime::now,
            OffsetDateTime.class, OffsetDateTime::now,
            ZonedDateTime.class, ZonedDateTime::now);

    private TimeConstraint() {}

    /** Null for types that are not compared with the present. */
    static @Nullable Constraint of(String name, Class<?> type) {
        Supplier<Comparable<?>> now = NOW.get(type);
        if (now == null) {
            return null;
        }
        boolean present = name.endsWith("OrPresent");
        boolean past = name.startsWith("Past");
        String words = "must be in the " + (past ? "past" : "future") + (present ? " or the present" : "");
        return Constraint.of(words, value -> {
            int order = value == null ? 0 : compare(value, now.get());
            return value == null || order == 0 && present || (past ? order < 0 : order > 0);
        });
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // both are of the class that the map names
    private static int compare(Object value, Comparable<?> now) {
        return ((Comparable) value).compareTo(now);
    }
}
