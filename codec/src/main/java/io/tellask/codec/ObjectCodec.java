package io.tellask.codec;

/** The codec of a class or record of the application. */
abstract class ObjectCodec extends DescribedCodec {
    final ClassShape shape;

    ObjectCodec(ClassShape shape, int ordinal) {
        super(shape.type(), true, shape.isRecord() && shape.hasReferences(), shape.descriptor(), ordinal);
        this.shape = shape;
    }

    @Override
    TypeCodec converter(Descriptor remote, TypeTable table) {
        return new EvolvedCodec(EvolvedShape.of(shape, remote), ordinal, table);
    }
}
