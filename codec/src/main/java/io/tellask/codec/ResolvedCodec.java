package io.tellask.codec;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import org.jspecify.annotations.Nullable;
import sun.reflect.ReflectionFactory;

/**
 * Hands out what {@code readResolve} gives in the place of an object that was read.
 *
 * <p>A back reference from within the object sees the object itself, as in Java serialization; from then on the
 * resolved one.
 */
final class ResolvedCodec extends DescribedCodec {
    private final TypeCodec inner;
    private final DescribedCodec described;
    private final MethodHandle readResolve;

    private ResolvedCodec(TypeCodec inner, DescribedCodec described, MethodHandle readResolve) {
        super(described.type, true, described.built, described.descriptor, described.ordinal);
        this.inner = inner;
        this.described = described;
        this.readResolve = readResolve;
    }

    /** Puts the readResolve of the codec's class, if it has one, behind the codec. */
    static TypeCodec over(TypeCodec codec) {
        MethodHandle hook = ReflectionFactory.getReflectionFactory().readResolveForSerialization(codec.type);
        return hook == null || !(codec instanceof DescribedCodec described)
                ? codec
                : new ResolvedCodec(codec, described, hook.asType(MethodType.methodType(Object.class, Object.class)));
    }

    @Override
    void write(GraphWriter out, Object value) {
        inner.write(out, value);
    }

    @Override
    @Nullable
    Object read(GraphReader in) {
        int number = in.nextNumber();
        Object object = inner.read(in);
        Object resolved = resolve(object);
        if (resolved != object) {
            in.fill(number, resolved);
        }
        return resolved;
    }

    private @Nullable Object resolve(@Nullable Object object) {
        try {
            return (@Nullable Object) readResolve.invokeExact(object);
        } catch (Throwable e) {
            throw HookFailure.reading(e, type, "readResolve");
        }
    }

    @Override
    TypeCodec converter(Descriptor remote, TypeTable table) {
        return new ResolvedCodec(described.converter(remote, table), described, readResolve);
    }
}
