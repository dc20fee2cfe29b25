package io.tellask.codec.hooks;

import io.tellask.codec.EncodeException;
import io.tellask.codec.failure.Failures;
import io.tellask.codec.graph.GraphReader;
import io.tellask.codec.graph.GraphWriter;
import io.tellask.codec.graph.TypeCodec;
import io.tellask.codec.graph.TypeRegistry;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import org.jspecify.annotations.Nullable;
import sun.reflect.ReflectionFactory;

/**
 * Writes what {@code writeReplace} gives in the place of an object, with the head and body of that.
 *
 * <p>One object is replaced once a message, so that two references to it stay one. Where the replacement is of the same
 * class it is written as it is, by {@link #self}.
 */
public final class ReplacedCodec extends TypeCodec {
    /** Replacements of replacements. */
    static final int MAX_CHAIN = 64;

    /** The codec of objects of this class that are not replaced, and of those that are read. */
    final TypeCodec self;

    private final MethodHandle writeReplace;

    private ReplacedCodec(TypeCodec self, MethodHandle writeReplace) {
        super(self.type, DESCRIBED, false);
        this.self = self;
        this.writeReplace = writeReplace.asType(MethodType.methodType(Object.class, Object.class));
    }

    /** Puts the writeReplace of the codec's class, if it has one, in front of the codec. */
    public static TypeCodec over(TypeCodec codec) {
        MethodHandle hook = ReflectionFactory.getReflectionFactory().writeReplaceForSerialization(codec.type);
        return hook == null ? codec : new ReplacedCodec(codec, hook);
    }

    /** The codec that reads objects of the class, and stands for the class where it is only named. */
    public static TypeCodec unwrapped(TypeCodec codec) {
        return codec instanceof ReplacedCodec replaced ? replaced.self : codec;
    }

    @Override
    public void write(GraphWriter out, Object value) {
        Object replacement = out.isTracking() ? HookOutput.of(out).replacementOf(value) : null;
        if (replacement == null) {
            replacement = lastReplacement(out.table, value);
            if (replacement != null && out.isTracking()) {
                HookOutput.of(out).remember(value, replacement);
            }
        }
        if (replacement == null) {
            out.writeRef(null);
        } else {
            out.writeValue(replacement, unwrapped(out.codecOf(replacement.getClass())));
        }
    }

    /** Follows a chain until it ends at null, at the class that it came from, or at a class that replaces nothing. */
    private @Nullable Object lastReplacement(TypeRegistry table, Object value) {
        Object current = value;
        ReplacedCodec codec = this;
        for (int i = 0; i < MAX_CHAIN; i++) {
            Object next = codec.replace(current);
            if (next == null || next.getClass() == current.getClass()) {
                return next;
            }
            if (!(table.codecOf(next.getClass()) instanceof ReplacedCodec further)) {
                return next;
            }
            current = next;
            codec = further;
        }
        throw new EncodeException("encode: writeReplace of class=" + type.getName()
                + " goes on, replacements > MAX_CHAIN=" + MAX_CHAIN + "; end the chain");
    }

    private @Nullable Object replace(Object value) {
        try {
            return (@Nullable Object) writeReplace.invokeExact(value);
        } catch (Throwable e) {
            throw Failures.writing(e, type, "writeReplace");
        }
    }

    @Override
    public Object read(GraphReader in) {
        throw new IllegalStateException("what replaces an object is read by its own codec");
    }
}
