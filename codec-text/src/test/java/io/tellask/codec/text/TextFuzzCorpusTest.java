package io.tellask.codec.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What the fuzzer started from, learned and found is read or refused: its inputs, without the fuzzer. */
@Timeout(60)
class TextFuzzCorpusTest {
    static Stream<Arguments> targets() {
        return Stream.of(
                target(JsonFuzzTest.class, new JsonFuzzTest()::textsAreReadOrRefused),
                target(CborFuzzTest.class, new CborFuzzTest()::textsAreReadOrRefused));
    }

    private static Arguments target(Class<?> type, Consumer<byte[]> target) {
        return Arguments.of(type, Named.of(type.getSimpleName(), target));
    }

    @ParameterizedTest
    @MethodSource("targets")
    void inputsOfTheFuzzerAreReadOrRefused(Class<?> type, Consumer<byte[]> target) throws Exception {
        URL folder = Objects.requireNonNull(type.getResource(type.getSimpleName() + "Inputs"));
        try (Stream<Path> files = Files.walk(Path.of(folder.toURI()))) {
            List<Path> inputs = files.filter(Files::isRegularFile).sorted().toList();

            assertThat(inputs).hasSizeGreaterThan(20);
            for (Path input : inputs) {
                try {
                    target.accept(Files.readAllBytes(input));
                } catch (Throwable e) {
                    throw new AssertionError("input=" + input.getFileName(), e);
                }
            }
        }
    }
}
