package io.tellask.codec.hooks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.codec.Codec;
import io.tellask.codec.EncodeException;
import io.tellask.codec.JdkOracle;
import io.tellask.codec.RoundTrips;
import java.io.Serializable;
import java.math.MathContext;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URL;
import java.text.ChoiceFormat;
import java.text.DateFormatSymbols;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.text.MessageFormat;
import java.text.NumberFormat;
import java.text.ParseException;
import java.text.SimpleDateFormat;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.chrono.HijrahDate;
import java.time.chrono.JapaneseDate;
import java.time.chrono.JapaneseEra;
import java.time.chrono.MinguoDate;
import java.time.chrono.ThaiBuddhistDate;
import java.time.format.DateTimeParseException;
import java.time.temporal.ValueRange;
import java.time.temporal.WeekFields;
import java.util.ArrayList;
import java.util.Calendar;
import java.util.GregorianCalendar;
import java.util.List;
import java.util.Locale;
import java.util.MissingResourceException;
import java.util.Properties;
import java.util.Random;
import java.util.SimpleTimeZone;
import java.util.Stack;
import java.util.TimeZone;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Classes of the JDK that are not built in travel in the form that they have in Java serialization. */
public class JdkFormsTest {
    public static Stream<Object> harmless() throws Exception {
        return Stream.of(texts(), times(), queues(), numbers(), net()).flatMap(List::stream);
    }

    private static List<Object> texts() {
        return List.of(
                new SimpleDateFormat("yyyy-MM-dd", Locale.GERMANY),
                new DecimalFormat("#,##0.00", DecimalFormatSymbols.getInstance(Locale.FRANCE)),
                NumberFormat.getCompactNumberInstance(Locale.UK, NumberFormat.Style.LONG),
                new ChoiceFormat("0#none|1#one"),
                new MessageFormat("{0,number,#.#} at {1,date,yyyy}", Locale.UK),
                DateFormatSymbols.getInstance(Locale.JAPAN),
                DecimalFormatSymbols.getInstance(Locale.CANADA),
                new StringBuffer("text"));
    }

    private static List<Object> times() {
        return List.of(
                new GregorianCalendar(TimeZone.getTimeZone("Europe/Berlin"), Locale.GERMANY),
                Calendar.getInstance(TimeZone.getTimeZone("Asia/Tokyo"), Locale.JAPAN),
                new SimpleTimeZone(3_600_000, "home", 2, -1, 1, 7_200_000, 9, -1, 1, 7_200_000),
                JapaneseDate.of(2024, 2, 29),
                HijrahDate.now(),
                MinguoDate.of(113, 1, 1),
                ThaiBuddhistDate.of(2567, 1, 1),
                JapaneseEra.REIWA,
                WeekFields.of(Locale.US),
                ValueRange.of(1, 28, 31),
                ZoneId.of("Europe/Paris").getRules(),
                ZoneId.of("Europe/Paris")
                        .getRules()
                        .getTransition(LocalDate.of(2024, 3, 31).atTime(LocalTime.of(2, 30))));
    }

    private static List<Object> queues() {
        Properties properties = new Properties(new Properties());
        properties.setProperty("key", "value");
        Stack<String> stack = new Stack<>();
        stack.push("a");
        ArrayBlockingQueue<String> bounded = new ArrayBlockingQueue<>(5, false, List.of("a", "b"));
        PriorityBlockingQueue<Integer> ordered = new PriorityBlockingQueue<>(List.of(3, 1, 2));
        ConcurrentHashMap.KeySetView<String, Boolean> keys = ConcurrentHashMap.newKeySet();
        keys.add("k");
        return List.of(
                properties,
                stack,
                bounded,
                ordered,
                keys,
                new LinkedBlockingQueue<>(List.of("a", "b")),
                new LinkedBlockingDeque<>(List.of("a", "b")),
                new LinkedTransferQueue<>(List.of("a", "b")),
                new ConcurrentLinkedDeque<>(List.of("a", "b")));
    }

    private static List<Object> numbers() {
        LongAdder longs = new LongAdder();
        longs.add(7);
        DoubleAdder doubles = new DoubleAdder();
        doubles.add(1.5);
        return List.of(
                new Random(42),
                MathContext.DECIMAL64,
                new AtomicIntegerArray(new int[] {1, 2}),
                new AtomicLongArray(new long[] {1, 2}),
                new AtomicReferenceArray<>(new String[] {"a", "b"}),
                longs,
                doubles,
                new Semaphore(3),
                new ReentrantLock(true),
                new ReentrantReadWriteLock(),
                new StampedLock());
    }

