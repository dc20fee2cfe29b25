package io.tellask.codec.jdk;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.codec.Codec;
import io.tellask.codec.Families;
import io.tellask.codec.JdkBytes;
import java.util.function.Function;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Parents with many children that point back to them come in as streams, too. */
@Timeout(60)
class JdkStreamFamiliesTest {
    private static final Codec CODEC = Codec.builder()
            .allow(Families.Parent.class, Families.Child.class, Families.Numbered.class, Families.Line.class)
            .build();

    @ParameterizedTest
    @MethodSource("io.tellask.codec.Families#all")
    void streamBringsFamilies(Function<Integer, Object> family) {
        for (int count : new int[] {10, 100_000}) {
            byte[] stream = JdkBytes.of(family.apply(count));

            assertThat(Families.isWhole(JdkStreams.of(CODEC).decode(stream, Object.class), count))
                    .isTrue();
        }
    }
}
