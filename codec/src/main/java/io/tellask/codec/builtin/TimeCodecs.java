package io.tellask.codec.builtin;

import io.tellask.codec.bytes.Varints;
import io.tellask.codec.graph.FormNumbers;
import io.tellask.codec.graph.GraphReader;
import io.tellask.codec.graph.GraphWriter;
import io.tellask.codec.graph.HeadNumbers;
import io.tellask.codec.graph.TypeCodec;
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
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The types of java.time, built from smaller ones: seconds and nanos, days, nanos of the day, zone ids. */
final class TimeCodecs {
    private static final int NANO_BITS = 30;
    private static final int SECOND_BITS = Long.SIZE - 1 - NANO_BITS;
    private static final int DAY_BITS = 5;

    /** Of month and day. */
    private static final int DATE_BITS = 9;

    private static final int YEAR_BITS = Integer.SIZE - 1 - DATE_BITS;

    /** In the place of a number that has not the bits for what is written. */
    private static final long FAR = Long.MIN_VALUE;

    private static final int FAR_YEAR = Integer.MIN_VALUE;

    private TimeCodecs() {}

    static void addTo(BuiltIns.Registry registry) {
        registry.add(
                value(Instant.class, 70, TimeCodecs::writeInstant, TimeCodecs::readInstant),
                value(Duration.class, 71, TimeCodecs::writeDuration, TimeCodecs::readDuration),
                value(LocalDate.class, 72, TimeCodecs::writeDate, TimeCodecs::readDate),
                value(LocalTime.class, 73, TimeCodecs::writeTime, TimeCodecs::readTime),
                value(LocalDateTime.class, 74, TimeCodecs::writeDateTime, TimeCodecs::readDateTime),
                value(ZonedDateTime.class, 75, TimeCodecs::writeZoned, TimeCodecs::readZoned),
                value(OffsetDateTime.class, 76, TimeCodecs::writeOffsetDateTime, TimeCodecs::readOffsetDateTime),
                value(Period.class, 78, TimeCodecs::writePeriod, TimeCodecs::readPeriod),
                value(
                        OffsetTime.class,
                        HeadNumbers.extended(24),
                        TimeCodecs::writeOffsetTime,
                        TimeCodecs::readOffsetTime),
                value(
                        Year.class,
                        HeadNumbers.extended(25),
                        (out, it) -> FormNumbers.writeInt(out, it.getValue()),
                        in -> Year.of(FormNumbers.readInt(in))),
                value(YearMonth.class, HeadNumbers.extended(26), TimeCodecs::writeYearMonth, TimeCodecs::readYearMonth),
                value(MonthDay.class, HeadNumbers.extended(27), TimeCodecs::writeMonthDay, TimeCodecs::readMonthDay));
        registry.add(
                List.of(new BuiltInCodec<ZoneId>(ZoneOffset.class, 77, TimeCodecs::writeZone, TimeCodecs::readZone)),
                List.of(ZoneId.of("Europe/Paris").getClass(), ZoneId.class));
    }

    private static <T> TypeCodec value(
            Class<T> type, int head, BiConsumer<GraphWriter, T> writer, Function<GraphReader, T> reader) {
        return new BuiltInCodec<>(type, head, writer, reader);
    }

    private static void writeInstant(GraphWriter out, Instant value) {
        writeSeconds(out, value.getEpochSecond(), value.getNano());
    }

    private static Instant readInstant(GraphReader in) {
        return in.wide
                ? readSeconds(in, Instant::ofEpochSecond)
                : Instant.ofEpochSecond(in.in.readZigZagLong(), in.in.readVarInt());
    }

    private static void writeDuration(GraphWriter out, Duration value) {
        writeSeconds(out, value.getSeconds(), value.getNano());
    }

    private static Duration readDuration(GraphReader in) {
        return in.wide
                ? readSeconds(in, Duration::ofSeconds)
                : Duration.ofSeconds(in.in.readZigZagLong(), in.in.readVarInt());
    }

