package io.tellask.codec.object;

import io.tellask.codec.DecodeException;
import io.tellask.codec.graph.FailurePath;
import io.tellask.codec.graph.GraphReader;
import io.tellask.codec.schema.ClassShape;
import io.tellask.codec.schema.ClassShape.Member;
import io.tellask.codec.schema.WrittenRecord;
import java.lang.invoke.MethodHandle;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Builds records whose components were read one by one. Immutable and thread-safe. */
final class RecordBuilder {
    private final ClassShape shape;
    private final List<Member> members;
    private final MethodHandle canonical;

    RecordBuilder(ClassShape shape) {
        this.shape = shape;
        members = shape.members();
        canonical = WrittenRecord.spread(shape.requireCanonical());
    }

    /** Builds the record that took {@code number} from its components. */
    Object build(GraphReader in, int number, @Nullable Object[] components) {
        return in.late.build(number, components, parts -> construct(in, parts));
    }

    private Object construct(GraphReader in, @Nullable Object[] arguments) {
        Object built;
        try {
            built = (Object) canonical.invokeExact(arguments);
        } catch (Throwable e) {
            throw FailurePath.reading(e, in, shape, -1);
        }
        for (Member member : members) {
            if (in.patches.isPartial(arguments[member.component()])) {
                requireKept(in, built, member.name(), arguments[member.component()]);
            }
        }
        return built;
    }

    /** A constructor that copies what is not complete yet would lose what comes later. */
    private void requireKept(GraphReader in, Object built, String component, @Nullable Object argument) {
        Object kept = ((ObjectCodec) in.table.codecOf(shape.type())).shape.valueOf(built, component, argument);
        if (kept != argument) {
            throw new DecodeException(
                    "decode: the constructor of record=" + shape.type().getName()
                            + " copies component=" + component
                            + ", which lies on a cycle through it and is not complete yet; keep what is given, or use a class");
        }
    }
}
