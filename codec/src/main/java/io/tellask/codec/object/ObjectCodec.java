package io.tellask.codec.object;

import io.tellask.codec.graph.DescribedCodec;
import io.tellask.codec.graph.GraphReader;
import io.tellask.codec.graph.Parts;
import io.tellask.codec.graph.TypeCodec;
import io.tellask.codec.graph.TypeRegistry;
import io.tellask.codec.schema.ClassShape;
import io.tellask.codec.schema.Descriptor;
import org.jspecify.annotations.Nullable;

/** The codec of a class or record of the application. */
public abstract class ObjectCodec extends DescribedCodec {
    public final ClassShape shape;
    private @Nullable FieldwiseCodec fieldwise;
    private @Nullable Parts parts;

    protected ObjectCodec(ClassShape shape, int ordinal) {
        super(shape.type(), true, shape.isRecord() && shape.hasReferences(), shape.descriptor(), ordinal);
        this.shape = shape;
    }

    /** Where fields are read by no accessor of the application. */
    @Override
    public boolean isInPlace() {
        return shape.isReadByFields();
    }

    @Override
    public void meetMembers(TypeRegistry table, boolean wide) {
        CodecGenerator.expectedClasses(shape).forEach(type -> table.codecOf(type, wide));
    }

    /** Objects that are no more than their fields, each with a handle, need no stack, however deep. */
    @Override
    public @Nullable Parts parts() {
        return fields();
    }

    private Parts fields() {
        Parts known = parts;
        if (known == null) {
            known = new FieldParts(shape);
            parts = known;
        }
        return known;
    }

    /** Reads an object through one handle per field. */
    final Object readFields(GraphReader in) {
        return fields().reader(in).readAll(in);
    }

    /** Reads through one handle per field, which takes a {@code Placeholder}. */
    @Override
    public TypeCodec patient() {
        return fieldwise();
    }

    /** The codec of the same objects that uses handles only. */
    public final FieldwiseCodec fieldwise() {
        FieldwiseCodec known = fieldwise;
        if (known == null) {
            known = this instanceof FieldwiseCodec self ? self : new FieldwiseCodec(shape, ordinal);
            fieldwise = known;
        }
        return known;
    }

    @Override
    public boolean readsUnresolved() {
        return !shape.isRecord();
    }

    @Override
    public Object readUnresolved(GraphReader in) {
        Object object = FieldParts.allocate(shape, in);
        FieldParts.readInto(shape, in, object);
        return object;
    }

    @Override
    public TypeCodec converter(Descriptor remote, TypeRegistry table) {
        if (remote.kind == Descriptor.HOOKED) {
            return table.withoutHooks(shape, remote);
        }
        return new EvolvedCodec(shape, remote, ordinal, table);
    }
}
