package io.tellask.codec.graph;

import io.tellask.codec.NotInPlaceException;

/** Classes without an object of them: an array's component, the key type of an enum map. */
public final class NamedTypes {
    private NamedTypes() {}

    /** Not in place: the class may be one that nobody has looked into. */
    public static void write(GraphWriter out, Class<?> type) {
        if (out.isInPlace()) {
            throw NotInPlaceException.CODE;
        }
        if (type.isArray() && out.table.codecOf(type).head == HeadNumbers.ARRAY) {
            out.out.writeByte(HeadNumbers.ARRAY);
            write(out, type.componentType());
        } else {
            out.writeHead(out.table.typeOf(type));
        }
    }
}
