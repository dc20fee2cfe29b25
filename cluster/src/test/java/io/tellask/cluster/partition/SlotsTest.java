package io.tellask.cluster.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SlotsTest {
    private static int slot(String key) {
        return Slots.of(key.getBytes(StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @CsvSource({"123456789, 12739", "foo, 12182", "bar, 5061", "'', 0"})
    void slotsAreThoseOfRedisCluster(String key, int slot) {
        assertThat(slot(key)).isEqualTo(slot);
    }

    @Test
    void onlyWhatIsInTheFirstBracesCounts() {
        assertThat(slot("{user1000}.following")).isEqualTo(slot("user1000"));
        assertThat(slot("{user1000}.followers")).isEqualTo(slot("user1000"));
        assertThat(slot("foo{{bar}}zap")).isEqualTo(slot("{bar"));
        assertThat(slot("foo{bar}{zap}")).isEqualTo(slot("bar"));
        assertThat(slot("foo{}{bar}")).isNotEqualTo(slot("bar"));
        assertThat(slot("}foo{bar}")).isEqualTo(slot("bar"));
        assertThat(slot("foo{bar")).isNotEqualTo(slot("bar"));
    }

    @Test
    void slotsAreBounded() {
        assertThat(Slots.require(16_383)).isEqualTo(16_383);
        assertThatThrownBy(() -> Slots.require(16_384)).hasMessageContaining("slot=16384, allowed=0..16383");
        assertThatThrownBy(() -> Slots.require(-1)).hasMessageContaining("slot=-1");
        assertThat(Slots.read(new byte[2_048]).isEmpty()).isTrue();
        assertThatThrownBy(() -> Slots.read(new byte[2_049])).hasMessageContaining("=2049, allowed=0..2048");
    }
}
