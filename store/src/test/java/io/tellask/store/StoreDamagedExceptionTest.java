package io.tellask.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.store.file.StoreIdentity;
import io.tellask.store.file.StoreKeys;
import io.tellask.store.segment.LogEnd;
import io.tellask.store.segment.WriteMark;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StoreDamagedExceptionTest {
    @ParameterizedTest
    @ValueSource(strings = {LogEnd.FILE, WriteMark.FILE})
    void isRepairableWhereTheFileIsMadeAgain(String file) {
        assertThat(damaged(file, -1).isRepairable()).isTrue();
        assertThat(damaged(file, -1)).hasMessageContaining("tellask store repair");
    }

    @ParameterizedTest
    @ValueSource(strings = {StoreIdentity.FILE, StoreKeys.FILE})
    void isNotRepairableWhereNothingElseHoldsTheContent(String file) {
        assertThat(damaged(file, -1).isRepairable()).isFalse();
        assertThat(damaged(file, -1)).message().doesNotContain("tellask store repair");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 7})
    void isRepairableInASegment(int segment) {
        assertThat(damaged("segment-0000000" + segment + ".log", segment).isRepairable())
                .isTrue();
    }

    private static StoreDamagedException damaged(String file, int segment) {
        return StoreDamagedException.of(
                Path.of("folder"), List.of(new Damage(file, segment, 0, 8, -1, "checksum differs")));
    }
}