    private static List<Object> net() throws Exception {
        return List.of(
                InetAddress.getByAddress("host", new byte[] {10, 0, 0, 1}),
                InetAddress.getByAddress("six", new byte[16]),
                new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), 80),
                InetSocketAddress.createUnresolved("example.org", 443));
    }

    /** The declared type lets in the class and what its form consists of, and nothing else. */
    @ParameterizedTest
    @MethodSource("harmless")
    void declaredTypeOfTheJdkComesBackAsInTheJdk(Object value) throws Exception {
        Codec codec = Codec.standard();

        Object back = codec.decode(codec.encode(value), value.getClass());

        assertThat(back).hasSameClassAs(value);
        assertThat(form(back)).isEqualTo(form(value));
        Object[] shared = {back, back};
        Codec granted = Codec.builder().allow(value.getClass()).build();
        Object[] both = granted.decode(granted.encode(shared), Object[].class);
        assertThat(both[0]).isSameAs(both[1]);
    }

    private static byte[] form(Object value) throws Exception {
        return JdkOracle.write(JdkOracle.roundTrip(value));
    }

    public static Stream<Throwable> exceptions() {
        return Stream.of(
                new DateTimeParseException("no date", "2024-13-01", 5),
                new ArrayIndexOutOfBoundsException(7),
                new ParseException("unexpected", 3),
                new PatternSyntaxException("dangling", "*", 0),
                new MissingResourceException("missing", "Bundle", "key"),
                new java.net.URISyntaxException("a b", "blank", 1),
                new java.nio.file.NoSuchFileException("a", "b", "gone"),
                new java.nio.charset.MalformedInputException(2),
                new ClassNotFoundException("gone", new Error("why")),
                new java.lang.reflect.InvocationTargetException(new Error("target"), "outer"),
                new java.util.UnknownFormatConversionException("q"));
    }

    @ParameterizedTest
    @MethodSource("exceptions")
    void exceptionOfTheJdkKeepsItsOwnState(Throwable value) throws Exception {
        value.addSuppressed(new IllegalStateException("beside"));

        Throwable back = RoundTrips.standalone(Codec.standard(), value);

        assertThat(back.getStackTrace()).isEqualTo(value.getStackTrace());
        for (Throwable each : List.of(back, value)) {
            each.setStackTrace(new StackTraceElement[0]);
            each.getSuppressed()[0].setStackTrace(new StackTraceElement[0]);
            if (each.getCause() != null) {
                each.getCause().setStackTrace(new StackTraceElement[0]);
            }
        }
        assertThat(form(back)).isEqualTo(form(value));
    }

    @Test
    void stackTraceOfAnExceptionWithStateStaysHere() {
        DateTimeParseException value = new DateTimeParseException("no date", "x", 5);

        DateTimeParseException back = RoundTrips.session(Codec.standard(), value, DateTimeParseException.class);

        assertThat(back.getErrorIndex()).isEqualTo(5);
        assertThat(back.getStackTrace()).isEmpty();
    }

    record Meeting(Calendar start, TimeZone zone, NumberFormat price, InetSocketAddress place, Random random) {}

    @Test
    void fieldsLetInWhatTheyName() throws Exception {
        Meeting meeting = new Meeting(
                new GregorianCalendar(2024, Calendar.MARCH, 1),
                TimeZone.getTimeZone("UTC"),
                new DecimalFormat("0.00"),
                InetSocketAddress.createUnresolved("a", 1),
                new Random(1));

        Meeting back = RoundTrips.standalone(Codec.standard(), meeting);

        assertThat(back.start()).isEqualTo(meeting.start());
        assertThat(back.zone()).isEqualTo(meeting.zone());
        assertThat(back.price()).isEqualTo(meeting.price());
        assertThat(back.place()).isEqualTo(meeting.place());
        assertThat(back.random().nextInt()).isEqualTo(meeting.random().nextInt());
    }

    @Test
    void otherClassesOfTheJdkNeedAGrantOfTheirOwn() throws Exception {
        URL url = URI.create("http://example.org/").toURL();
        Codec granting = Codec.builder().allow(URL.class).build();

        for (Codec refusing :
                List.of(Codec.standard(), Codec.builder().allowTree("javax").build())) {
            assertThatThrownBy(() -> refusing.encode(url)).hasMessageContaining("class=java.net.URL is not granted");
            byte[] bytes = granting.encode(url);
            assertThatThrownBy(() -> refusing.decode(bytes, URL.class))
                    .hasMessageContaining("class=java.net.URL is not granted");
        }
        assertThat(RoundTrips.standalone(granting, url).toExternalForm()).isEqualTo("http://example.org/");
    }

    @Test
    void harmlessClassNeedsNoGrantWhereNothingNamesIt() {
        Random random = new Random(7);

        List<Object> back = RoundTrips.standalone(Codec.standard(), new ArrayList<>(List.of(random)));

        assertThat(((Random) back.get(0)).nextLong()).isEqualTo(random.nextLong());
    }

    static class Worker extends Thread implements Serializable {}

    static class Feed extends java.io.InputStream implements Serializable {
        @Override
        public int read() {
            return -1;
        }
    }

    @Test
    void whatStandsForSomethingOfThisProcessIsRefusedWhole() {
        Codec codec = Codec.builder().allow(Worker.class, Feed.class).build();

        for (Object each : List.of(new Worker(), new Feed(), new Object[] {1, ClassLoader.getSystemClassLoader()})) {
            assertThatThrownBy(() -> codec.encode(each))
                    .isInstanceOf(EncodeException.class)
                    .hasMessageContaining("stands for something of this process");
        }
    }
}
