package io.tellask.codec.schema;

import io.tellask.codec.ByteReader;
import io.tellask.codec.DecodeException;
import io.tellask.codec.EncodeException;
import io.tellask.codec.bytes.BitReader;
import io.tellask.codec.bytes.BitWriter;
import io.tellask.codec.bytes.NameCode;
import io.tellask.codec.schema.Descriptor.FieldSpec;
import io.tellask.text.SafeText;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * What a class looks like on the wire: its name and its fields in the order in which bodies carry them.
 *
 * <pre>
 * +--------+----------------+--------------+------------------------------+-------------------+
 * | kind   | shared prefix  | rest of name | for each field kind: a count | names             |
 * | 4 bits | 1 bit, gamma   | name code    | gamma (enum: one count)      | name code each    |
 * +--------+----------------+--------------+------------------------------+-------------------+
 * </pre>
 *
 * The shared prefix is what the name has in common with the class described before in the same message, beyond its
 * package if the bit is set; 0 in sessions and stores, whose descriptors stand alone. Each descriptor has one form for one prefix; the reader refuses others.
 * The fingerprint is the first eight bytes of the SHA-256 of the form that stands alone, little-endian. Immutable.
 */
public final class Descriptor {
    /*
     * Why it is laid out so. Bits, because kinds and counts are small, and five of them a letter of a name: stores and
     * messages that stand alone carry descriptions over and over. Fields are sorted, so that two builds of one class
     * describe it alike, and grouped by kind, so that a kind costs one count. There is one form only, checked by writing
     * it again: fingerprints and the tables of known descriptions compare bytes.
     */

    public static final int OBJECT = 0;
    public static final int RECORD = 1;
    public static final int ENUM = 2;
    public static final int TYPE = 3;
    public static final int THROWABLE = 4;

    /** A class with hooks of Java serialization: it has parts, one for each class of its hierarchy. */
    public static final int HOOKED = 5;

    /** Kinds of fixed width, which come first in a body; those of Z share bytes. */
    public static final String FIXED_KINDS = "DFSBZ";

    /** Kinds of numbers that tell their length, which come next. */
    public static final String NUMBER_KINDS = "JIC";

    /** Kinds of fields in the order in which bodies carry them; within a kind they are sorted by name. */
    static final String KIND_ORDER = FIXED_KINDS + NUMBER_KINDS + "TL";

    private static final List<String> KIND_NAMES =
            List.of("class", "record", "enum", "type", "exception", "class with hooks");
    private static final int MAX_NAMED_FIELDS = 16;
    private static final int KIND_BITS = 4;
    /** Some thousands of fields or constants; matching them with those here takes time. */
    static final int MAX_BYTES = 64 << 10;

    private static final int MAX_SUCCESSIONS = 64;
    private static final int BASE_HEAP_BYTES = 512;
    private static final int FIELD_HEAP_BYTES = 160;

    public final int kind;
    public final String className;
    public final List<FieldSpec> fields;

    /** Whether an object is no more than its head. */
    public boolean isEmpty() {
        return switch (kind) {
            case OBJECT, RECORD -> fields.isEmpty();
            case HOOKED ->
                levels.stream()
                        .allMatch(part -> !part.hasItems() && part.fields().isEmpty());
            default -> false;
        };
    }

    /** The parts of a class with hooks, from the topmost class; none for others. */
    public final List<HierarchyPartSpec> levels;

    /** The form that stands alone. */
    public final byte[] bytes;

    /** Heap that this and what reads by it takes, as estimated: what {@code CodecLimits.schemaBytes} counts. */
    public final int heapBytes;

    private final int hash;
    private volatile long fingerprint;
    private final Map<String, byte[]> successions = new ConcurrentHashMap<>();
    private volatile @Nullable Succession lastSuccession;

    public Descriptor(int kind, String className, List<FieldSpec> fields) {
        this(kind, className, fields, List.of());
    }

