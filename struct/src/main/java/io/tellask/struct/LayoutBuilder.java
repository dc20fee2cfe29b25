package io.tellask.struct;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;

/**
 * Gives the fields of a struct their offsets. A union is placed as if it were one field, with the greatest alignment of its fields, where
 * the first of them is named. For one thread.
 */
final class LayoutBuilder {
    private final Class<?> type;
    private final Map<String, StructField> fields;
    private final List<String> order; // empty: by alignment and name
    private final int maxAlignment;
    private final Endianness byteOrder;
    private final Map<String, StructField> placed = new LinkedHashMap<>();
    private int alignment = 1;

    LayoutBuilder(Class<?> type, Map<String, StructField> fields) {
        this.type = type;
        this.fields = new TreeMap<>(fields);
        Struct options = type.getAnnotation(Struct.class);
        order = options == null ? List.of() : List.of(options.fields());
        maxAlignment = options == null ? 8 : options.maxAlignmentBytes();
        byteOrder = options == null ? Endianness.LITTLE : options.byteOrder();
        if (maxAlignment < 1 || maxAlignment > 8 || Integer.bitCount(maxAlignment) != 1) {
            throw broken("maxAlignmentBytes=" + maxAlignment + ", limit=8; use 1, 2, 4 or 8");
        }
        if (!order.isEmpty()
                && (order.size() != fields.size() || !fields.keySet().equals(Set.copyOf(order)))) {
            throw broken("fields of @Struct=" + order + " are not those of the interface=" + this.fields.keySet()
                    + "; name each once");
        }
    }

    /** A copy of the fields with their offsets, in the order of their bytes. */
    StructLayout build() {
        long end = 0;
        for (List<StructField> member : members()) {
            int step = alignmentOf(member);
            alignment = Math.max(alignment, step);
            end = place(member, roundUp(end, step));
        }
        long size = roundUp(end, alignment);
        requireSize(size);
        List<StructField> sorted = new ArrayList<>(placed.values());
        sorted.sort(Comparator.comparingInt(StructField::offsetBytes));
        return new StructLayout(type.getSimpleName(), sorted, (int) size, alignment, byteOrder);
    }

    static int roundUp(int size, int alignment) {
        return (int) roundUp((long) size, alignment);
    }

    private static long roundUp(long size, int alignment) {
        return (size + alignment - 1) & -alignment;
    }

    /** Each a field by itself, or all fields of one union. */
    private List<List<StructField>> members() {
        Map<String, List<StructField>> members = new LinkedHashMap<>();
        for (String name : order.isEmpty() ? List.copyOf(fields.keySet()) : order) {
            StructField field = withOrdinal(Objects.requireNonNull(fields.get(name)));
            String key = field.variant() == null
                    ? name
                    : "union of " + field.variant().tag();
            members.computeIfAbsent(key, absent -> new ArrayList<>()).add(field);
        }
        List<List<StructField>> list = new ArrayList<>(members.values());
        if (order.isEmpty()) {
            list.sort(Comparator.comparingInt(member -> -alignmentOf(member))); // stable: then by name
        }
        return list;
    }

    private StructField withOrdinal(StructField field) {
        StructField.VariantOf variant = field.variant();
        if (variant == null) {
            return field;
        }
        StructField tag = fields.get(variant.tag());
        if (tag == null || tag.kind() != FieldKind.ENUM || tag.isArray() || tag.variant() != null) {
            throw broken("field=" + field.name() + " has tag=" + variant.tag()
                    + "; name a field of the same struct that is an enum, no array, and in no union");
        }
        for (Object constant : tag.type().getEnumConstants()) {
            if (((Enum<?>) constant).name().equals(variant.constant())) {
                int ordinal = ((Enum<?>) constant).ordinal();
                StructField.VariantOf found = new StructField.VariantOf(variant.tag(), variant.constant(), ordinal);
                return new StructField(
                        field.name(),
                        field.kind(),
                        field.type(),
                        0,
                        field.sizeBytes(),
                        field.maxTextBytes(),
                        field.count(),
                        field.nested(),
                        found);
            }
        }
        throw broken("field=" + field.name() + " has value=" + variant.constant() + "; name a constant of "
                + tag.type().getName());
    }

    private int alignmentOf(List<StructField> member) {
        int greatest = 1;
        for (StructField field : member) {
            greatest = Math.max(greatest, alignmentOf(field));
        }
        return greatest;
    }

    private int alignmentOf(StructField field) {
        int natural = switch (field.kind()) {
            case FIXED_TEXT -> 1;
            case BOUNDED_TEXT -> 2;
            case STRUCT -> nested(field).alignmentBytes();
            default -> field.sizeBytes();
        };
        return Math.min(natural, maxAlignment);
    }

    private static StructLayout nested(StructField field) {
        StructLayout nested = field.nested();
        if (nested == null) {
            throw new IllegalStateException("no layout of field=" + field.name());
        }
        return nested;
    }

    /** The end of a field, or of the longest value of a union. */
    private long place(List<StructField> member, long from) {
        Map<String, Long> ends = new LinkedHashMap<>(); // by value of the tag
        long end = from;
        for (StructField field : member) {
            StructField.VariantOf variant = field.variant();
            String value = variant == null ? "" : variant.constant();
            long start = roundUp(ends.getOrDefault(value, from), alignmentOf(field));
            long stop = start + (long) field.sizeBytes() * Math.max(1, field.count());
            requireSize(stop);
            ends.put(value, stop);
            placed.put(field.name(), field.at((int) start));
            end = Math.max(end, stop);
        }
        return end;
    }

    private void requireSize(long size) {
        if (size > StructLayout.MAX_SIZE_BYTES) {
            throw broken("sizeBytes=" + size + ", limit=" + StructLayout.MAX_SIZE_BYTES
                    + "; keep large data outside of the struct");
        }
    }

    private StructTypeException broken(String rule) {
        return new StructTypeException("struct: type=" + type.getName() + ", " + rule);
    }
}
