package io.tellask.remote;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class AuthThrottleTest {
    private final AuthThrottle throttle = new AuthThrottle(3, Duration.ofSeconds(10));

    private void fail(String peer, int times) {
        for (int i = 0; i < times; i++) {
            throttle.failed(peer, 1_000);
        }
    }

    @Test
    void throttlesAtTheLimitUntilTheWindowHasPassed() {
        fail("10.0.0.1:5000", 2);
        assertThat(throttle.isThrottled("10.0.0.1:5000", 1_000)).isFalse();
        fail("10.0.0.1:5001", 1);
        assertThat(throttle.isThrottled("10.0.0.1:7", 1_000)).as("another port").isTrue();
        assertThat(throttle.isThrottled("10.0.0.2:5000", 1_000)).isFalse();
        assertThat(throttle.isThrottled("10.0.0.1:5000", 10_999)).isTrue();
        assertThat(throttle.isThrottled("10.0.0.1:5000", 11_000)).isFalse();
        throttle.failed("10.0.0.1:5000", 11_000);
        assertThat(throttle.isThrottled("10.0.0.1:5000", 11_000)).isFalse();
    }

    @Test
    void countsAddressesOfOneIpv6PrefixTogether() {
        fail("[2001:db8:0:1:0:0:0:1]:5000", 1);
        fail("[2001:db8:0:1:ffff:0:0:2]:5000", 1);
        fail("[2001:db8:0:1:1:2:3:4]:5000", 1);
        assertThat(throttle.isThrottled("[2001:db8:0:1:9:9:9:9]:1", 1_000)).isTrue();
        assertThat(throttle.isThrottled("tellask:/[2001:db8:0:1:9:9:9:8]:2", 1_000))
                .isTrue();
        assertThat(throttle.isThrottled("[2001:db8:0:2:9:9:9:9]:1", 1_000)).isFalse();
        assertThat(throttle.addresses()).isEqualTo(1);
    }

    @Test
    void remembersNoMoreAddressesThanTheLimit() {
        for (int i = 0; i <= AuthThrottle.MOST_ADDRESSES; i++) {
            fail("10." + (i >> 16) + "." + (i >> 8 & 0xFF) + "." + (i & 0xFF) + ":1", 3);
            assertThat(throttle.addresses()).isEqualTo(Math.min(i + 1, AuthThrottle.MOST_ADDRESSES));
        }
        assertThat(throttle.isThrottled("10.0.0.0:1", 1_000)).as("the oldest").isFalse();
        assertThat(throttle.isThrottled("10.0.0.1:1", 1_000)).isTrue();
    }
}
