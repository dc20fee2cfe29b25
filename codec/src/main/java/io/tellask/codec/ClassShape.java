package io.tellask.codec;

import io.tellask.codec.Descriptor.FieldSpec;
import java.lang.invoke.MethodHandle;
import java.lang.reflect.Constructor;
import java.util.List;

/**
 * What a codec needs of one class: its fields in wire order with the handles that reach them, and how an object comes
 * to be.
 *
 * @param members in wire order: primitives, strings, other references, each by name
 * @param allocator makes an object without running its class's constructors; null for records
 * @param canonical a record's constructor, over its components in their declared order; null for classes
 */
record ClassShape(
        Class<?> type, Descriptor descriptor, List<Member> members, Constructor<?> allocator, MethodHandle canonical) {
    static ClassShape of(
            Class<?> type, int kind, List<Member> members, Constructor<?> allocator, MethodHandle canonical) {
        List<FieldSpec> specs = members.stream()
                .map(member -> new FieldSpec(member.kind(), member.name()))
                .toList();
        return new ClassShape(
                type, new Descriptor(kind, type.getName(), specs), List.copyOf(members), allocator, canonical);
    }

    boolean isRecord() {
        return canonical != null;
    }

    /** How many booleans there are; eight share a byte. */
    int flagCount() {
        return (int) members.stream().filter(member -> member.kind() == 'Z').count();
    }

    /** Whether any member may hold an object, so that the object may lie on a cycle. */
    boolean hasReferences() {
        return members.stream().anyMatch(member -> member.kind() == 'L');
    }

    /**
     * One field.
     *
     * @param name unique within the class; a field hidden by one of the same name in a subclass carries its class
     * before a {@code #}
     * @param getter {@code (Object)K}, where K is the primitive or Object
     * @param setter {@code (Object,K)void}; null for record components
     * @param component index among a record's components, else -1
     */
    record Member(String name, char kind, Class<?> type, MethodHandle getter, MethodHandle setter, int component) {}
}
