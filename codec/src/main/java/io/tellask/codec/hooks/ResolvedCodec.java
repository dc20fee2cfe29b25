package io.tellask.codec.hooks;

import io.tellask.codec.failure.Failures;
import io.tellask.codec.graph.DescribedCodec;
import io.tellask.codec.graph.FormCodecs;
import io.tellask.codec.graph.GraphReader;
import io.tellask.codec.graph.GraphWriter;
import io.tellask.codec.graph.TypeCodec;
import io.tellask.codec.graph.TypeRegistry;
import io.tellask.codec.schema.Descriptor;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import org.jspecify.annotations.Nullable;
import sun.reflect.ReflectionFactory;

/**
 * Hands out what {@code readResolve} gives in the place of an object that was read.
 *
 * <p>References from within the object, which in Java serialization see it unresolved, see what it resolves to: where
 * that is another object, the message is read anew and their places are filled when it is known.
 */
public final class ResolvedCodec extends DescribedCodec {
    private final DescribedCodec inner;
    private final MethodHandle readResolve;
    private final FormCodecs forms;

    private ResolvedCodec(DescribedCodec inner, MethodHandle readResolve) {
        super(inner.type, true, inner.built, inner.descriptor, inner.ordinal);
        this.inner = inner;
        this.readResolve = readResolve;
        this.forms = new FormCodecs(wide -> new ResolvedCodec((DescribedCodec) inner.inForm(wide), readResolve));
    }

    /** Puts the readResolve of the codec's class, if it has one, behind the codec. */
    public static TypeCodec over(TypeCodec codec) {
        MethodHandle hook = ReflectionFactory.getReflectionFactory().readResolveForSerialization(codec.type);
        return hook == null || !(codec instanceof DescribedCodec described)
                ? codec
                : new ResolvedCodec(described, hook.asType(MethodType.methodType(Object.class, Object.class)));
    }

    @Override
    public TypeCodec inForm(boolean wide) {
        return forms.of(wide);
    }

    @Override
    public boolean isInPlace() {
        return inner.isInPlace();
    }

    @Override
    public void meetMembers(TypeRegistry table, boolean wide) {
        inner.meetMembers(table, wide);
    }

    @Override
    public void write(GraphWriter out, Object value) {
        inner.write(out, value);
    }

    @Override
    public @Nullable Object read(GraphReader in) {
        if (in.patches.isCareful() && inner.readsUnresolved()) {
            return readCarefully(in);
        }
        int number = in.nextNumber();
        Object object = (in.keys.isWeighing() ? inner.patient() : inner).read(in);
        boolean reached = in.isReached();
        Object resolved = resolve(object);
        if (resolved != object) {
            if (reached) {
                in.patches.requireCareful();
                throw unresolvable();
            }
            in.fill(number, resolved);
        }
        return resolved;
    }

    /** Leaves a hole for the resolved object while its parts are read. */
    private @Nullable Object readCarefully(GraphReader in) {
        int number = in.reserve();
        Object resolved = resolve(inner.readUnresolved(in));
        in.fill(number, resolved);
        return resolved;
    }

    private @Nullable Object resolve(@Nullable Object object) {
        try {
            return (@Nullable Object) readResolve.invokeExact(object);
        } catch (Throwable e) {
            throw Failures.reading(e, type, "readResolve");
        }
    }

    @Override
    public TypeCodec converter(Descriptor remote, TypeRegistry table) {
        TypeCodec converter = inner.converter(remote, table);
        return converter instanceof DescribedCodec described ? new ResolvedCodec(described, readResolve) : converter;
    }
}