    /** In the wide form one number, for some 272 years around zero; else a number that is none of these comes first. */
    private static void writeSeconds(GraphWriter out, long seconds, int nanos) {
        if (!out.isWide()) {
            out.out.writeZigZagLong(seconds);
            out.out.writeVarInt(nanos);
        } else if (seconds > -1L << SECOND_BITS && seconds < 1L << SECOND_BITS) {
            out.out.writeInt64(seconds << NANO_BITS | nanos);
        } else {
            out.out.writeInt64(FAR);
            out.out.writeInt64(seconds);
            out.out.writeInt32(nanos);
        }
    }

    private static <T> T readSeconds(GraphReader in, OfSeconds<T> maker) {
        long packed = in.in.readInt64();
        if (packed == FAR) {
            long seconds = in.in.readInt64();
            return maker.make(seconds, in.in.readInt32());
        }
        return maker.make(packed >> NANO_BITS, packed & (1L << NANO_BITS) - 1);
    }

    /** Makes a time of seconds and nanoseconds. */
    private interface OfSeconds<T> {
        T make(long seconds, long nanos);
    }

    static boolean putInstant(GraphWriter out, Object value, byte[] array, int at) {
        Instant instant = (Instant) value;
        return putSeconds(array, at, instant.getEpochSecond(), instant.getNano());
    }

    static boolean putDuration(GraphWriter out, Object value, byte[] array, int at) {
        Duration duration = (Duration) value;
        return putSeconds(array, at, duration.getSeconds(), duration.getNano());
    }

    private static boolean putSeconds(byte[] array, int at, long seconds, int nanos) {
        Varints.putInt64(array, at, seconds << NANO_BITS | nanos);
        return seconds > -1L << SECOND_BITS && seconds < 1L << SECOND_BITS;
    }

    static @Nullable Instant takeInstant(GraphReader in, byte[] array, int at) {
        long packed = Varints.int64(array, at);
        return packed == FAR ? null : Instant.ofEpochSecond(packed >> NANO_BITS, packed & (1L << NANO_BITS) - 1);
    }

    static @Nullable Duration takeDuration(GraphReader in, byte[] array, int at) {
        long packed = Varints.int64(array, at);
        return packed == FAR ? null : Duration.ofSeconds(packed >> NANO_BITS, packed & (1L << NANO_BITS) - 1);
    }

    static boolean putDate(GraphWriter out, Object value, byte[] array, int at) {
        LocalDate date = (LocalDate) value;
        int year = date.getYear();
        Varints.putInt32(array, at, year << DATE_BITS | date.getMonthValue() << DAY_BITS | date.getDayOfMonth());
        return year > -1 << YEAR_BITS && year < 1 << YEAR_BITS;
    }

    static @Nullable LocalDate takeDate(GraphReader in, byte[] array, int at) {
        int packed = Varints.int32(array, at);
        return packed == FAR_YEAR ? null : date(packed >> DATE_BITS, packed);
    }

    private static LocalDate date(int year, int packed) {
        return LocalDate.of(year, packed >> DAY_BITS & (1 << DATE_BITS - DAY_BITS) - 1, packed & (1 << DAY_BITS) - 1);
    }

    private static void writeDate(GraphWriter out, LocalDate value) {
        int year = value.getYear();
        if (!out.isWide()) {
            out.out.writeZigZagLong(value.toEpochDay());
        } else if (year > -1 << YEAR_BITS && year < 1 << YEAR_BITS) {
            out.out.writeInt32(year << DATE_BITS | value.getMonthValue() << DAY_BITS | value.getDayOfMonth());
        } else {
            out.out.writeInt32(FAR_YEAR);
            out.out.writeInt32(year);
            out.out.writeInt16(value.getMonthValue() << DAY_BITS | value.getDayOfMonth());
        }
    }

