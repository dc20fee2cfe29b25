package io.tellask.codec.jdk;

import java.nio.ByteBuffer;
import java.util.Set;

/** Boxes of the JDK that a stock stream holds as objects of one field. */
final class PlainBoxes {
    private static final Set<Class<?>> BOXES = Set.of(
            Boolean.class,
            Byte.class,
            Short.class,
            Character.class,
            Integer.class,
            Long.class,
            Float.class,
            Double.class);

    private PlainBoxes() {}

    static boolean contains(Class<?> type) {
        return BOXES.contains(type);
    }

    /** The hash of a box whose field has a type and lies at a position. */
    static int hash(char type, ByteBuffer in, int at) {
        return switch (type) {
            case 'Z' -> Boolean.hashCode(in.get(at) != 0);
            case 'B' -> in.get(at);
            case 'S' -> in.getShort(at);
            case 'C' -> in.getChar(at);
            case 'I', 'F' -> in.getInt(at);
            case 'J', 'D' -> Long.hashCode(in.getLong(at));
            default -> 0;
        };
    }
}
