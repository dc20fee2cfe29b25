package io.tellask.struct;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A field of a struct: which bytes it has and what they mean. Immutable.
 *
 * @param name that of its getter
 * @param kind what it, or each element of it, holds
 * @param type Java type of a value or element
 * @param offsetBytes distance from the beginning of the struct
 * @param sizeBytes size of a value or element; elements have no gaps between them
 * @param maxTextBytes greatest length of a text; 0 for other kinds
 * @param count number of elements; 0 unless it is an array
 * @param nested layout of a nested struct, else null
 * @param variant when the field of a union exists; null outside of unions
 */
public record StructField(
        String name,
        FieldKind kind,
        Class<?> type,
        int offsetBytes,
        int sizeBytes,
        int maxTextBytes,
        int count,
        @Nullable StructLayout nested,
        @Nullable VariantOf variant) {
    /** Refuses nulls. */
    public StructField {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(type, "type");
    }

    /**
     * When a field of a union exists.
     *
     * @param tag name of the field that is the tag
     * @param constant name of the tag's constant
     * @param ordinal number of the tag's constant
     */
    public record VariantOf(String tag, String constant, int ordinal) {
        /** Refuses nulls. */
        public VariantOf {
            Objects.requireNonNull(tag, "tag");
            Objects.requireNonNull(constant, "constant");
        }
    }

    /** Whether its getter takes an index. */
    public boolean isArray() {
        return count > 0;
    }

    /** Bytes of all elements. */
    public int totalBytes() {
        return sizeBytes * Math.max(1, count);
    }

    StructField at(int offset) {
        return new StructField(name, kind, type, offset, sizeBytes, maxTextBytes, count, nested, variant);
    }

    /** The type as one writes it: {@code int}, {@code text(5)}, {@code Side}, {@code Leg[4]}. */
    String typeText() {
        String element = switch (kind) {
            case FIXED_TEXT -> "text(" + maxTextBytes + ")";
            case BOUNDED_TEXT -> "text(up to " + maxTextBytes + ")";
            default -> type.getSimpleName();
        };
        return isArray() ? element + "[" + count + "]" : element;
    }
}
