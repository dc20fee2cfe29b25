package io.tellask.bench.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What the bench measures gives back what was put in. */
class RoundTripTest {
    private static final String TELLASK = TellaskProvider.class.getName();
    private static final String LIMIT = "io.tellask.bench.codec.limit.LimitProvider";

    @ParameterizedTest
    @EnumSource(Workload.class)
    void tellaskGivesBackEveryWorkload(Workload workload) throws Exception {
        for (String contender : new String[] {
            "tellask",
            "tellask-references",
            "tellask-compact",
            "tellask-compact-references",
            "tellask-strict",
            "tellask-strict-references",
            "tellask-standalone",
            "tellask-standalone-references"
        }) {
            assertRoundTrip(TELLASK, contender, workload);
        }
    }

    @ParameterizedTest
    @EnumSource(Workload.class)
    void limitGivesBackEveryWorkload(Workload workload) throws Exception {
        assertRoundTrip(LIMIT, "limit-floor", workload);
    }

    @ParameterizedTest
    @CsvSource({"PRICE, 99", "MEDIA, 237", "MEDIA_STANDARD, 249", "USER, 159"})
    void limitHasItsKnownSize(Workload workload, int bytes) throws Exception {
        Subject subject = workload.subject(Engine.open(LIMIT, "limit-floor"));

        assertThat(subject.encode(workload.value())).isEqualTo(bytes);
    }

    @Test
    void noticesWhatComesBackDifferent() {
        assertThatThrownBy(() -> Workload.PRICE.checksum(Values.price(), Values.user()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("value=price");
    }

    @Test
    void makesTheSameValuesAgain() {
        for (Workload workload : Workload.values()) {
            workload.checksum(workload.value(), workload.value());
        }
    }

    private static void assertRoundTrip(String provider, String contender, Workload workload) throws Exception {
        Subject subject = workload.subject(Engine.open(provider, contender));
        Object value = workload.value();

        int length = subject.encode(value);
        byte[] bytes = subject.encoded();

        assertThat(bytes).as(contender).hasSize(length);
        Object decoded = subject.decode(bytes);
        assertThat(decoded).as(contender).isNotNull().isNotSameAs(value);
        workload.checksum(value, decoded);
    }
}
