package io.tellask.codec.builtin;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.codec.Codec;
import io.tellask.codec.JdkOracle;
import io.tellask.codec.RoundTrips;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.Month;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.chrono.HijrahChronology;
import java.time.chrono.HijrahDate;
import java.time.chrono.HijrahEra;
import java.time.chrono.IsoChronology;
import java.time.chrono.IsoEra;
import java.time.chrono.JapaneseChronology;
import java.time.chrono.JapaneseDate;
import java.time.chrono.JapaneseEra;
import java.time.chrono.MinguoChronology;
import java.time.chrono.MinguoDate;
import java.time.chrono.MinguoEra;
import java.time.chrono.ThaiBuddhistChronology;
import java.time.chrono.ThaiBuddhistDate;
import java.time.chrono.ThaiBuddhistEra;
import java.time.format.FormatStyle;
import java.time.format.TextStyle;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;
import java.time.temporal.ValueRange;
import java.time.temporal.WeekFields;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every type of java.time and its calendars comes back as from the JDK's own serialization, without a grant. */
class TimeTest {
    private static final LocalDate DAY = LocalDate.of(2024, 2, 29);
    private static final LocalTime TIME = LocalTime.of(23, 59, 59, 999_999_999);
    private static final ZoneId PARIS = ZoneId.of("Europe/Paris");

    static Stream<Object> times() {
        return Stream.of(
                Instant.EPOCH,
                Instant.MIN,
                Instant.MAX,
                Instant.ofEpochSecond(-1, 1),
                Duration.ZERO,
                Duration.ofSeconds(Long.MIN_VALUE),
                Duration.ofSeconds(Long.MAX_VALUE, 999_999_999),
                Duration.ofNanos(-1),
                Period.ZERO,
                Period.of(-1, Integer.MAX_VALUE, Integer.MIN_VALUE),
                DAY,
                LocalDate.MIN,
                LocalDate.MAX,
                TIME,
                LocalTime.MIN,
                LocalTime.NOON,
                DAY.atTime(TIME),
                LocalDateTime.MIN,
                LocalDateTime.MAX,
                DAY.atTime(TIME).atZone(PARIS),
                ZonedDateTime.ofLocal(LocalDateTime.of(2024, 10, 27, 2, 30), PARIS, ZoneOffset.ofHours(1)),
                ZonedDateTime.ofLocal(LocalDateTime.of(2024, 10, 27, 2, 30), PARIS, ZoneOffset.ofHours(2)),
                DAY.atTime(TIME).atZone(ZoneOffset.UTC),
                DAY.atTime(TIME).atOffset(ZoneOffset.ofHoursMinutesSeconds(-17, -59, -59)),
                OffsetDateTime.MIN,
                OffsetDateTime.MAX,
                OffsetTime.of(TIME, ZoneOffset.MAX),
                OffsetTime.MIN,
                Year.of(Year.MIN_VALUE),
                Year.of(Year.MAX_VALUE),
                YearMonth.of(-1, 12),
                MonthDay.of(2, 29),
                PARIS,
                ZoneId.of("UTC+01:30"),
                ZoneOffset.MIN,
                ZoneOffset.UTC);
    }

    static Stream<Object> calendars() {
        return Stream.of(
                HijrahDate.from(DAY),
                JapaneseDate.from(DAY),
                JapaneseDate.of(JapaneseEra.MEIJI, 10, 1, 1),
                MinguoDate.from(DAY),
                ThaiBuddhistDate.from(DAY),
                HijrahChronology.INSTANCE,
                IsoChronology.INSTANCE,
                JapaneseChronology.INSTANCE,
                MinguoChronology.INSTANCE,
                ThaiBuddhistChronology.INSTANCE,
                HijrahEra.AH,
                IsoEra.BCE,
                JapaneseEra.REIWA,
                MinguoEra.BEFORE_ROC,
                ThaiBuddhistEra.BE,
                JapaneseDate.from(DAY).atTime(TIME),
                HijrahDate.from(DAY).atTime(TIME).atZone(PARIS),
                MinguoChronology.INSTANCE.period(1, 2, 3));
    }

    static Stream<Object> others() {
        return Stream.of(
                DayOfWeek.SUNDAY,
                Month.FEBRUARY,
                ChronoUnit.FOREVER,
                ChronoField.ERA,
                FormatStyle.LONG,
                TextStyle.NARROW_STANDALONE,
                ValueRange.of(1, 2, 3, 4),
                WeekFields.ISO,
                WeekFields.of(DayOfWeek.SATURDAY, 5),
                PARIS.getRules(),
                PARIS.getRules().nextTransition(Instant.EPOCH),
                PARIS.getRules().getTransitionRules().getFirst(),
                Clock.systemUTC(),
                Clock.fixed(Instant.EPOCH, PARIS),
                Clock.offset(Clock.system(PARIS), Duration.ofMinutes(1)),
                Clock.tickMinutes(PARIS),
                new DateTimeException("no such day"));
    }

    @ParameterizedTest
    @MethodSource({"times", "calendars", "others"})
    void comesBackAsFromTheJdk(Object value) {
        Object back = RoundTrips.standalone(Codec.standard(), value);
        Object jdk = JdkOracle.roundTrip(value);

        assertThat(back).hasSameClassAs(jdk);
        if (value instanceof Throwable thrown) {
            assertThat((Throwable) back).hasMessage(thrown.getMessage());
        } else {
            assertThat(back).isEqualTo(jdk).hasToString(jdk.toString());
            assertThat(back.hashCode()).isEqualTo(jdk.hashCode());
            assertThat(back == value || jdk != value)
                    .as("one object where the JDK has one")
                    .isTrue();
        }
    }

    @ParameterizedTest
    @MethodSource({"times", "calendars"})
    void comesBackInAField(Object value) {
        record Holder(Object[] kept) {}
        Object[] kept = RoundTrips.standalone(Codec.standard(), new Holder(new Object[] {value, value}))
                .kept();

        assertThat(kept).containsExactly(value, value);
        assertThat(Codec.standard().copy(value)).isEqualTo(value);
    }
}
