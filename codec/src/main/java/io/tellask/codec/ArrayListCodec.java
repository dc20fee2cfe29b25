package io.tellask.codec;

import java.util.ArrayList;

/** The list that occurs most: walked by index, so that the compiler sees one class throughout. */
final class ArrayListCodec extends TypeCodec {
    ArrayListCodec(int head) {
        super(ArrayList.class, head, true);
    }

    @Override
    Layout layout() {
        return Layout.ELEMENTS;
    }

    @Override
    void write(GraphWriter out, Object value) {
        ArrayList<?> list = (ArrayList<?>) value;
        int count = list.size();
        out.countSlots(count, 1);
        out.out.writeVarInt(count);
        boolean strings = count > 0 && allStrings(list, count);
        out.out.writeByte(strings ? Elements.STRINGS : Elements.MIXED);
        int index = 0;
        try {
            if (strings) {
                for (; index < count; index++) {
                    out.writeString((String) list.get(index));
                }
            } else {
                TypeCodec last = RefusedCodec.NONE;
                for (; index < count; index++) {
                    last = Elements.write(out, list.get(index), false, last);
                }
            }
        } catch (Throwable e) {
            throw FailurePath.writingElement(e, type, index);
        }
        if (list.size() != count) {
            throw Elements.changed(list, count, list.size());
        }
    }

    private static boolean allStrings(ArrayList<?> list, int count) {
        for (int i = 0; i < count; i++) {
            if (!Elements.isString(list.get(i))) {
                return false;
            }
        }
        return true;
    }

    @Override
    Object read(GraphReader in) {
        int count = in.readSlots(1);
        ArrayList<Object> list = new ArrayList<>(count);
        in.register(list);
        boolean strings = Elements.readShape(in);
        int index = 0;
        try {
            if (strings) {
                for (; index < count; index++) {
                    list.add(in.readString());
                }
            } else {
                for (; index < count; index++) {
                    list.add(in.readRef());
                }
            }
        } catch (Throwable e) {
            throw FailurePath.readingElement(e, in, type, index);
        }
        return list;
    }
}
