package io.tellask.codec.jdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.codec.DecodeException;
import io.tellask.codec.JdkBytes;
import io.tellask.codec.hashing.HashedFieldsBombsTest;
import java.util.Set;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Keys in streams whose own code hashes more than a number. */
class JdkStreamBombsTest {
    @ParameterizedTest
    @MethodSource("io.tellask.codec.hashing.HashedFieldsBombsTest#bombs")
    void keysThatHashMoreThanTheirNumberAreRefused(Supplier<Object> root) {
        byte[] stream = JdkBytes.of(root.get());

        assertThatThrownBy(() -> JdkStreams.of(HashedFieldsBombsTest.CODEC).decode(stream, Object.class))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("objects visited by hashing keys > limits.objects");
    }

    @Test
    void honestKeysBesideAClassThatComparesAnythingAreRead() {
        Set<Object> keys = HashedFieldsBombsTest.honestKeys();

        assertThat(JdkStreams.of(HashedFieldsBombsTest.CODEC).decode(JdkBytes.of(keys), Set.class))
                .hasSize(keys.size());
    }
}
