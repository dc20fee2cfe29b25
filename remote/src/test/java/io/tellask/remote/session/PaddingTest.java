package io.tellask.remote.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Fields that different threads write lie on different cache lines. The virtual machine lays the fields of a superclass out before those
 * of its subclasses, so a class of sixteen longs between two classes keeps the fields of these at least 128 bytes apart.
 */
class PaddingTest {
    private static final int PADDING_LONGS = 16;

    /** The classes between Object and a class, the class included, outermost first. */
    private static List<Class<?>> ladder(Class<?> type) {
        List<Class<?>> classes = new ArrayList<>();
        for (Class<?> at = type; at != Object.class; at = at.getSuperclass()) {
            classes.addFirst(at);
        }
        return classes;
    }

    private static List<Field> instanceFields(Class<?> type) {
        return Arrays.stream(type.getDeclaredFields())
                .filter(field -> !Modifier.isStatic(field.getModifiers()))
                .toList();
    }

    private static boolean isPadding(Class<?> type) {
        List<Field> fields = instanceFields(type);
        return fields.size() == PADDING_LONGS && fields.stream().allMatch(field -> field.getType() == long.class);
    }

    private static Class<?> holderOf(Class<?> type, String field) {
        return ladder(type).stream()
                .filter(each ->
                        instanceFields(each).stream().anyMatch(f -> f.getName().equals(field)))
                .findFirst()
                .orElseThrow();
    }

    private static void assertPaddedOnBothSides(Class<?> type, String field) {
        List<Class<?>> ladder = ladder(type);
        int at = ladder.indexOf(holderOf(type, field));
        assertThat(isPadding(ladder.get(at - 1))).as("padding before " + field).isTrue();
        assertThat(isPadding(ladder.get(at + 1))).as("padding behind " + field).isTrue();
    }

    @Test
    void keepsWhatCallersWriteApartInTheBatch() {
        for (String field : List.of("locked", "filling", "frameStart", "flushQueued")) {
            assertPaddedOnBothSides(Outbound.class, field);
        }
        assertThat(holderOf(Outbound.class, "spare")).isEqualTo(Outbound.class);
        assertThat(holderOf(Outbound.class, "waiting")).isEqualTo(Outbound.class);
    }

    @Test
    void keepsOpeningAndSettlingOfCallsApart() {
        assertPaddedOnBothSides(Calls.class, "freeHead");
        assertPaddedOnBothSides(Calls.class, "settled");
        assertThat(holderOf(Calls.class, "freeHead")).isNotEqualTo(holderOf(Calls.class, "settled"));
    }

    @Test
    void keepsWhatTheLoopAndTheActorCountApart() {
        assertPaddedOnBothSides(Export.class, "receivedMessages");
        assertPaddedOnBothSides(Export.class, "executedMessages");
        assertThat(holderOf(Export.class, "receivedMessages")).isNotEqualTo(holderOf(Export.class, "executedMessages"));
    }

    @Test
    void keepsWhoOpensCallsAndWhoSettlesThemApart() {
        assertPaddedOnBothSides(Calls.class, "freeCount");
        assertPaddedOnBothSides(Calls.class, "settled");
        assertThat(holderOf(Calls.class, "removedCount")).isEqualTo(holderOf(Calls.class, "settled"));
        assertThat(holderOf(Calls.class, "opened")).isEqualTo(holderOf(Calls.class, "freeCount"));
    }

    @Test
    void keepsWhatTheLoopCountsApartFromWhatTheActorCounts() {
        assertPaddedOnBothSides(Export.class, "receivedMessages");
        assertPaddedOnBothSides(Export.class, "executedMessages");
        assertThat(holderOf(Export.class, "receivedMessages")).isNotEqualTo(holderOf(Export.class, "executedMessages"));
    }
}
