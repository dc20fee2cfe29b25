package io.tellask.codec.builtin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.codec.Codec;
import io.tellask.codec.DecodeException;
import io.tellask.codec.EncodeException;
import io.tellask.codec.JdkOracle;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.chrono.ChronoLocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Lambdas and method references: off until allowed, and only those of granted classes. */
class LambdasTest {
    private final Codec codec = Codec.builder()
            .allow(LambdasTest.class, Captured.class, Node.class, Other.class)
            .allowLambdas()
            .build();

    interface Operation extends Serializable {
        Object apply(Object argument);
    }

    interface SerializableFunction<T, R> extends Function<T, R>, Serializable {}

    interface SerializableBiFunction<T, U, R> extends BiFunction<T, U, R>, Serializable {}

    interface SerializableSupplier<T> extends Supplier<T>, Serializable {}

    record Captured(String name, int number) implements Serializable {
        String describe(String before) {
            return before + name + number;
        }

        static int twice(int number) {
            return 2 * number;
        }
    }

    static class Node implements Serializable {
        Operation operation;
        List<Object> list = new ArrayList<>();
    }

    static class Other implements Serializable {
        static Operation identity() {
            return argument -> argument;
        }
    }

    private Object back(Object value) {
        return codec.decode(codec.encode(value), Object.class);
    }

    @Test
    void lambdaWithoutCapturesComesBack() {
        Operation back = (Operation) back((Operation) argument -> argument + "!");

        assertThat(back.apply("a")).isEqualTo("a!");
    }

    @Test
    void lambdaKeepsWhatItCaptured() {
        int number = 41;
        long wide = 1L << 40;
        char letter = 'x';
        boolean flag = true;
        Captured captured = new Captured("ada", 7);
        List<String> list = new ArrayList<>(List.of("one"));
        Operation operation = argument -> List.of(number + 1, wide, letter, flag, captured, list, argument);

        Operation back = (Operation) back(operation);

        assertThat(back.apply("z")).isEqualTo(operation.apply("z"));
        assertThat(back.apply("z")).isEqualTo(JdkOracle.roundTrip(operation).apply("z"));
    }

    @Test
    void methodReferencesOfEveryKindComeBack() {
        Captured captured = new Captured("ada", 7);
        SerializableFunction<String, String> bound = captured::describe;
        SerializableBiFunction<Captured, String, String> unbound = Captured::describe;
        SerializableFunction<Integer, Integer> ofClass = Captured::twice;
        SerializableBiFunction<String, Integer, Captured> constructor = Captured::new;
        SerializableFunction<Integer, int[]> array = int[]::new;

        assertThat(((Function<String, String>) cast(back(bound))).apply("<")).isEqualTo("<ada7");
        assertThat(((BiFunction<Captured, String, String>) cast(back(unbound))).apply(captured, ">"))
                .isEqualTo(">ada7");
        assertThat(((Function<Integer, Integer>) cast(back(ofClass))).apply(4)).isEqualTo(8);
        assertThat(((BiFunction<String, Integer, Captured>) cast(back(constructor))).apply("b", 2))
                .isEqualTo(new Captured("b", 2));
        assertThat(((Function<Integer, int[]>) cast(back(array))).apply(3)).hasSize(3);
    }

    @SuppressWarnings("unchecked")
    private static <T> T cast(Object value) {
        return (T) value;
    }

    @Test
    void sharedLambdaStaysShared() {
        Operation operation = argument -> argument;

        List<?> back = (List<?>) back(new ArrayList<>(List.of(operation, operation)));

        assertThat(back.get(0)).isSameAs(back.get(1));
    }

    @Test
    void lambdaOnACycleThroughWhatItCapturedComesBack() {
        Node node = new Node();
        node.operation = argument -> node;
        node.list.add(node.operation);

        Node back = codec.decode(codec.encode(node), Node.class);
        Operation first = (Operation) back(node.operation);

        assertThat(back.operation.apply("")).isSameAs(back);
        assertThat(back.list.get(0)).isSameAs(back.operation);
        assertThat(((Node) first.apply("")).operation).isSameAs(first);
        assertThat(((Node) first.apply("")).list.get(0)).isSameAs(first);
    }

    @Test
    void lambdaThatCapturesALambdaComesBack() {
        Operation inner = argument -> argument + "i";
        Operation outer = argument -> inner.apply(argument) + "o";

        assertThat(((Operation) back(outer)).apply("")).isEqualTo("io");
    }

