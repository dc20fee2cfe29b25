package io.tellask.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LogLimitsTest {
    private static final LogLimits LIMITS = LogLimits.defaults();
    private static final InetSocketAddress ADDRESS = new InetSocketAddress("127.0.0.1", 1);

    @Test
    void eachIsBounded() {
        assertThat(LIMITS.withCommandBytes(64 << 20).commandBytes()).isEqualTo(64 << 20);
        assertThatThrownBy(() -> LIMITS.withCommandBytes((64 << 20) + 1)).hasMessageContaining("commandBytes=67108865");
        assertThatThrownBy(() -> LIMITS.withCommandBytes(0)).hasMessageContaining("allowed=1..");
        assertThatThrownBy(() -> LIMITS.withPendingCommands(1_000_001)).hasMessageContaining("pendingCommands");
        assertThat(LIMITS.withPendingBytes(1 << 20).pendingBytes()).isEqualTo(1 << 20);
        assertThatThrownBy(() -> LIMITS.withPendingBytes((1 << 20) - 1)).hasMessageContaining("pendingBytes=1048575");
        assertThatThrownBy(() -> LIMITS.withWaitingReads(0)).hasMessageContaining("waitingReads=0");
        assertThat(LIMITS.withSnapshotBytes(4_096).snapshotBytes()).isEqualTo(4_096);
        assertThatThrownBy(() -> LIMITS.withSnapshotBytes(4_095)).hasMessageContaining("snapshotBytes=4095");
    }

    @Test
    void optionsNameWhatIsWrong() {
        Map<String, InetSocketAddress> members = Map.of("a", ADDRESS);
        Path folder = Path.of("x");
        assertThatThrownBy(() -> LogOptions.of("g", "b", members, folder)).hasMessageContaining("self=b is none of");
        assertThatThrownBy(() -> LogOptions.of("g g", "a", members, folder)).hasMessageContaining("group has a name");
        assertThatThrownBy(() -> LogOptions.of("g".repeat(65), "a", members, folder))
                .hasMessageContaining("length=65");
        assertThatThrownBy(() -> LogOptions.of("g", "a", members, folder).withSilence(Duration.ofMillis(99)))
                .hasMessageContaining("silenceMillis=99");
    }
}
