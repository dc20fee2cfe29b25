package io.tellask.codec.jdk;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A class as a stock JDK stream describes it.
 *
 * @param parent description of its superclass
 * @param local the class here; null where the codec lets none in
 */
record JdkStreamClass(
        String name,
        int flags,
        List<Field> fields,
        @Nullable JdkStreamClass parent,
        @Nullable Class<?> local) {
    /**
     * A field as the stream describes it.
     *
     * @param type code of a primitive, {@code L} or {@code [}
     * @param nameAt position of the name's length in the stream
     */
    record Field(char type, String name, int nameAt) {
        int bytes() {
            return switch (type) {
                case 'Z', 'B' -> 1;
                case 'S', 'C' -> 2;
                case 'I', 'F' -> 4;
                case 'J', 'D' -> 8;
                default -> 0;
            };
        }
    }

    boolean has(int flag) {
        return (flags & flag) != 0;
    }
}
