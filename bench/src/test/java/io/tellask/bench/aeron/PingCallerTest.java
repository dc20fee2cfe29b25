package io.tellask.bench.aeron;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.bench.spi.Run;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

class PingCallerTest {
    private static final long LONG = 1_000_000;

    private final PingCaller caller = new PingCaller(false);

    @Test
    void pingsThatWereDueDuringAPauseCountFromThen() throws Exception {
        int[] sent = {0};
        caller.open(ping -> {
            if (sent[0]++ == 0) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20)); // what others would leave out
            }
            caller.pong(ping, 0);
            return true;
        });

        Run run = caller.paced("paced", 10_000, LONG, 200);

        assertThat(run.number("count")).isEqualTo(200);
        assertThat(run.number("p50"))
                .as("half of the pings were due in the pause")
                .isGreaterThan(5_000);
    }

    @Test
    void rateThatIsNotHeldEndsEarly() throws Exception {
        caller.open(ping -> false);
        Run run = caller.paced("paced", 10_000, 50, LONG);

        assertThat(run.number("count")).isZero();
        assertThat(run.number(PingCaller.RATE)).isZero();
    }

    @Test
    void damagedPongEndsThePhase() {
        caller.open(ping -> {
            ping[Ping.BYTES - 1]++;
            caller.pong(ping, 0);
            return true;
        });
        assertThatThrownBy(() -> caller.roundTrips("rtt", LONG, 10))
                .isInstanceOf(IllegalStateException.class)
                .hasRootCauseMessage("wrong ping: sequence=0, expected=0");
    }
}
