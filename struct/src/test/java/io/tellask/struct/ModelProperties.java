package io.tellask.struct;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.struct.GeneratedInterface.Color;
import io.tellask.struct.GeneratedInterface.Field;
import io.tellask.test.Seed;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Structs of random fields, over memory of all kinds, hold what a map of the same values holds. */
class ModelProperties {
    private static final int LAYOUTS = 60;
    private static final int WRITES = 300;

    private final Random random = new Random(Seed.given());

    @Test
    void structsHoldWhatAMapHolds() throws Exception {
        try (Arena arena = Arena.ofConfined()) {
            for (int i = 0; i < LAYOUTS; i++) {
                GeneratedInterface generated = GeneratedInterface.random(random, "" + i);
                check(StructType.of(generated.type()), generated, memory(arena));
            }
        }
    }

    private MemorySegment memory(Arena arena) {
        int bytes = 1 << 18;
        return switch (random.nextInt(3)) {
            case 0 -> MemorySegment.ofArray(new byte[bytes]).asSlice(random.nextInt(100));
            case 1 -> MemorySegment.ofArray(new long[bytes / 8]);
            default -> arena.allocate(bytes);
        };
    }

    private <T> void check(StructType<T> type, GeneratedInterface generated, MemorySegment memory) throws Exception {
        int size = type.layout().sizeBytes();
        int slots = 3;
        int first = random.nextInt(50);
        T view = type.view(memory, first);
        Map<String, Object> model = new HashMap<>();
        for (int i = 0; i < WRITES; i++) {
            int slot = random.nextInt(slots);
            type.move(view, memory, first + (long) slot * size);
            writeOne(generated, view, slot + ".", model);
        }
        for (int slot = 0; slot < slots; slot++) {
            type.move(view, first + (long) slot * size);
            compare(generated, view, slot + ".", model, type.layout().diagram());
        }
    }

    /** Writes a random field, or one of a nested struct. */
    private void writeOne(GeneratedInterface generated, Object view, String path, Map<String, Object> model)
            throws Exception {
        GeneratedInterface inner = generated.inner();
        if (inner != null && random.nextBoolean()) {
            int index = generated.innerCount() == 0 ? -1 : random.nextInt(generated.innerCount());
            writeOne(inner, inner(generated, view, index), path + index + ".", model);
            return;
        }
        Field field = generated.fields().get(random.nextInt(generated.fields().size()));
        int index = field.count() == 0 ? -1 : random.nextInt(field.count());
        Object value = value(field);
        write(generated.type(), view, field, index, value);
        model.put(path + field.name() + index, value);
    }

    private static void compare(
            GeneratedInterface generated, Object view, String path, Map<String, Object> model, String diagram)
            throws Exception {
        for (Field field : generated.fields()) {
            for (int index = field.count() == 0 ? -1 : 0; index < field.count(); index++) {
                Object expected = model.get(path + field.name() + index);
                assertThat(read(generated.type(), view, field, index))
                        .as("%s%s of%n%s", path, field, diagram)
                        .isEqualTo(expected == null ? zero(field) : expected);
            }
        }
        GeneratedInterface inner = generated.inner();
        int count = generated.innerCount();
        for (int index = count == 0 ? -1 : 0; inner != null && index < count; index++) {
            compare(inner, inner(generated, view, index), path + index + ".", model, diagram);
        }
    }

    private static Object inner(GeneratedInterface generated, Object view, int index) throws Exception {
        return index < 0
                ? method(generated.type(), "inner").invoke(view)
                : method(generated.type(), "inner", int.class).invoke(view, index);
    }

    private static void write(Class<?> type, Object view, Field field, int index, Object value) throws Exception {
        if (index < 0) {
            method(type, field.name(), field.type()).invoke(view, value);
        } else {
            method(type, field.name(), int.class, field.type()).invoke(view, index, value);
        }
    }

    private static Object read(Class<?> type, Object view, Field field, int index) throws Exception {
        return index < 0
                ? method(type, field.name()).invoke(view)
                : method(type, field.name(), int.class).invoke(view, index);
    }

    private static Method method(Class<?> type, String name, Class<?>... parameters) throws NoSuchMethodException {
        Method method = type.getMethod(name, parameters);
        method.setAccessible(true);
        return method;
    }

    private Object value(Field field) {
        if (field.type() == String.class) {
            return text(field.maxTextBytes());
        }
        if (field.type() == Color.class) {
            return Color.values()[random.nextInt(3)];
        }
        long bits = random.nextLong();
        return switch (field.type().getName()) {
            case "boolean" -> bits < 0;
            case "byte" -> (byte) bits;
            case "short" -> (short) bits;
            case "char" -> (char) bits;
            case "int" -> (int) bits;
            case "long" -> bits;
            case "float" -> random.nextFloat();
            default -> random.nextDouble();
        };
    }

    private static Object zero(Field field) {
        if (field.type() == String.class) {
            return "";
        }
        if (field.type() == Color.class) {
            return Color.RED;
        }
        return Array.get(Array.newInstance(field.type(), 1), 0);
    }

    private String text(int maxBytes) {
        StringBuilder text = new StringBuilder();
        int bytes = random.nextInt(maxBytes + 1);
        boolean ascii = random.nextBoolean();
        while (bytes > 0) {
            boolean two = !ascii && bytes > 1 && random.nextBoolean();
            text.append((char) (two ? 0x80 + random.nextInt(0x700) : 1 + random.nextInt(0x7f)));
            bytes -= two ? 2 : 1;
        }
        return text.toString();
    }
}
