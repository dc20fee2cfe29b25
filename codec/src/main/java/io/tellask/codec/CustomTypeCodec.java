package io.tellask.codec;

import io.tellask.codec.failure.Failures;
import io.tellask.codec.graph.DescribedCodec;
import io.tellask.codec.graph.GraphReader;
import io.tellask.codec.graph.GraphWriter;
import io.tellask.codec.graph.TypeCodec;
import io.tellask.codec.graph.TypeRegistry;
import io.tellask.codec.schema.Descriptor;
import io.tellask.codec.schema.Descriptor.HierarchyPartSpec;
import java.util.List;

/** Lets a {@link CustomCodec} write and read the bodies of one class. */
final class CustomTypeCodec extends DescribedCodec {
    /** Ordinal of a codec that nothing is written with. */
    static final int READING = -1;

    private static final HierarchyPartSpec PART = new HierarchyPartSpec("", HierarchyPartSpec.ITEMS, List.of());

    final CustomTypes.Registration registration;

    CustomTypeCodec(Class<?> type, CustomTypes.Registration registration, int ordinal) {
        super(type, true, false, Descriptor.hooked(registration.name(), List.of(PART)), ordinal);
        this.registration = registration;
    }

    @Override
    @SuppressWarnings("unchecked")
    public void write(GraphWriter out, Object value) {
        BodyWriter body = new BodyWriter(out, out.bodyRun.writer());
        long outer = out.levels.enterHook(true);
        try {
            ((CustomCodec<Object>) registration.codec()).write(value, body);
        } catch (Throwable e) {
            throw Failures.writing(body.cause(e), type, "custom codec");
        }
        body.end();
        out.levels.leaveHook(outer);
    }

    @Override
    public Object read(GraphReader in) {
        BodyReader body = new BodyReader(in, registration.type(), in.reserve());
        long outer = in.levels.enterHook(true);
        Object value;
        try {
            value = registration.codec().read(body);
        } catch (Throwable e) {
            throw Failures.reading(body.cause(e), registration.type(), "custom codec");
        }
        body.end(value);
        in.levels.leaveHook(outer);
        return value;
    }

    @Override
    public boolean isCustom() {
        return true;
    }

    @Override
    public boolean writesFields() {
        return false;
    }

    /** Itself, if {@code remote} was written by a custom codec. */
    TypeCodec reader(Descriptor remote, TypeRegistry table) {
        return descriptor.hasSameFields(remote) ? this : converter(remote, table);
    }

    @Override
    public TypeCodec converter(Descriptor remote, TypeRegistry table) {
        throw new DecodeException("decode: class=" + type.getName()
                + " has a custom codec here and had none where it was written, "
                + descriptor.differenceFrom(remote) + "; use it on both sides");
    }
}
