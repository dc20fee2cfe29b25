package io.tellask.codec.graph;

import io.tellask.codec.DecodeException;
import io.tellask.codec.DefaultConstant;
import io.tellask.codec.schema.Descriptor;
import io.tellask.codec.schema.Descriptor.FieldSpec;
import io.tellask.codec.schema.FieldMatch;
import io.tellask.text.SafeText;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Enum constants by ordinal; the descriptor lists the names, so that a reordered or extended enum is still read right;
 * a constant unknown here is refused or becomes the {@link DefaultConstant}.
 */
public final class EnumCodec extends DescribedCodec {
    private final Object[] constants;

    /** Constants by the writer's ordinal; null where this side has no such constant. */
    private final @Nullable Object[] byRemoteOrdinal;

    private EnumCodec(
            Class<?> type, Descriptor descriptor, int ordinal, Object[] constants, @Nullable Object[] byRemoteOrdinal) {
        super(type, false, false, descriptor, ordinal);
        this.constants = constants;
        this.byRemoteOrdinal = byRemoteOrdinal;
    }

    public static EnumCodec of(Class<?> type, int ordinal) {
        Object[] constants = type.getEnumConstants();
        List<FieldSpec> names = new ArrayList<>();
        for (Object constant : constants) {
            names.add(new FieldSpec('E', ((Enum<?>) constant).name()));
        }
        return new EnumCodec(
                type, new Descriptor(Descriptor.ENUM, type.getName(), names), ordinal, constants, constants);
    }

    /** Reads the name of an enum class. */
    public static Class<?> requireEnum(GraphReader in) {
        Class<?> type = in.heads.readType();
        if (!type.isEnum()) {
            throw in.damaged("class=" + type.getName() + " is no enum");
        }
        return type;
    }

    /** How many constants an enum class has here. */
    public static int constantCount(Class<?> enumType, GraphReader in) {
        return in.table.codecOf(enumType) instanceof EnumCodec codec
                ? codec.constants.length
                : enumType.getEnumConstants().length;
    }

    @Override
    public boolean isInPlace() {
        return true;
    }

    @Override
    public void write(GraphWriter out, Object value) {
        out.out.writeVarInt(((Enum<?>) value).ordinal());
    }

    @Override
    public Object read(GraphReader in) {
        int ordinal = in.in.readVarInt();
        Object constant = constant(ordinal);
        if (constant == null) {
            throw new DecodeException("decode: constant=" + SafeText.of(nameOf(ordinal)) + " of enum=" + type.getName()
                    + " is unknown here, offset=" + in.in.offset()
                    + "; update this side's class or mark a @DefaultConstant");
        }
        return constant;
    }

    @Override
    public @Nullable Object constant(int ordinal) {
        return Integer.compareUnsigned(ordinal, byRemoteOrdinal.length) < 0 ? byRemoteOrdinal[ordinal] : null;
    }

    private String nameOf(int ordinal) {
        return Integer.compareUnsigned(ordinal, descriptor.fields.size()) < 0
                ? descriptor.fields.get(ordinal).name()
                : Integer.toUnsignedString(ordinal);
    }

    @Override
    public TypeCodec converter(Descriptor remote, TypeRegistry table) {
        Map<String, Object> byName = new HashMap<>();
        Object unknown = null;
        for (Object constant : constants) {
            Field field = fieldOf((Enum<?>) constant);
            FieldMatch.formersOf(field).forEach(former -> byName.put(former, constant));
            unknown = field.isAnnotationPresent(DefaultConstant.class) ? constant : unknown;
        }
        for (Object constant : constants) {
            byName.put(((Enum<?>) constant).name(), constant);
        }
        @Nullable Object[] mapped = new Object[remote.fields.size()];
        for (int i = 0; i < mapped.length; i++) {
            mapped[i] = byName.getOrDefault(remote.fields.get(i).name(), unknown);
        }
        return new EnumCodec(type, remote, ordinal, constants, mapped);
    }

    private static Field fieldOf(Enum<?> constant) {
        try {
            return constant.getDeclaringClass().getField(constant.name());
        } catch (NoSuchFieldException e) {
            throw new AssertionError("every constant is a field of its enum", e);
        }
    }
}
