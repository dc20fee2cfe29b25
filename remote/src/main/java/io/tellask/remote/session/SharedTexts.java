package io.tellask.remote.session;

import io.tellask.remote.ValueEncoding;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The texts of items that were just sent, so that one which goes to many pages is encoded once. Belongs to the sessions of one server, whose
 * codec is the same. Thread-safe.
 *
 * <p>Only records are kept that cannot change: their components are numbers, strings, times, enums, and records of such. Whether it is
 * the same item is asked by identity. At most {@value #SLOTS} texts of up to {@value #MOST_BYTES} bytes are held, with their items.
 *
 * <pre>
 * Why: a text costs 5.7 us of CPU for a record of three components, the rest of sending it to a page in bursts 1.4 us. Several actors
 * that push at the same time, and sessions that are some items behind others, find their own slots, most likely. A race between
 * them loses a text, and nothing else: entries have final fields only.
 * </pre>
 */
public final class SharedTexts {
    static final int SLOTS = 256;
    static final int MOST_BYTES = 2_048;

    private static final int MOST_NESTING = 8;
    private static final Set<Class<?>> CONSTANTS = Set.of(
            String.class,
            Boolean.class,
            Byte.class,
            Short.class,
            Character.class,
            Integer.class,
            Long.class,
            Float.class,
            Double.class,
            UUID.class,
            Duration.class,
            Instant.class,
            LocalDate.class,
            LocalDateTime.class,
            LocalTime.class,
            OffsetDateTime.class);

    private static final ClassValue<Boolean> IS_CONSTANT = new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
            return isConstant(type, 0);
        }
    };

    private final @Nullable Text[] slots = new Text[SLOTS];

    /** What was made of an item. */
    private record Text(Object item, Type declared, ValueEncoding form, byte[] bytes) {}

    /** Whether items of a class never change, so that their texts may be kept. */
    static boolean keeps(Class<?> type) {
        return IS_CONSTANT.get(type);
    }

    private static boolean isConstant(Class<?> type, int nesting) {
        return type.isRecord()
                && nesting < MOST_NESTING
                && !replacesItself(type)
                && Arrays.stream(type.getRecordComponents())
                        .map(RecordComponent::getType)
                        .allMatch(each -> each.isPrimitive()
                                || CONSTANTS.contains(each)
                                || each.isEnum()
                                || isConstant(each, nesting + 1));
    }

    /** Java serialization asks such a record what stands for it. */
    private static boolean replacesItself(Class<?> type) {
        return Arrays.stream(type.getDeclaredMethods())
                .anyMatch(method -> method.getName().equals("writeReplace") && method.getParameterCount() == 0);
    }

    /** The text of the very same item, if it is still here. */
    byte @Nullable [] find(Object item, Type declared, ValueEncoding form) {
        Text text = slots[slot(item, form)];
        boolean isSame = text != null && text.item == item && text.form == form && text.declared.equals(declared);
        return isSame ? text.bytes : null;
    }

    /** Keeps a text unless it is long. */
    void keep(Object item, Type declared, ValueEncoding form, byte[] text) {
        if (text.length <= MOST_BYTES) {
            slots[slot(item, form)] = new Text(item, declared, form, text);
        }
    }

    private static int slot(Object item, ValueEncoding form) {
        return System.identityHashCode(item) + form.ordinal() & SLOTS - 1;
    }
}
