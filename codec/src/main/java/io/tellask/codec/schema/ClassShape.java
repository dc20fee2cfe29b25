package io.tellask.codec.schema;

import io.tellask.codec.DecodeException;
import io.tellask.codec.failure.Failures;
import io.tellask.codec.schema.Descriptor.FieldSpec;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Constructor;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a codec needs of one class: its fields in wire order with the handles that reach them, and how an object comes
 * to be.
 *
 * @param members in wire order: primitives, strings, other references, each by name
 * @param allocator makes an object without running its class's constructors; null for records
 * @param canonical a record's constructor, over its components in their declared order; null for classes
 * @param unbackedSlots what an object takes beyond what its bytes may, as {@link HeapEstimate#ofObject} has it
 * @param heapBytes what its fields take, as {@link HeapEstimate#heapOf} has it
 */
public record ClassShape(
        Class<?> type,
        Descriptor descriptor,
        List<Member> members,
        @Nullable Constructor<?> allocator,
        @Nullable MethodHandle canonical,
        int unbackedSlots,
        int heapBytes) {
    public static ClassShape of(
            Class<?> type,
            int kind,
            List<Member> members,
            @Nullable Constructor<?> allocator,
            @Nullable MethodHandle canonical) {
        List<FieldSpec> specs = members.stream()
                .map(member -> new FieldSpec(member.kind(), member.name()))
                .toList();
        Descriptor descriptor = new Descriptor(kind, type.getName(), specs);
        MethodHandle widening = canonical;
        List<Member> all = new ArrayList<>();
        for (Member member : members) {
            boolean boxed = FieldConversion.isWideningBox(member.type());
            if (boxed) {
                MethodHandle conversion = FieldConversion.of('L', member.type(), type.getName() + "." + member.name());
                if (widening != null) {
                    widening = MethodHandles.filterArguments(widening, member.component(), conversion);
                }
                all.add(member.setter() != null ? member.widening(conversion) : member);
            } else {
                all.add(member);
            }
        }
        int unbacked = HeapEstimate.ofObject(type, specs);
        int heap = HeapEstimate.heapOf(type);
        return new ClassShape(type, descriptor, List.copyOf(all), allocator, widening, unbacked, heap);
    }

    public boolean isRecord() {
        return canonical != null;
    }

    public Constructor<?> requireAllocator() {
        return Objects.requireNonNull(allocator, "allocator of a class that is no record");
    }

    public MethodHandle requireCanonical() {
        return Objects.requireNonNull(canonical, "canonical constructor of a record");
    }

    /** How many booleans there are; eight share a byte. */
    public int flagCount() {
        return count("Z");
    }

    /** How many members are of one of these kinds. */
    public int count(String kinds) {
        return (int) members.stream()
                .filter(member -> kinds.indexOf(member.kind()) >= 0)
                .count();
    }

    /** Whether any member may hold an object, so that the object may lie on a cycle. */
    public boolean hasReferences() {
        return count("L") > 0;
    }

    /** Whether each member is read as a field, and none by a method. */
    public boolean isReadByFields() {
        return members.stream()
                .allMatch(member -> member.getter() != null && member.getter().variable() != null);
    }

    /** The value of a field of an object; {@code absent} where the class has none of that name. */
    @Nullable
    public Object valueOf(Object object, String name, @Nullable Object absent) {
        for (Member member : members) {
            if (member.name().equals(name)) {
                try {
                    return (Object) member.requireGetter().handle().invoke(object);
                } catch (Throwable e) {
                    throw new DecodeException(
                            "decode: class=" + type.getName() + " failed while it was read: "
                                    + Failures.said(Failures.checked(e)),
                            e);
                }
            }
        }
        return absent;
    }

    /**
     * One field.
     *
     * @param name unique within the class; a field hidden by one of the same name in a subclass carries its class
     * before a {@code #}
     * @param getter as {@code (Object)K}, where K is the primitive or Object; null where only {@link SerialFields} reach
     * the field
     * @param setter as {@code (Object,K)void}; null for record components and where the getter is
     * @param component index among a record's components, else -1
     */
    public record Member(
            String name,
            char kind,
            Class<?> type,
            @Nullable FieldHandle getter,
            @Nullable FieldHandle setter,
            int component) {
        /** Stores what {@code conversion} makes of a value: a box of a narrower number that another version wrote. */
        Member widening(MethodHandle conversion) {
            MethodHandle converting =
                    MethodHandles.filterArguments(requireSetter().handle(), 1, conversion);
            return new Member(name, kind, type, getter, FieldHandle.of(converting), component);
        }

        public FieldHandle requireGetter() {
            return Objects.requireNonNull(getter, "getter of a field that is reached one by one");
        }

        public FieldHandle requireSetter() {
            return Objects.requireNonNull(setter, "setter of a field that is reached one by one");
        }
    }
}
