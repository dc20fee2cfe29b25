package io.tellask.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class LimitsTest {
    private record Range(String name, BiFunction<Limits.Builder, Integer, Limits.Builder> set, int least, int most) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Range> ranges() {
        int large = Integer.MAX_VALUE - 1_024;
        return Stream.of(
                new Range("frameBytes", Limits.Builder::frameBytes, 1_024, 16 * 1024 * 1024 - 1),
                new Range("messageBytes", Limits.Builder::messageBytes, 256 * 1024, large),
                new Range("creditMessages", Limits.Builder::creditMessages, 1, 1 << 24),
                new Range("creditBytes", Limits.Builder::creditBytes, 1_024, 1 << 30),
                new Range("callsInFlight", Limits.Builder::callsInFlight, 1, 65_536),
                new Range("streams", Limits.Builder::streams, 1, 65_536),
                new Range("references", Limits.Builder::references, 1, 1 << 24),
                new Range("outboundBytes", Limits.Builder::outboundBytes, 64 * 1024, large),
                new Range("resumeWindowBytes", Limits.Builder::resumeWindowBytes, 64 * 1024, 1 << 29),
                new Range("connections", Limits.Builder::connections, 1, 1 << 24));
    }

    @ParameterizedTest
    @MethodSource("ranges")
    void takesItsEndsAndNamesWhatLiesBeyond(Range range) {
        for (int value : List.of(range.least, range.most)) {
            assertThat(range.set.apply(Limits.builder(), value).build()).isNotNull();
        }
        for (int value : List.of(range.least - 1, range.most + 1)) {
            Limits.Builder builder = range.set.apply(Limits.builder(), value);
            assertThatThrownBy(builder::build)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("limits: " + range.name + "=" + value + " is not within " + range.least + " to "
                            + range.most);
        }
    }

    @Test
    void takesAResumeTimeOfZero() {
        assertThat(Limits.builder().resumeTime(Duration.ZERO).build().resumeTime())
                .isZero();
        assertThatThrownBy(
                        () -> Limits.builder().resumeTime(Duration.ofNanos(-1)).build())
                .hasMessage("limits: resumeTime=PT-0.000000001S is not positive");
        assertThatThrownBy(() -> Limits.builder()
                        .resumeTime(Limits.LONGEST_TIME.plusNanos(1))
                        .build())
                .hasMessageStartingWith("limits: resumeTime=");
    }

    @Test
    void takesNoTimeThatIsNotPositive() {
        for (Duration time : List.of(Duration.ZERO, Duration.ofMillis(-1))) {
            assertThatThrownBy(() -> Limits.builder().idleTime(time).build())
                    .hasMessage("limits: idleTime=" + time + " is not positive");
            assertThatThrownBy(() -> Limits.builder().callTime(time).build())
                    .hasMessage("limits: callTime=" + time + " is not positive");
        }
        Duration longest = Limits.LONGEST_TIME;
        assertThat(Limits.builder().callTime(longest).build().callTime()).isEqualTo(longest);
        assertThatThrownBy(() -> Limits.builder().callTime(longest.plusNanos(1)).build())
                .hasMessage("limits: callTime=" + longest.plusNanos(1) + " > " + longest);
        assertThat(Limits.builder().pingTime(Duration.ofNanos(1)).build().pingTime())
                .isEqualTo(Duration.ofNanos(1));
    }
}
