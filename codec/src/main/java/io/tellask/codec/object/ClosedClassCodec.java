package io.tellask.codec.object;

import io.tellask.codec.DecodeException;
import io.tellask.codec.graph.GraphReader;
import io.tellask.codec.graph.GraphWriter;
import io.tellask.codec.graph.Parts;
import io.tellask.codec.graph.TypeCodec;
import io.tellask.codec.graph.TypeRegistry;
import io.tellask.codec.schema.Descriptor;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * The codec of a serializable class whose package is closed to us: its {@link ClosedFields}.
 *
 * <p>About twenty times slower a field than generated code; opening the package or handing in a lookup avoids it.
 */
public final class ClosedClassCodec extends ObjectCodec {
    private final ClosedFields fields;

    private ClosedClassCodec(ClosedFields fields, int ordinal) {
        super(fields.shape(), ordinal);
        this.fields = fields;
    }

    public static boolean suits(Class<?> type) {
        return Serializable.class.isAssignableFrom(type) && !type.isRecord();
    }

    public static ClosedClassCodec of(Class<?> type, int ordinal) throws ReflectiveOperationException {
        return new ClosedClassCodec(ClosedFields.of(type, Descriptor.OBJECT), ordinal);
    }

    @Override
    public boolean isInPlace() {
        return false;
    }

    @Override
    public @Nullable Parts parts() {
        return null;
    }

    @Override
    public TypeCodec patient() {
        return this;
    }

    @Override
    public boolean readsUnresolved() {
        return false;
    }

    @Override
    public TypeCodec converter(Descriptor remote, TypeRegistry table) {
        if (remote.kind != Descriptor.OBJECT && remote.kind != Descriptor.RECORD) {
            throw new DecodeException("decode: class=" + type.getName() + " is closed to the codec here, "
                    + descriptor.differenceFrom(remote) + "; open its package");
        }
        return new ClosedClassCodec(fields.writtenAs(remote), ordinal);
    }

    @Override
    public void write(GraphWriter out, Object value) {
        fields.write(out, value);
    }

    @Override
    public Object read(GraphReader in) {
        Object object = FieldParts.allocate(shape, in);
        in.register(object);
        in.unbacked.takeObject(fields.unbackedSlots(), in);
        fields.readInto(in, object);
        return object;
    }
}
