package io.tellask.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LeaseEntryTest {
    @Test
    void isReadAsItWasWritten() {
        LeaseEntry entry = new LeaseEntry("holder", 1_000, 7);
        assertThat(LeaseEntry.parse(entry.toString())).isEqualTo(entry);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "x y z", "x 1000", "x 9223372036854775807 1", "x 99999999999999999999 1"})
    void whatOthersWroteEndsAfterTheLongestTime(String text) {
        assertThat(LeaseEntry.parse(text).millis()).isEqualTo(Leases.LONGEST.toMillis());
    }

    @Test
    void noTimeIsShorterThanTheShortest() {
        assertThat(LeaseEntry.parse("x -1 1").millis()).isEqualTo(Leases.SHORTEST.toMillis());
    }
}
