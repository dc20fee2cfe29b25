package io.tellask.codec.schema;

import io.tellask.codec.schema.ClassShape.Member;
import io.tellask.codec.schema.Descriptor.FieldSpec;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The shape of a class here as another version of it is written: the writer's fields in the writer's order, with
 * handles that convert each value and store it in the field of this side, or drop it.
 *
 * <p>Whatever reads a {@link ClassShape} so reads other versions as well, without knowing it.
 */
public final class EvolvedShape {
    /** Arguments of a method that handles can combine, where a long or double counts twice. */
    private static final int MAX_ARGUMENT_SLOTS = 250;

    /** Setters of fields that are not here, which all fields of a kind share. */
    private static final ClassValue<MethodHandle> DROPPED = new ClassValue<>() {
        @Override
        protected MethodHandle computeValue(Class<?> carrier) {
            return MethodHandles.empty(MethodType.methodType(void.class, Object.class, carrier));
        }
    };

    private EvolvedShape() {}

    /**
     * The shape to read {@code remote} with.
     *
     * @throws io.tellask.codec.DecodeException if a field can never become what it is here
     */
    public static ClassShape of(ClassShape shape, Descriptor remote) {
        @Nullable Member[] targets = FieldMatch.of(shape, remote);
        List<Member> members = new ArrayList<>();
        for (int i = 0; i < targets.length; i++) {
            members.add(member(shape, remote.fields.get(i), targets[i], i));
        }
        MethodHandle canonical = shape.isRecord() ? new WrittenRecord(shape, targets).asConstructor() : null;
        int unbacked = HeapEstimate.ofObject(shape.type(), remote.fields);
        return new ClassShape(
                shape.type(), remote, List.copyOf(members), shape.allocator(), canonical, unbacked, shape.heapBytes());
    }

    /**
     * The same shape with a record's constructor for generated code, which takes each field as its own argument; null
     * where these are more than a method may have. Costs code of the virtual machine for each order of fields.
     */
    public static @Nullable ClassShape withStraightConstructor(ClassShape shape, ClassShape evolved) {
        if (!shape.isRecord()) {
            return evolved;
        }
        int slots = 0;
        for (Member member : evolved.members()) {
            slots += member.kind() == 'J' || member.kind() == 'D' ? 2 : 1;
        }
        if (slots > MAX_ARGUMENT_SLOTS) {
            return null;
        }
        MethodHandle canonical = canonical(shape, evolved.members(), FieldMatch.of(shape, evolved.descriptor()));
        return new ClassShape(
                evolved.type(),
                evolved.descriptor(),
                evolved.members(),
                null,
                canonical,
                evolved.unbackedSlots(),
                evolved.heapBytes());
    }

    private static Member member(ClassShape shape, FieldSpec field, @Nullable Member target, int index) {
        Class<?> carrier = carrierOf(field.kind());
        Class<?> type = target != null && target.kind() == field.kind()
                ? target.type()
                : field.kind() == 'T' ? String.class : carrier;
        if (shape.isRecord()) {
            return new Member(field.name(), field.kind(), type, null, null, index);
        }
        MethodHandle setter = target == null
                ? DROPPED.get(carrier)
                : MethodHandles.filterArguments(
                        target.requireSetter().handle(),
                        1,
                        FieldConversion.of(field.kind(), target.type(), nameOf(shape, target)));
        return new Member(field.name(), field.kind(), type, null, FieldHandle.of(setter), -1);
    }

    /** The record's constructor over the fields as they were written. */
    private static MethodHandle canonical(ClassShape shape, List<Member> members, @Nullable Member[] targets) {
        int count = shape.members().size();
        int[] sources = new int[count];
        Arrays.fill(sources, -1);
        MethodHandle canonical = shape.requireCanonical();
        for (int i = 0; i < targets.length; i++) {
            Member target = targets[i];
            if (target != null) {
                sources[target.component()] = i;
                MethodHandle conversion =
                        FieldConversion.of(members.get(i).kind(), target.type(), nameOf(shape, target));
                canonical = MethodHandles.filterArguments(canonical, target.component(), conversion);
            }
        }
        for (int i = count - 1; i >= 0; i--) {
            if (sources[i] < 0) {
                Object absent = FieldConversion.defaultOf(canonical.type().parameterType(i));
                canonical = MethodHandles.insertArguments(canonical, i, absent);
            }
        }
        List<Class<?>> carriers = new ArrayList<>();
        members.forEach(member -> carriers.add(carrierOf(member.kind())));
        int[] order = Arrays.stream(sources).filter(source -> source >= 0).toArray();
        return MethodHandles.permuteArguments(canonical, MethodType.methodType(Object.class, carriers), order);
    }

    private static String nameOf(ClassShape shape, Member target) {
        return shape.type().getName() + "." + target.name();
    }

    /** The class in which a value of a kind is handed over. */
    private static Class<?> carrierOf(char kind) {
        return switch (kind) {
            case 'T', 'L' -> Object.class;
            default -> FieldConversion.primitiveOf(kind);
        };
    }
}