    private Descriptor(int kind, String className, List<FieldSpec> fields, List<HierarchyPartSpec> levels) {
        this.kind = kind;
        this.className = className;
        this.fields = List.copyOf(fields);
        this.levels = List.copyOf(levels);
        this.bytes = toBytes("");
        this.hash = Arrays.hashCode(bytes);
        this.heapBytes = estimate();
        if (bytes.length > MAX_BYTES) {
            throw new EncodeException("encode: descriptor bytes=" + bytes.length + " > MAX_BYTES=" + MAX_BYTES
                    + ", class=" + SafeText.of(className) + "; it has too many fields or constants");
        }
    }

    /** What a descriptor of some thousand fields or parts took in a heap dump, rounded up. */
    private int estimate() {
        int estimate = BASE_HEAP_BYTES + 2 * bytes.length + className.length();
        for (FieldSpec field : fields) {
            estimate += FIELD_HEAP_BYTES + field.name().length();
        }
        for (HierarchyPartSpec level : levels) {
            int owner = level.className().length();
            estimate += BASE_HEAP_BYTES + owner;
            for (FieldSpec field : level.fields()) { // one that is hidden has its class before its name
                estimate += FIELD_HEAP_BYTES + field.name().length() + owner;
            }
        }
        return estimate;
    }

    /** A class with hooks. */
    public static Descriptor hooked(String className, List<HierarchyPartSpec> levels) {
        return new Descriptor(HOOKED, className, List.of(), levels);
    }

    /** Reads a descriptor that stands alone. */
    public static Descriptor parse(byte[] bytes) {
        return parse(bytes, "");
    }

    /** Reads a descriptor that follows the one of the class {@code previous}. */
    public static Descriptor parse(byte[] bytes, String previous) {
        if (bytes.length > MAX_BYTES) {
            throw new DecodeException("decode: descriptor bytes=" + bytes.length + " > MAX_BYTES=" + MAX_BYTES
                    + "; the stream is damaged");
        }
        BitReader in = new BitReader(bytes);
        int kind = in.read(KIND_BITS);
        if (kind > HOOKED) {
            throw new DecodeException(
                    "decode: descriptor kind=" + kind + " is unknown; the stream is damaged or newer than this reader");
        }
        int shared = (in.readBit() == 0 ? 0 : packageLength(previous)) + in.readGamma();
        if (shared > previous.length()) {
            throw new DecodeException("decode: shared prefix=" + shared + " > length=" + previous.length()
                    + " of the name before; the stream is damaged");
        }
        String name = previous.substring(0, shared) + NameCode.read(in, false);
        if (name.length() > NameCode.MAX_NAME_CHARS) {
            throw NameCode.tooLong();
        }
        List<FieldSpec> fields = new ArrayList<>();
        List<HierarchyPartSpec> levels = new ArrayList<>();
        if (kind == HOOKED) {
            readLevels(in, levels);
        } else if (kind == ENUM) {
            readNames(in, 'E', readCount(in, in.remaining()), fields);
        } else if (kind != TYPE) {
            readFields(in, fields);
        }
        Descriptor descriptor = new Descriptor(kind, name, fields, levels);
        if (!Arrays.equals(descriptor.toBytes(previous), bytes)) {
            throw new DecodeException("decode: descriptor of class=" + SafeText.of(name) + " with bytes=" + bytes.length
                    + " is not in its one valid form; the stream is damaged");
        }
        return descriptor;
    }

    private static void readLevels(BitReader in, List<HierarchyPartSpec> levels) {
        for (int count = readCount(in, in.remaining()); count > 0; count--) {
            String name = NameCode.read(in, false);
            int flags = in.read(HierarchyPartSpec.FLAG_BITS);
            List<FieldSpec> fields = new ArrayList<>();
            readFields(in, fields);
            levels.add(new HierarchyPartSpec(name, flags, fields));
        }
    }

    /** Length of the package of a class's name, with the dot. */
    private static int packageLength(String name) {
        return name.lastIndexOf('.') + 1;
    }

    private static void readFields(BitReader in, List<FieldSpec> fields) {
        int[] counts = new int[KIND_ORDER.length()];
        int left = in.remaining();
        for (int i = 0; i < counts.length; i++) {
            counts[i] = readCount(in, left);
            left -= counts[i];
        }
        for (int i = 0; i < counts.length; i++) {
            readNames(in, KIND_ORDER.charAt(i), counts[i], fields);
        }
    }

