package io.tellask.codec.schema;

import io.tellask.codec.schema.Descriptor.FieldSpec;
import java.util.List;

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
        return className + (hasItems() ? "*" : "") + fields;
    }
}