    private static LocalDate readDate(GraphReader in) {
        if (!in.wide) {
            return LocalDate.ofEpochDay(in.in.readZigZagLong());
        }
        int packed = in.in.readInt32();
        int year = packed >> DATE_BITS;
        if (packed == FAR_YEAR) {
            year = in.in.readInt32();
            packed = in.in.readInt16();
        }
        return date(year, packed);
    }

    /** Trailing zero nanoseconds are usual: the nanos of the day travel as seconds and nanos. */
    private static void writeTime(GraphWriter out, LocalTime value) {
        FormNumbers.writeUnsigned(out, value.toSecondOfDay());
        FormNumbers.writeUnsigned(out, value.getNano());
    }

    private static LocalTime readTime(GraphReader in) {
        LocalTime seconds = LocalTime.ofSecondOfDay(FormNumbers.readUnsigned(in));
        return seconds.withNano(FormNumbers.readUnsigned(in));
    }

    private static void writeDateTime(GraphWriter out, LocalDateTime value) {
        writeDate(out, value.toLocalDate());
        writeTime(out, value.toLocalTime());
    }

    private static LocalDateTime readDateTime(GraphReader in) {
        LocalDate date = readDate(in);
        return LocalDateTime.of(date, readTime(in));
    }

    private static void writeZone(GraphWriter out, ZoneId value) {
        out.out.writeUtf8(value.getId());
    }

    private static ZoneId readZone(GraphReader in) {
        return ValueCodecs.parsed(in, ZoneId.class, ZoneId::of);
    }

    private static void writeOffset(GraphWriter out, ZoneOffset value) {
        FormNumbers.writeInt(out, value.getTotalSeconds());
    }

    private static ZoneOffset readOffset(GraphReader in) {
        return ZoneOffset.ofTotalSeconds(FormNumbers.readInt(in));
    }

    private static void writeZoned(GraphWriter out, ZonedDateTime value) {
        writeDateTime(out, value.toLocalDateTime());
        writeOffset(out, value.getOffset());
        writeZone(out, value.getZone());
    }

    private static ZonedDateTime readZoned(GraphReader in) {
        LocalDateTime local = readDateTime(in);
        ZoneOffset offset = readOffset(in);
        return ZonedDateTime.ofInstant(local, offset, readZone(in));
    }

    private static void writeOffsetDateTime(GraphWriter out, OffsetDateTime value) {
        writeDateTime(out, value.toLocalDateTime());
        writeOffset(out, value.getOffset());
    }

    private static OffsetDateTime readOffsetDateTime(GraphReader in) {
        LocalDateTime local = readDateTime(in);
        return OffsetDateTime.of(local, readOffset(in));
    }

    private static void writeOffsetTime(GraphWriter out, OffsetTime value) {
        writeTime(out, value.toLocalTime());
        writeOffset(out, value.getOffset());
    }

    private static OffsetTime readOffsetTime(GraphReader in) {
        LocalTime time = readTime(in);
        return OffsetTime.of(time, readOffset(in));
    }

    private static void writePeriod(GraphWriter out, Period value) {
        FormNumbers.writeInt(out, value.getYears());
        FormNumbers.writeInt(out, value.getMonths());
        FormNumbers.writeInt(out, value.getDays());
    }

    private static Period readPeriod(GraphReader in) {
        return Period.of(FormNumbers.readInt(in), FormNumbers.readInt(in), FormNumbers.readInt(in));
    }

    private static void writeYearMonth(GraphWriter out, YearMonth value) {
        FormNumbers.writeInt(out, value.getYear());
        out.out.writeByte(value.getMonthValue());
    }

    private static YearMonth readYearMonth(GraphReader in) {
        return YearMonth.of(FormNumbers.readInt(in), in.in.readByte());
    }

    private static void writeMonthDay(GraphWriter out, MonthDay value) {
        out.out.writeByte(value.getMonthValue());
        out.out.writeByte(value.getDayOfMonth());
    }

    private static MonthDay readMonthDay(GraphReader in) {
        return MonthDay.of(in.in.readByte(), in.in.readByte());
    }
}