    /** A count of names, each of which takes a bit at least. */
    private static int readCount(BitReader in, int remaining) {
        int count = in.readGamma();
        if (count > remaining) {
            throw new DecodeException(
                    "decode: descriptor count=" + count + " > remaining=" + remaining + " bits; the stream is damaged");
        }
        return count;
    }

    private static void readNames(BitReader in, char fieldKind, int count, List<FieldSpec> fields) {
        String before = "";
        for (int i = 0; i < count; i++) {
            String name = NameCode.read(in, fieldKind == 'E');
            if (fieldKind != 'E' && i > 0 && before.compareTo(name) >= 0) {
                throw new DecodeException("decode: field=" + SafeText.of(name) + " follows field=" + SafeText.of(before)
                        + "; the stream is damaged");
            }
            fields.add(new FieldSpec(fieldKind, name));
            before = name;
        }
    }

    private byte[] toBytes(String previous) {
        int shared = 0;
        int most = Math.min(previous.length(), className.length());
        while (shared < most && previous.charAt(shared) == className.charAt(shared)) {
            shared++;
        }
        BitWriter out = new BitWriter();
        out.write(kind, KIND_BITS);
        int prefix = packageLength(previous);
        boolean samePackage = prefix > 0 && shared >= prefix;
        out.write(samePackage ? 1 : 0, 1);
        out.writeGamma(samePackage ? shared - prefix : shared);
        NameCode.write(out, className.substring(shared), false);
        if (kind == ENUM) {
            out.writeGamma(fields.size());
            fields.forEach(field -> NameCode.write(out, field.name(), true));
        } else if (kind == HOOKED) {
            writeLevels(out);
        } else if (kind != TYPE) {
            writeFields(out, fields);
        }
        return out.toByteArray();
    }

    private void writeLevels(BitWriter out) {
        out.writeGamma(levels.size());
        for (HierarchyPartSpec level : levels) {
            NameCode.write(out, level.className(), false);
            out.write(level.flags(), HierarchyPartSpec.FLAG_BITS);
            writeFields(out, level.fields());
        }
    }

    private static void writeFields(BitWriter out, List<FieldSpec> fields) {
        for (int i = 0; i < KIND_ORDER.length(); i++) {
            char fieldKind = KIND_ORDER.charAt(i);
            out.writeGamma((int)
                    fields.stream().filter(field -> field.kind() == fieldKind).count());
        }
        fields.forEach(field -> NameCode.write(out, field.name(), false));
    }

    /** The form that follows the descriptor of another class in the same message. */
    public byte[] bytesAfter(@Nullable Descriptor previous) {
        if (previous == null) {
            return bytes;
        }
        Succession last = lastSuccession;
        if (last == null || last.previous != previous) {
            last = new Succession(previous, bytesAfter(previous.className));
            lastSuccession = last;
        }
        return last.bytes;
    }

    private byte[] bytesAfter(String previous) {
        byte[] known = successions.get(previous);
        if (known == null) {
            known = toBytes(previous);
            if (successions.size() < MAX_SUCCESSIONS) {
                successions.put(previous, known);
            }
        }
        return known;
    }

    public static long fingerprintOf(byte[] bytes) {
        try {
            return new ByteReader(MessageDigest.getInstance("SHA-256").digest(bytes)).readInt64();
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every JDK has SHA-256", e);
        }
    }

    /** Computed when first asked for: only stores need it. */
    public long fingerprint() {
        long known = fingerprint;
        if (known == 0) {
            known = fingerprintOf(bytes);
            fingerprint = known;
        }
        return known;
    }

    /** Whether {@code other} has the same bytes. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Descriptor descriptor && Arrays.equals(bytes, descriptor.bytes);
    }

    @Override
    public int hashCode() {
        return hash;
    }

    /** Whether bodies look the same, whatever the class is called. */
    public boolean hasSameFields(Descriptor other) {
        return kind == other.kind && fields.equals(other.fields) && levels.equals(other.levels);
    }

    /** Whether both are of classes with hooks, whose parts are of the same classes and written in the same way. */
    public boolean hasSameParts(Descriptor other) {
        if (kind != other.kind || levels.size() != other.levels.size()) {
            return false;
        }
        for (int i = 0; i < levels.size(); i++) {
            if (!levels.get(i).isOfSameClass(other.levels.get(i))) {
                return false;
            }
        }
        return true;
    }

