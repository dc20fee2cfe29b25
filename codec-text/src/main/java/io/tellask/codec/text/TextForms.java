package io.tellask.codec.text;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Currency;
import java.util.Date;
import java.util.HashMap;
import java.util.IllformedLocaleException;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The values of the JDK that have a text of their own, dates and times in their ISO form. */
final class TextForms {
    private static final Map<Class<?>, Form<?>> FORMS = new HashMap<>();

    static {
        add(UUID.class, UUID::toString, TextForms::uuid);
        add(URI.class, URI::toString, URI::create);
        add(Locale.class, Locale::toLanguageTag, TextForms::locale);
        add(Currency.class, Currency::getCurrencyCode, Currency::getInstance);
        add(Instant.class, Instant::toString, Instant::parse);
        add(Date.class, date -> Instant.ofEpochMilli(date.getTime()).toString(), TextForms::date);
        add(Duration.class, Duration::toString, Duration::parse);
        add(Period.class, Period::toString, Period::parse);
        add(LocalDate.class, LocalDate::toString, LocalDate::parse);
        add(LocalTime.class, LocalTime::toString, LocalTime::parse);
        add(LocalDateTime.class, LocalDateTime::toString, LocalDateTime::parse);
        add(ZonedDateTime.class, ZonedDateTime::toString, ZonedDateTime::parse);
        add(OffsetDateTime.class, OffsetDateTime::toString, OffsetDateTime::parse);
        add(OffsetTime.class, OffsetTime::toString, OffsetTime::parse);
        add(Year.class, TextForms::year, Year::parse);
        add(YearMonth.class, YearMonth::toString, YearMonth::parse);
        add(MonthDay.class, MonthDay::toString, MonthDay::parse);
        add(ZoneOffset.class, ZoneOffset::getId, ZoneOffset::of);
        add(ZoneId.class, ZoneId::getId, ZoneId::of);
        addAs(ZoneId.of("Europe/Paris").getClass(), ZoneId.class);
        add(BigInteger.class, BigInteger::toString, Numbers::bigInteger);
        add(BigDecimal.class, BigDecimal::toString, Numbers::bigDecimal);
        add(StringBuilder.class, StringBuilder::toString, StringBuilder::new);
        add(char[].class, String::new, String::toCharArray);
    }

    private TextForms() {}

    private static <T> void add(Class<T> type, Function<T, String> writer, Function<String, T> reader) {
        FORMS.put(type, new Form<>(writer, reader));
    }

    private static void addAs(Class<?> type, Class<?> other) {
        FORMS.put(type, FORMS.get(other));
    }

    static boolean exists(Class<?> type) {
        return FORMS.containsKey(type);
    }

    /** The text that reads back as an equal value, or null where there is none. */
    @SuppressWarnings("unchecked")
    static @Nullable String write(Object value) {
        Form<Object> form = (Form<Object>) FORMS.get(value.getClass());
        if (form == null || Numbers.isHuge(value)) {
            return null;
        }
        String text = form.writer.apply(value);
        return isExact(value) || isEqual(value, form, text) ? text : null;
    }

    /** Types whose text always reads back. */
    private static boolean isExact(Object value) {
        return value instanceof UUID
                || value instanceof Instant
                || value instanceof BigInteger
                || value instanceof BigDecimal
                || value instanceof StringBuilder
                || value instanceof char[];
    }

    private static boolean isEqual(Object value, Form<Object> form, String text) {
        try {
            return form.reader.apply(text).equals(value);
        } catch (RuntimeException e) { // each parser of the JDK has its own for a text that it does not read
            return false;
        }
    }

    /** Reads the text of a type that {@linkplain #exists has one}; an unchecked exception where it is malformed. */
    static Object read(Class<?> type, String text) {
        Form<?> form = FORMS.get(type);
        if (form == null) {
            throw new IllegalArgumentException("class=" + type.getTypeName() + " has no text");
        }
        return form.reader.apply(text);
    }

    /** {@link UUID#fromString} takes short forms as well. */
    private static UUID uuid(String text) {
        UUID uuid = UUID.fromString(text);
        if (text.length() != uuid.toString().length()) {
            throw new IllegalArgumentException("a UUID has 36 characters");
        }
        return uuid;
    }

    private static Locale locale(String tag) {
        try {
            return new Locale.Builder().setLanguageTag(tag).build();
        } catch (IllformedLocaleException e) {
            throw new IllegalArgumentException("malformed language tag", e);
        }
    }

    private static Date date(String text) {
        return new Date(Instant.parse(text).toEpochMilli());
    }

    /** Years beyond four digits have a sign. */
    private static String year(Year year) {
        return year.getValue() > 9_999 || year.getValue() < 0
                ? YearMonth.of(year.getValue(), 1).toString().replaceFirst("-01$", "")
                : String.format(Locale.ROOT, "%04d", year.getValue());
    }

    private record Form<T>(Function<T, String> writer, Function<String, T> reader) {}
}
