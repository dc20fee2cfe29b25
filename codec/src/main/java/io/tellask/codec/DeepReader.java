package io.tellask.codec;

import io.tellask.codec.ClassShape.Member;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * Reads objects of classes that refer to each other far down, such as the nodes of a long list, one after the other: what
 * is begun and not finished waits on the heap and takes no stack.
 *
 * <p>Fields of other kinds of objects are read as ever. Not thread-safe.
 */
final class DeepReader {
    private final GraphReader in;
    private final int room;
    private final ArrayDeque<Begun> begun = new ArrayDeque<>();

    private DeepReader(GraphReader in) {
        this.in = in;
        this.room = in.levels.room();
    }

    /** Reads the body of an object that was begun. */
    static Object read(ObjectCodec codec, GraphReader in) {
        return new DeepReader(in).readAll(codec);
    }

    private Object readAll(ObjectCodec codec) {
        try {
            begin(codec);
            while (true) {
                Begun last = begun.getLast();
                if (last.index < last.codec.shape.members().size()) {
                    readNext(last, last.codec.shape.members().get(last.index));
                } else {
                    begun.removeLast();
                    if (begun.isEmpty()) {
                        return last.object;
                    }
                    in.levels.leaveDeep(room);
                    store(begun.getLast(), last.object);
                }
            }
        } catch (Throwable e) {
            RuntimeException failure = null;
            while (!begun.isEmpty()) {
                Begun last = begun.removeLast();
                failure = FailurePath.reading(failure == null ? e : failure, in, last.codec.shape, last.index);
            }
            throw failure == null ? FailurePath.reading(e, in, codec.shape, -1) : failure;
        }
    }

    private void begin(ObjectCodec codec) {
        Object object = ConvertingReader.allocate(codec.shape, in);
        in.register(object);
        begun.addLast(new Begun(codec, object));
    }

    private void readNext(Begun last, Member member) throws Throwable {
        if (member.kind() == 'Z') {
            member.requireSetter().invokeExact(last.object, last.flags.read(in.in));
            last.index++;
        } else if (member.kind() != 'L') {
            ConvertingReader.readField(in, last.object, member.kind(), member.requireSetter());
            last.index++;
        } else {
            int head = in.in.readVarInt();
            if (head == GraphWriter.NULL || head == GraphWriter.BACK_REFERENCE) {
                store(last, head == GraphWriter.NULL ? null : in.readBackReference());
                return;
            }
            TypeCodec codec = in.heads.codecOf(head);
            if (codec instanceof ObjectCodec next && next.isReadByFields()) {
                in.enterDeep(next, room);
                begin(next);
            } else {
                store(last, in.readBody(codec));
            }
        }
    }

    private static void store(Begun target, @Nullable Object value) throws Throwable {
        target.codec.shape.members().get(target.index).requireSetter().invokeExact(target.object, value);
        target.index++;
    }

    /** An object with the index of the field that comes next. */
    private static final class Begun {
        private final ObjectCodec codec;
        private final Object object;
        private final ConvertingReader.Flags flags = new ConvertingReader.Flags();
        private int index;

        Begun(ObjectCodec codec, Object object) {
            this.codec = codec;
            this.object = object;
        }
    }
}
