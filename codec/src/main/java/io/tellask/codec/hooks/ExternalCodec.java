package io.tellask.codec.hooks;

import io.tellask.codec.DecodeException;
import io.tellask.codec.failure.Failures;
import io.tellask.codec.graph.DescribedCodec;
import io.tellask.codec.graph.GraphReader;
import io.tellask.codec.graph.GraphWriter;
import io.tellask.codec.graph.TypeCodec;
import io.tellask.codec.graph.TypeRegistry;
import io.tellask.codec.schema.Descriptor;
import io.tellask.codec.schema.Descriptor.HierarchyPartSpec;
import java.io.Externalizable;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import sun.reflect.ReflectionFactory;

/**
 * The codec of an {@link Externalizable}: it is made by its public constructor without arguments, and what it writes
 * are the items of one part.
 */
public final class ExternalCodec extends DescribedCodec {
    private static final HierarchyPartSpec PART = new HierarchyPartSpec("", HierarchyPartSpec.ITEMS, List.of());

    private final Constructor<?> constructor;
    private final HierarchyPartReader reader = new HierarchyPartReader(PART, null);

    public ExternalCodec(Class<?> type, Constructor<?> constructor, int ordinal) {
        super(type, true, false, Descriptor.hooked(type.getName(), List.of(PART)), ordinal);
        this.constructor = constructor;
    }

    public static @Nullable Constructor<?> constructor(Class<?> type) {
        return ReflectionFactory.getReflectionFactory().newConstructorForExternalization(type);
    }

    @Override
    public void write(GraphWriter out, Object value) {
        HookOutput.of(out).call((Externalizable) value);
    }

    @Override
    public Object read(GraphReader in) {
        Externalizable object = construct();
        in.register(object);
        readItems(in, object);
        return object;
    }

    @Override
    public boolean readsUnresolved() {
        return true;
    }

    @Override
    public Object readUnresolved(GraphReader in) {
        Externalizable object = construct();
        if (!readItems(in, object)) {
            throw unresolvable();
        }
        return object;
    }

    @Override
    public boolean writesFields() {
        return false;
    }

    private boolean readItems(GraphReader in, Externalizable object) {
        if (!in.patches.isCareful()) {
            HookInput.of(in).call(object, new MessageItems(in, reader));
            return true;
        }
        HookedFill fill = new HookedFill(in, object);
        BufferedItems items = fill.buffer(reader, HierarchyPart.Keys.NONE);
        fill.add(() -> HookInput.of(in).call(object, items));
        return fill.finish();
    }

    private Externalizable construct() {
        try {
            return (Externalizable) constructor.newInstance();
        } catch (InvocationTargetException e) {
            throw Failures.reading(e.getCause() == null ? e : e.getCause(), type, "constructor");
        } catch (ReflectiveOperationException e) {
            throw Failures.reading(e, type, "constructor");
        }
    }

    @Override
    public TypeCodec converter(Descriptor remote, TypeRegistry table) {
        throw new DecodeException("decode: class=" + type.getName()
                + " is Externalizable here and was not where it was written; use one version of the class");
    }
}
