package io.tellask.codec;

import io.tellask.codec.Descriptor.FieldSpec;
import java.util.ArrayList;
import java.util.List;

/**
 * Enum constants by ordinal; the descriptor lists the names, so that a reordered or extended enum is still read right.
 */
final class EnumCodec extends DescribedCodec {
    private final Object[] constants;

    /** Constants by the writer's ordinal; null where this side has no such constant. */
    private final Object[] byRemoteOrdinal;

    private EnumCodec(Class<?> type, Descriptor descriptor, int ordinal, Object[] constants, Object[] byRemoteOrdinal) {
        super(type, false, false, descriptor, ordinal);
        this.constants = constants;
        this.byRemoteOrdinal = byRemoteOrdinal;
    }

    static EnumCodec of(Class<?> type, int ordinal) {
        Object[] constants = type.getEnumConstants();
        List<FieldSpec> names = new ArrayList<>();
        for (Object constant : constants) {
            names.add(new FieldSpec('E', ((Enum<?>) constant).name()));
        }
        return new EnumCodec(
                type, new Descriptor(Descriptor.ENUM, type.getName(), names), ordinal, constants, constants);
    }

    /** Reads the name of an enum class. */
    static Class<?> requireEnum(GraphReader in) {
        Class<?> type = in.readType();
        if (!type.isEnum()) {
            throw in.damaged("class=" + type.getName() + " is no enum");
        }
        return type;
    }

    @Override
    void write(GraphWriter out, Object value) {
        out.out.writeVarInt(((Enum<?>) value).ordinal());
    }

    @Override
    Object read(GraphReader in) {
        int ordinal = in.in.readVarInt();
        Object constant =
                Integer.compareUnsigned(ordinal, byRemoteOrdinal.length) < 0 ? byRemoteOrdinal[ordinal] : null;
        if (constant == null) {
            throw new DecodeException("decode: constant=" + nameOf(ordinal) + " of enum=" + type.getName()
                    + " is unknown here, offset=" + in.in.position() + "; update this side's class");
        }
        return constant;
    }

    private String nameOf(int ordinal) {
        return Integer.compareUnsigned(ordinal, descriptor.fields.size()) < 0
                ? descriptor.fields.get(ordinal).name()
                : Integer.toUnsignedString(ordinal);
    }

    @Override
    TypeCodec converter(Descriptor remote, TypeTable table) {
        Object[] mapped = new Object[remote.fields.size()];
        for (int i = 0; i < mapped.length; i++) {
            String name = remote.fields.get(i).name();
            for (Object constant : constants) {
                if (((Enum<?>) constant).name().equals(name)) {
                    mapped[i] = constant;
                }
            }
        }
        return new EnumCodec(type, remote, ordinal, constants, mapped);
    }
}
