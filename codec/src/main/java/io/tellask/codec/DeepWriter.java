package io.tellask.codec;

import io.tellask.codec.ClassShape.Member;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/** Writes what {@link DeepReader} reads, in the same way: what is begun waits on the heap. Not thread-safe. */
final class DeepWriter {
    private final GraphWriter out;
    private final int room;
    private final ArrayDeque<Begun> begun = new ArrayDeque<>();

    private DeepWriter(GraphWriter out) {
        this.out = out;
        this.room = out.levels.room();
    }

    /** Writes the body of an object that was begun. */
    static void write(ObjectCodec codec, GraphWriter out, Object value) {
        new DeepWriter(out).writeAll(codec, value);
    }

    private void writeAll(ObjectCodec codec, Object value) {
        try {
            begun.addLast(new Begun(codec, value));
            while (true) {
                Begun last = begun.getLast();
                if (last.index < last.codec.shape.members().size()) {
                    writeNext(last, last.codec.shape.members().get(last.index));
                } else {
                    begun.removeLast();
                    if (begun.isEmpty()) {
                        return;
                    }
                    out.levels.leaveDeep(room);
                    begun.getLast().index++;
                }
            }
        } catch (Throwable e) {
            RuntimeException failure = null;
            while (!begun.isEmpty()) {
                Begun last = begun.removeLast();
                failure = FailurePath.writing(failure == null ? e : failure, last.codec.shape, last.index);
            }
            throw failure == null ? FailurePath.writing(e, codec.shape, -1) : failure;
        }
    }

    private void writeNext(Begun last, Member member) throws Throwable {
        if (member.kind() == 'Z') {
            last.flags.write((boolean) member.requireGetter().invokeExact(last.object), out.out);
            last.index++;
        } else if (member.kind() != 'L') {
            FieldwiseCodec.write(out, last.object, member.kind(), member.requireGetter());
            last.index++;
        } else {
            Object value = (@Nullable Object) member.requireGetter().invokeExact(last.object);
            TypeCodec codec = value == null ? RefusedCodec.NONE : out.table.codecOf(value.getClass());
            if (value != null && codec instanceof ObjectCodec next && next.isReadByFields()) {
                if (out.beginDeep(value, next, room)) {
                    begun.addLast(new Begun(next, value));
                } else {
                    last.index++;
                }
            } else {
                out.writeRef(value);
                last.index++;
            }
        }
    }

    /** An object with the index of the field that comes next. */
    private static final class Begun {
        private final ObjectCodec codec;
        private final Object object;
        private final FieldwiseCodec.Flags flags;
        private int index;

        Begun(ObjectCodec codec, Object object) {
            this.codec = codec;
            this.object = object;
            this.flags = new FieldwiseCodec.Flags(codec.shape.flagCount());
        }
    }
}
