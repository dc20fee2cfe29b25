package io.tellask.struct;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/**
 * Which bytes of a struct mean what. Two programs may exchange structs if their layouts have the same {@linkplain #digest() digest}, which
 * covers names, types and offsets of all fields and constants of enums, but no names of interfaces. Immutable and thread-safe.
 */
public final class StructLayout {
    /** Greatest size of a struct, nested ones and arrays included: {@value} bytes. */
    public static final int MAX_SIZE_BYTES = 1 << 20;

    /** Greatest length of a text: {@value} bytes. */
    public static final int MAX_TEXT_BYTES = 0xffff;

    /** How deep structs may be in each other. */
    public static final int MAX_DEPTH = 64;

    /** Views of which a view consists at most: itself, and one for each field that is a struct, also in those. */
    public static final int MAX_VIEWS = 4_096;

    /** Methods that a struct's interface has at most. */
    public static final int MAX_METHODS = 4_096;

    private static final int MOST_ROWS = 10_000; // of a diagram

    private final String name;
    private final List<StructField> fields;
    private final int sizeBytes;
    private final int alignmentBytes;
    private final Endianness byteOrder;
    private final long digest;

    StructLayout(String name, List<StructField> fields, int sizeBytes, int alignmentBytes, Endianness byteOrder) {
        this.name = name;
        this.fields = List.copyOf(fields);
        this.sizeBytes = sizeBytes;
        this.alignmentBytes = alignmentBytes;
        this.byteOrder = byteOrder;
        digest = digestOf(describe());
    }

    /** Simple name of the interface. */
    public String name() {
        return name;
    }

    /** The fields in the order of their offsets. */
    public List<StructField> fields() {
        return fields;
    }

    /** The field of that name, if there is one. */
    public Optional<StructField> field(String wanted) {
        Objects.requireNonNull(wanted, "wanted");
        return fields.stream().filter(field -> field.name().equals(wanted)).findFirst();
    }

    /** Distance of two structs in an array; a multiple of the alignment. */
    public int sizeBytes() {
        return sizeBytes;
    }

    /** The greatest alignment of a field: 1, 2, 4 or 8. */
    public int alignmentBytes() {
        return alignmentBytes;
    }

    /** Order of the bytes of numbers. */
    public Endianness byteOrder() {
        return byteOrder;
    }

    /** The first eight bytes of a SHA-256 of what the bytes mean: equal for layouts that can read each other. */
    public long digest() {
        return digest;
    }

    /**
     * Checks that bytes were written with this layout.
     *
     * @throws StructLayoutException if the writer's digest is another one
     */
    public void requireDigest(long writer) {
        if (writer != digest) {
            throw new StructLayoutException("struct layout: digest=" + hex(writer) + ", limit=" + hex(digest) + " of "
                    + name + "; read with the interface of the writer: compare what diagram() prints on both sides");
        }
    }

    /** The layout as a table: a line for each field, those of nested structs included, with offsets from the beginning. */
    public String diagram() {
        List<String[]> rows = new ArrayList<>();
        rows.add(new String[] {"offset", "bytes", "field", "type"});
        addRows(rows, "", 0);
        if (rows.size() >= MOST_ROWS) {
            rows.add(new String[] {"", "", "(and more)", ""});
        }
        int[] widths = new int[4];
        for (String[] row : rows) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], row[i].length());
            }
        }
        StringBuilder text = new StringBuilder(name + ": " + sizeBytes + " bytes, aligned to " + alignmentBytes + ", "
                + byteOrder.name().toLowerCase(Locale.ROOT) + "-endian, digest " + hex(digest) + "\n");
        String line = line(widths);
        text.append(line);
        for (String[] row : rows) {
            text.append("| ").append(" ".repeat(widths[0] - row[0].length())).append(row[0]);
            text.append(" | ").append(" ".repeat(widths[1] - row[1].length())).append(row[1]);
            text.append(" | ").append(row[2]).append(" ".repeat(widths[2] - row[2].length()));
            text.append(" | ").append(row[3]).append(" ".repeat(widths[3] - row[3].length()));
            text.append(" |\n");
            if (row == rows.getFirst()) {
                text.append(line);
            }
        }
        return text.append(line).toString();
    }

    private static String line(int[] widths) {
        StringBuilder line = new StringBuilder("+");
        for (int width : widths) {
            line.append("-".repeat(width + 2)).append('+');
        }
        return line.append('\n').toString();
    }

    private void addRows(List<String[]> rows, String prefix, int base) {
        int end = 0;
        for (StructField field : fields) {
            if (rows.size() >= MOST_ROWS) {
                return;
            }
            if (field.offsetBytes() > end) {
                rows.add(row(base + end, field.offsetBytes() - end, "", "(padding)"));
            }
            end = Math.max(end, field.offsetBytes() + field.totalBytes());
            StructLayout nested = field.nested();
            StructField.VariantOf variant = field.variant();
            String type =
                    field.typeText() + (variant == null ? "" : " if " + variant.tag() + " is " + variant.constant());
            int offset = base + field.offsetBytes();
            rows.add(row(offset, field.totalBytes(), prefix + field.name(), type));
            if (nested != null) {
                nested.addRows(rows, prefix + field.name() + (field.isArray() ? "[0]." : "."), offset);
            }
        }
        if (sizeBytes > end) {
            rows.add(row(base + end, sizeBytes - end, "", "(padding)"));
        }
    }

    private static String[] row(int offset, int size, String field, String type) {
        return new String[] {Integer.toString(offset), Integer.toString(size), field, type};
    }

    static String hex(long digest) {
        return String.format("%016x", digest);
    }

    private String describe() {
        StringBuilder text = new StringBuilder("struct " + sizeBytes + " " + byteOrder + "\n");
        for (StructField field : fields) {
            text.append(field.name())
                    .append(' ')
                    .append(field.kind())
                    .append(' ')
                    .append(field.offsetBytes());
            text.append(' ').append(field.sizeBytes()).append(' ').append(field.maxTextBytes());
            text.append(' ').append(field.count()).append(' ');
            StructLayout nested = field.nested();
            if (nested != null) {
                text.append(hex(nested.digest));
            }
            if (field.kind() == FieldKind.ENUM) {
                for (Object constant : field.type().getEnumConstants()) {
                    text.append(((Enum<?>) constant).name()).append(',');
                }
            }
            StructField.VariantOf variant = field.variant();
            text.append(variant == null ? "" : " if " + variant.tag() + "=" + variant.ordinal())
                    .append('\n');
        }
        return text.toString();
    }

    private static long digestOf(String description) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(description.getBytes(StandardCharsets.UTF_8));
            return ByteBuffer.wrap(hash).getLong();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("a JDK has SHA-256", e);
        }
    }

    /** Name, size and digest. */
    @Override
    public String toString() {
        return name + ", " + sizeBytes + " bytes, digest " + hex(digest);
    }
}
