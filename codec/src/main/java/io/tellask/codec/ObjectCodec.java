package io.tellask.codec;

import org.jspecify.annotations.Nullable;

/** The codec of a class or record of the application. */
abstract class ObjectCodec extends DescribedCodec {
    final ClassShape shape;
    private @Nullable TypeCodec patient;

    ObjectCodec(ClassShape shape, int ordinal) {
        super(shape.type(), true, shape.isRecord() && shape.hasReferences(), shape.descriptor(), ordinal);
        this.shape = shape;
    }

    /** Whether objects are no more than their fields, each with a handle: then they need no stack, however deep. */
    boolean isReadByFields() {
        return !shape.isRecord();
    }

    /** Reads through one handle per field, which takes a {@link Hole}. */
    @Override
    TypeCodec patient() {
        TypeCodec known = patient;
        if (known == null) {
            known = new FieldwiseCodec(shape, ordinal);
            patient = known;
        }
        return known;
    }

    @Override
    boolean readsUnresolved() {
        return !shape.isRecord();
    }

    @Override
    Object readUnresolved(GraphReader in) {
        Object object = ConvertingReader.allocate(shape, in);
        new ConvertingReader(shape).readInto(in, object);
        return object;
    }

    @Override
    TypeCodec converter(Descriptor remote, TypeTable table) {
        if (remote.kind == Descriptor.HOOKED) {
            return new LostHooksCodec(shape, remote);
        }
        return new EvolvedCodec(EvolvedShape.of(shape, remote), ordinal, table);
    }
}
