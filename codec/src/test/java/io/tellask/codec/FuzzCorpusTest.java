package io.tellask.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URISyntaxException;
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
public class FuzzCorpusTest {
    static Stream<Arguments> targets() {
        return Stream.of(
                target(MessageFuzzTest.class, new MessageFuzzTest()::messagesAreReadOrRefused),
                target(SessionFuzzTest.class, new SessionFuzzTest()::messagesOfASessionAreReadOrRefused),
                target(StoreFuzzTest.class, new StoreFuzzTest()::keptBytesAreReadOrRefused));
    }

    private static Arguments target(Class<?> type, Consumer<byte[]> target) {
        return Arguments.of(type, Named.of(type.getSimpleName(), target));
    }

    @ParameterizedTest
    @MethodSource("targets")
    void inputsOfTheFuzzerAreReadOrRefused(Class<?> type, Consumer<byte[]> target) throws Exception {
        readAll(type, target);
    }

    /** Hands each file that lies beside the class of a target to it. */
    public static void readAll(Class<?> type, Consumer<byte[]> target) throws IOException, URISyntaxException {
        List<Path> inputs = inputs(type);

        assertThat(inputs).hasSizeGreaterThan(20);
        for (Path input : inputs) {
            try {
                target.accept(Files.readAllBytes(input));
            } catch (Throwable e) {
                throw new AssertionError("input=" + input.getFileName(), e);
            }
        }
    }

    /** The files beside the class where the fuzzer looks for them. */
    private static List<Path> inputs(Class<?> type) throws IOException, URISyntaxException {
        URL folder = Objects.requireNonNull(type.getResource(type.getSimpleName() + "Inputs"));
        try (Stream<Path> files = Files.walk(Path.of(folder.toURI()))) {
            return files.filter(Files::isRegularFile).sorted().toList();
        }
    }
}