    /** What another version of this class has and what it lacks, in words for an error. */
    public String differenceFrom(Descriptor written) {
        StringBuilder text = new StringBuilder();
        if (kind != written.kind) {
            text.append("written as ")
                    .append(KIND_NAMES.get(written.kind))
                    .append(", here ")
                    .append(KIND_NAMES.get(kind));
        }
        appendMissing(text, "only written=", written.contents(), contents());
        appendMissing(text, "only here=", contents(), written.contents());
        return text.isEmpty()
                ? "order of constants, written="
                        + SafeText.of(written.contents().toString())
                : text.toString();
    }

    private static void appendMissing(StringBuilder text, String title, List<?> fields, List<?> others) {
        Set<?> known = new HashSet<>(others);
        List<?> missing =
                fields.stream().filter(field -> !known.contains(field)).toList();
        if (!missing.isEmpty()) {
            text.append(text.isEmpty() ? "" : ", ")
                    .append(title)
                    .append(missing.subList(0, Math.min(missing.size(), MAX_NAMED_FIELDS)));
            if (missing.size() > MAX_NAMED_FIELDS) {
                text.append(" and ").append(missing.size() - MAX_NAMED_FIELDS).append(" more");
            }
        }
    }

    @Override
    public String toString() {
        return className + contents();
    }

    /** The fields, or the parts with theirs. */
    List<?> contents() {
        return kind == HOOKED ? levels : fields;
    }

    /** What {@link #bytesAfter} gave last. */
    private record Succession(Descriptor previous, byte[] bytes) {}

    /**
     * One field of a body.
     *
     * @param kind Z B S C I J F D for primitives, T for a string slot, L for any other reference, E for an enum
     * constant
     */
    public record FieldSpec(char kind, String name) {
        public static char kindOf(Class<?> type) {
            return type == String.class
                    ? 'T'
                    : type.isPrimitive() ? type.descriptorString().charAt(0) : 'L';
        }

        /** What a number takes in the wide form. */
        public static int wideBytes(char kind) {
            return switch (kind) {
                case 'J', 'D' -> 8;
                case 'I', 'F' -> 4;
                case 'C', 'S' -> 2;
                default -> 1;
            };
        }

        /** What a number or flag takes at most. */
        public static int mostBytes(char kind) {
            return switch (kind) {
                case 'J' -> 9;
                case 'D' -> 8;
                case 'I' -> 5;
                case 'F' -> 4;
                case 'C' -> 3;
                case 'S' -> 2;
                default -> 1;
            };
        }

        @Override
        public String toString() {
            return kindName(kind) + " " + SafeText.of(name);
        }

        /** The kind in words, for errors. */
        private static String kindName(char kind) {
            return switch (kind) {
                case 'Z' -> "boolean";
                case 'B' -> "byte";
                case 'S' -> "short";
                case 'C' -> "char";
                case 'I' -> "int";
                case 'J' -> "long";
                case 'F' -> "float";
                case 'D' -> "double";
                case 'T' -> "String";
                case 'E' -> "constant";
                default -> "reference";
            };
        }
    }

    /**
     * One class of a hierarchy with hooks, as its writer described it.
     *
     * @param className empty for the class of the object itself, whose name the descriptor has
     * @param flags {@link #ITEMS} or none
     * @param fields in the order in which bodies carry them
     */
    public record HierarchyPartSpec(String className, int flags, List<FieldSpec> fields) {
        /** The class wrote its part by itself: fields and data are items, each behind a tag. */
        public static final int ITEMS = 1;

        static final int FLAG_BITS = 1;

        public HierarchyPartSpec {
            fields = List.copyOf(fields);
        }

        public boolean hasItems() {
            return (flags & ITEMS) != 0;
        }

        /** Whether it is of the same class of a hierarchy as {@code other} and written in the same way. */
        boolean isOfSameClass(HierarchyPartSpec other) {
            return className.equals(other.className) && flags == other.flags;
        }

        @Override
        public String toString() {
            String part = className.isEmpty() ? "own part" : SafeText.of(className);
            return part + " " + fields + (hasItems() ? " by writeObject" : "");
        }
    }
}
