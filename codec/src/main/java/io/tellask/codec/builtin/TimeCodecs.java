package io.tellask.codec.builtin;

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

/** The types of java.time, built from smaller ones: seconds and nanos, days, nanos of the day, zone ids. */
final class TimeCodecs {
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
                        (out, it) -> out.out.writeZigZagInt(it.getValue()),
                        in -> Year.of(in.in.readZigZagInt())),
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
        out.out.writeZigZagLong(value.getEpochSecond());
        out.out.writeVarInt(value.getNano());
    }

    private static Instant readInstant(GraphReader in) {
        long second = in.in.readZigZagLong();
        return Instant.ofEpochSecond(second, in.in.readVarInt());
    }

    private static void writeDuration(GraphWriter out, Duration value) {
        out.out.writeZigZagLong(value.getSeconds());
        out.out.writeVarInt(value.getNano());
    }

    private static Duration readDuration(GraphReader in) {
        long seconds = in.in.readZigZagLong();
        return Duration.ofSeconds(seconds, in.in.readVarInt());
    }

    private static void writeDate(GraphWriter out, LocalDate value) {
        out.out.writeZigZagLong(value.toEpochDay());
    }

    private static LocalDate readDate(GraphReader in) {
        return LocalDate.ofEpochDay(in.in.readZigZagLong());
    }

    /** Trailing zero nanoseconds are usual: the nanos of the day travel as seconds and nanos. */
    private static void writeTime(GraphWriter out, LocalTime value) {
        out.out.writeVarInt(value.toSecondOfDay());
        out.out.writeVarInt(value.getNano());
    }

    private static LocalTime readTime(GraphReader in) {
        LocalTime seconds = LocalTime.ofSecondOfDay(in.in.readVarInt());
        return seconds.withNano(in.in.readVarInt());
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
        out.out.writeZigZagInt(value.getTotalSeconds());
    }

    private static ZoneOffset readOffset(GraphReader in) {
        return ZoneOffset.ofTotalSeconds(in.in.readZigZagInt());
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
        out.out.writeZigZagInt(value.getYears());
        out.out.writeZigZagInt(value.getMonths());
        out.out.writeZigZagInt(value.getDays());
    }

    private static Period readPeriod(GraphReader in) {
        return Period.of(in.in.readZigZagInt(), in.in.readZigZagInt(), in.in.readZigZagInt());
    }

    private static void writeYearMonth(GraphWriter out, YearMonth value) {
        out.out.writeZigZagInt(value.getYear());
        out.out.writeByte(value.getMonthValue());
    }

    private static YearMonth readYearMonth(GraphReader in) {
        return YearMonth.of(in.in.readZigZagInt(), in.in.readByte());
    }

    private static void writeMonthDay(GraphWriter out, MonthDay value) {
        out.out.writeByte(value.getMonthValue());
        out.out.writeByte(value.getDayOfMonth());
    }

    private static MonthDay readMonthDay(GraphReader in) {
        return MonthDay.of(in.in.readByte(), in.in.readByte());
    }
}