    @Test
    void comparatorsOfTheJdkComeBack() {
        Comparator<Captured> comparator = Comparator.comparing((SerializableFunction<Captured, String>) Captured::name)
                .thenComparing((SerializableFunction<Captured, Integer>) Captured::number, Comparator.reverseOrder());
        List<Captured> some =
                Arrays.asList(new Captured("b", 1), new Captured("a", 1), new Captured("a", 3), new Captured("b", 2));
        List<Captured> sorted = new ArrayList<>(some);
        sorted.sort(comparator);

        List<Captured> back = new ArrayList<>(some);
        back.sort(cast(back(comparator)));

        assertThat(back).isEqualTo(sorted);
        Comparator<Map.Entry<String, Integer>> byKey = cast(back(Map.Entry.<String, Integer>comparingByKey()));
        assertThat(byKey.compare(Map.entry("a", 1), Map.entry("b", 0))).isNegative();
        Comparator<ChronoLocalDate> timeLine = cast(back(ChronoLocalDate.timeLineOrder()));
        assertThat(timeLine.compare(LocalDate.MIN, LocalDate.MAX)).isNegative();
    }

    @Test
    void lambdasAreRefusedUntilAllowedOnBothSides() {
        Codec closed = Codec.builder().allow(LambdasTest.class).build();
        Operation operation = argument -> argument;
        byte[] bytes = codec.encode(operation);

        assertThatThrownBy(() -> closed.encode(operation))
                .isInstanceOf(EncodeException.class)
                .hasMessageContaining("allow them with Codec.builder().allowLambdas()");
        assertThatThrownBy(() -> closed.decode(bytes, Object.class))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("lambdas are not allowed");
    }

    @Test
    void lambdaOfAClassThatIsNotGrantedIsRefusedOnBothSides() {
        Codec others = Codec.builder().allow(Other.class).allowLambdas().build();
        Operation operation = argument -> argument;
        byte[] bytes = codec.encode(operation);

        assertThatThrownBy(() -> others.encode(operation))
                .isInstanceOf(EncodeException.class)
                .hasMessageContaining("lambda of class=" + LambdasTest.class.getName() + " is not granted");
        assertThatThrownBy(() -> others.decode(bytes, Object.class))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("class=" + LambdasTest.class.getName() + " is not granted");
        assertThat(((Operation) others.decode(others.encode(Other.identity()), Object.class)).apply(1))
                .isEqualTo(1);
    }

    @Test
    void lambdaThatIsNotSerializableIsRefused() {
        Runnable plain = () -> {};

        assertThatThrownBy(() -> codec.encode(plain))
                .isInstanceOf(EncodeException.class)
                .hasMessageContaining("is a lambda that is not Serializable");
    }

    @Test
    void classThatHasNoSuchLambdaDoesNotMakeIt() {
        byte[] bytes = codec.encode((Operation) argument -> argument);
        byte[] forged = replaced(bytes, "apply", "apply".toUpperCase(java.util.Locale.ROOT));
        byte[] foreign = replaced(bytes, "LambdasTest", "NothingHere");

        assertThatThrownBy(() -> codec.decode(forged, Object.class))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("does not make the lambda");
        assertThatThrownBy(() -> codec.decode(foreign, Object.class)).isInstanceOf(DecodeException.class);
    }

    @Test
    void classOfTheJdkMakesNoLambdaUnlessItOnlyCompares() {
        byte[] bytes = codec.encode((Operation) argument -> argument);
        byte[] forged = replaced(bytes, LambdasTest.class.getName(), "java.util.ArrayListXXXXXXXXXX");

        assertThatThrownBy(() -> codec.decode(forged, Object.class))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("is not granted");
    }

    private static byte[] replaced(byte[] bytes, String text, String by) {
        String all = new String(bytes, StandardCharsets.ISO_8859_1);
        assertThat(all).contains(text);
        String padded = (by + "X".repeat(text.length())).substring(0, text.length());
        return all.replaceFirst(java.util.regex.Pattern.quote(text), padded).getBytes(StandardCharsets.ISO_8859_1);
    }

    @Test
    void supplierInAFieldOfItsFunctionalTypeComesBack() {
        record Job(SerializableSupplier<String> text) {}
        Codec jobs = codec.toBuilder().allow(Job.class).build();

        Job back = jobs.decode(jobs.encode(new Job(() -> "done")), Job.class);

        assertThat(back.text().get()).isEqualTo("done");
    }
}
