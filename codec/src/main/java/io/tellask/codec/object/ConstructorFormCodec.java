package io.tellask.codec.object;

import io.tellask.codec.DecodeException;
import io.tellask.codec.graph.GraphReader;
import io.tellask.codec.graph.GraphWriter;
import io.tellask.codec.graph.Parts;
import io.tellask.codec.graph.TypeCodec;
import io.tellask.codec.graph.TypeRegistry;
import io.tellask.codec.schema.Descriptor;
import org.jspecify.annotations.Nullable;

/** The codec of a class of {@link ConstructorForms}: described as a class with fields, made by its constructor. */
final class ConstructorFormCodec<T> extends ObjectCodec {
    private final ConstructorForms.Form<T> form;

    ConstructorFormCodec(ConstructorForms.Form<T> form, int ordinal) {
        super(form.shape(), ordinal);
        this.form = form;
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
        throw new DecodeException("decode: class=" + type.getName() + " has one form only, "
                + descriptor.differenceFrom(remote) + "; the stream is damaged or of another release");
    }

    @Override
    @SuppressWarnings("unchecked")
    public void write(GraphWriter out, Object value) {
        FieldwiseCodec.writeValues(shape, out, form.writer().apply((T) value));
    }

    @Override
    public Object read(GraphReader in) {
        return form.reader().apply(in);
    }
}
