package io.tellask.actor.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.actor.contract.LocalReference;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What an actor that has nothing to do takes of the heap, by the fields of its objects: there may be millions. References take 4 bytes, a header 12. */
class IdleActorSizeTest {
    private static final int HEADER_BYTES = 12;
    private static final int REFERENCE_BYTES = 4;
    private static final int ALIGNMENT_BYTES = 8;
    private static final Map<Class<?>, Integer> BYTES_OF_PRIMITIVES = Map.of(
            boolean.class,
            1,
            byte.class,
            1,
            char.class,
            2,
            short.class,
            2,
            int.class,
            4,
            float.class,
            4,
            long.class,
            8,
            double.class,
            8);

    @Test
    void cellMailboxAndReferenceFitInto184Bytes() {
        assertThat(bytesOf(Mailbox.class)).isLessThanOrEqualTo(48);
        assertThat(bytesOf(ActorCell.class)).isLessThanOrEqualTo(120);
        assertThat(bytesOf(LocalReference.class)).isLessThanOrEqualTo(16); // generated classes add no field
    }

    private static int bytesOf(Class<?> type) {
        int bytes = HEADER_BYTES;
        for (Class<?> at = type; at != Object.class; at = at.getSuperclass()) {
            for (Field field : at.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers())) {
                    bytes += BYTES_OF_PRIMITIVES.getOrDefault(field.getType(), REFERENCE_BYTES);
                }
            }
        }
        return (bytes + ALIGNMENT_BYTES - 1) / ALIGNMENT_BYTES * ALIGNMENT_BYTES;
    }
}
