package io.tellask.typescript.shape;

import io.tellask.typescript.shape.TypeExpression.Form;
import io.tellask.typescript.shape.TypeExpression.Scalar;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The types of the JDK whose values have a form of their own in JSON and CBOR, by name; {@code docs/CODEC_TEXT.md} lists them. Stateless. */
final class StandardTypes {
    /** Values that hold no others. */
    static final Map<String, Scalar> SCALARS = new HashMap<>();

    /** What a declared type alone tells the class of, so that a plain list, set or map stands for it; the others are noted. */
    static final Map<String, Form> COLLECTIONS = new HashMap<>();

    static {
        add(Scalar.BOOLEAN, "boolean", "java.lang.Boolean", "java.util.concurrent.atomic.AtomicBoolean");
        add(Scalar.INT, "byte", "short", "int", "java.lang.Byte", "java.lang.Short", "java.lang.Integer");
        add(Scalar.INT, "java.util.concurrent.atomic.AtomicInteger");
        add(Scalar.LONG, "long", "java.lang.Long", "java.util.concurrent.atomic.AtomicLong");
        add(Scalar.FLOAT, "float", "java.lang.Float");
        add(Scalar.DOUBLE, "double", "java.lang.Double");
        add(Scalar.CHAR, "char", "java.lang.Character");
        add(Scalar.STRING, "java.lang.String");
        add(Scalar.BYTES, "java.util.BitSet");
        add(Scalar.BIGINT, "java.math.BigInteger");
        add(Scalar.DECIMAL, "java.math.BigDecimal");
        add(Scalar.TEXT, "java.lang.StringBuilder", "java.util.UUID", "java.net.URI", "java.util.Locale");
        add(Scalar.TEXT, "java.util.Currency", "java.time.ZoneId", "java.time.ZoneOffset");
        add(Scalar.TIME, "java.util.Date", "java.time.Instant", "java.time.Duration", "java.time.Period");
        add(Scalar.TIME, "java.time.LocalDate", "java.time.LocalTime", "java.time.LocalDateTime");
        add(Scalar.TIME, "java.time.ZonedDateTime", "java.time.OffsetDateTime", "java.time.OffsetTime");
        add(Scalar.TIME, "java.time.Year", "java.time.YearMonth", "java.time.MonthDay");
        add(Scalar.NOTHING, "void", "java.lang.Void");
        add(Scalar.ANY, "java.lang.Object", "java.lang.StackTraceElement");
        add(Form.LIST, "Collection", "SequencedCollection", "List", "Queue", "Deque", "AbstractCollection");
        add(Form.LIST, "AbstractList", "ArrayList", "LinkedList", "ArrayDeque", "PriorityQueue", "Vector");
        add(Form.LIST, "concurrent.ConcurrentLinkedQueue", "concurrent.CopyOnWriteArrayList");
        add(Form.LIST, "concurrent.atomic.AtomicReference");
        add(Form.SET, "Set", "SequencedSet", "SortedSet", "NavigableSet", "HashSet", "LinkedHashSet", "TreeSet");
        add(Form.SET, "EnumSet", "concurrent.CopyOnWriteArraySet", "concurrent.ConcurrentSkipListSet");
        add(Form.MAP, "Map", "SequencedMap", "SortedMap", "NavigableMap", "AbstractMap", "HashMap", "LinkedHashMap");
        add(Form.MAP, "TreeMap", "EnumMap", "Hashtable", "concurrent.ConcurrentMap", "concurrent.ConcurrentHashMap");
        add(Form.MAP, "concurrent.ConcurrentNavigableMap", "concurrent.ConcurrentSkipListMap");
        add(Form.OPTIONAL, "Optional");
        COLLECTIONS.put("java.lang.Iterable", Form.LIST);
    }

    /** Optionals of primitives, and what they hold. */
    static final Map<String, Scalar> OPTIONALS = Map.of(
            "java.util.OptionalInt", Scalar.INT,
            "java.util.OptionalLong", Scalar.LONG,
            "java.util.OptionalDouble", Scalar.DOUBLE);

    private static final List<String> BOXES = List.of(
            "java.lang.Boolean",
            "java.lang.Byte",
            "java.lang.Short",
            "java.lang.Integer",
            "java.lang.Long",
            "java.lang.Float",
            "java.lang.Double",
            "java.lang.Character");

    private static final String STREAM =
            "send a List, take a Flow.Publisher as a parameter of its own, or let the method return one";
    private static final String DATA = "send the data it stands for";

    /** What stands for something of its process, and what to send in its place; the most specific first. */
    private static final Map<String, String> OF_A_PROCESS = Map.ofEntries(
            Map.entry("java.util.concurrent.Future", "send the value when it is there, or return a Promise"),
            Map.entry("java.util.concurrent.CompletionStage", "send the value when it is there, or return a Promise"),
            Map.entry("java.util.stream.BaseStream", STREAM),
            Map.entry("java.util.Iterator", STREAM),
            Map.entry("java.util.concurrent.Flow$Publisher", STREAM),
            Map.entry("java.util.concurrent.Flow$Subscriber", STREAM),
            Map.entry("java.util.concurrent.Flow$Subscription", STREAM),
            Map.entry("java.util.concurrent.Executor", "let the actor run what it has to do"),
            Map.entry("java.lang.Thread", DATA),
            Map.entry("java.lang.ThreadGroup", DATA),
            Map.entry("java.lang.ThreadLocal", DATA),
            Map.entry("java.lang.ClassLoader", DATA),
            Map.entry("java.lang.Module", DATA),
            Map.entry("java.lang.Process", DATA),
            Map.entry("java.lang.ref.Reference", DATA),
            Map.entry("java.io.InputStream", DATA),
            Map.entry("java.io.OutputStream", DATA),
            Map.entry("java.io.Reader", DATA),
            Map.entry("java.io.Writer", DATA),
            Map.entry("java.nio.Buffer", DATA),
            Map.entry("java.nio.channels.Channel", DATA),
            Map.entry("java.nio.file.FileSystem", DATA),
            Map.entry("java.util.concurrent.locks.Lock", DATA),
            Map.entry("java.lang.invoke.MethodHandle", DATA),
            Map.entry("java.net.Socket", DATA),
            Map.entry("java.net.ServerSocket", DATA));

    private StandardTypes() {}

    private static void add(Scalar scalar, String... names) {
        for (String name : names) {
            SCALARS.put(name, scalar);
        }
    }

    private static void add(Form form, String... names) {
        for (String name : names) {
            COLLECTIONS.put("java.util." + name, form);
        }
    }

    static @Nullable Scalar scalar(String name) {
        return SCALARS.get(name);
    }

    static boolean isBox(String name) {
        return BOXES.contains(name);
    }

    /** Whether a class belongs to the JDK, told from its name alone, since sources have no class loader. */
    static boolean isJdk(String name) {
        return name.startsWith("java.") || name.startsWith("javax.") || name.startsWith("jdk.");
    }

    /** Functions, whose code does not travel. */
    static boolean isFunction(String name) {
        return name.startsWith("java.util.function.")
                || name.equals("java.lang.Runnable")
                || name.equals("java.util.concurrent.Callable");
    }

    /** What to send in place of a type of a process; null if it is none. */
    static @Nullable String remedy(String name) {
        return OF_A_PROCESS.get(name);
    }
}
