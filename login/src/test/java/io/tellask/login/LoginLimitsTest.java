package io.tellask.login;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.actor.Promise;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Limits of a login, at their edges. */
class LoginLimitsTest {
    private static final Duration WINDOW = Duration.ofSeconds(1);

    private final AtomicLong nanos = new AtomicLong();

    @Test
    void attemptsAreCountedWithinTheirWindow() {
        Attempts attempts = new Attempts(2, WINDOW);
        long window = WINDOW.toNanos();
        assertThat(attempts.begin("a", 0)).isTrue();
        assertThat(attempts.begin("a", window - 1)).isTrue();
        assertThat(attempts.begin("a", window - 1)).isFalse();
        assertThat(attempts.begin("b", window - 1)).isTrue();
        assertThat(attempts.begin("a", window)).isTrue();
    }

    @Test
    void attemptThatIsTakenBackWasNone() {
        Attempts attempts = new Attempts(1, WINDOW);
        attempts.begin("a", 0);
        attempts.takeBack("a");
        assertThat(attempts.keys()).isZero();
        assertThat(attempts.begin("a", 0)).isTrue();
        attempts.takeBack("never");
    }

    @Test
    void keysThatAreRememberedAreBounded() {
        Attempts attempts = new Attempts(1, WINDOW);
        for (int i = 0; i <= Attempts.MOST_KEYS; i++) {
            attempts.begin("key " + i, 0);
        }
        assertThat(attempts.keys()).isEqualTo(Attempts.MOST_KEYS);
        assertThat(attempts.begin("key 0", 0)).as("the first was forgotten").isTrue();
        assertThat(attempts.begin("key " + Attempts.MOST_KEYS, 0)).isFalse();
    }

    @Test
    void addressesOfOneMachineAreCountedTogether() {
        LoginThrottle throttle = new LoginThrottle(LoginOptions.builder()
                .attemptsPerAddress(1, WINDOW)
                .nanoTime(nanos::get)
                .build());
        throttle.begin("tcp://192.0.2.1:1000", "ada");
        assertThatThrownBy(() -> throttle.begin("tcp://192.0.2.1:2000", "bob"))
                .isInstanceOf(LoginException.class)
                .hasMessageContaining("attemptsPerAddress=1");
        throttle.begin("tcp://192.0.2.2:1000", "ada");
        throttle.begin("ws://[2001:db8:0:1::1]:1000", "ada");
        assertThatThrownBy(() -> throttle.begin("ws://[2001:db8:0:1::2]:1000", "ada"))
                .isInstanceOf(LoginException.class);
    }

    @Test
    void checksThatWaitAreBounded() throws Exception {
        CheckPool pool = new CheckPool(LoginOptions.builder().checks(1, 1).build());
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        Promise<String> first = new Promise<>();
        Promise<String> second = new Promise<>();
        assertThat(pool.run(first, () -> {
                    begun.countDown();
                    goOn.await();
                    return "first";
                }))
                .isTrue();
        begun.await();
        assertThat(pool.run(second, () -> "second")).isTrue();
        assertThat(pool.run(new Promise<String>(), () -> "third")).isFalse();
        goOn.countDown();

        assertThat(first.join() + second.join()).isEqualTo("firstsecond");
        pool.close();
    }

    @Test
    void optionsHaveLimits() {
        refused(options -> options.idleTime(Duration.ZERO), "idleTime=PT0S");
        refused(options -> options.idleTime(Duration.ofDays(367)), "idleTime=");
        refused(options -> options.sessions(0), "sessions=0");
        refused(options -> options.sessionsPerUser(0), "sessionsPerUser=0");
        refused(options -> options.sessionsPerClient(0), "sessionsPerClient=0");
        refused(options -> options.attemptsPerAddress(0, WINDOW), "attemptsPerAddress=0");
        refused(options -> options.attemptsPerUser(1, Duration.ZERO), "userWindow=PT0S");
        refused(options -> options.nameChars(257), "nameChars=257 > limit=256");
        refused(options -> options.checks(1, 0), "checksWaiting=0");
        refused(options -> options.tokenTime(Duration.ofSeconds(-1)), "tokenTime=");
        refused(options -> options.loginTime(Duration.ZERO), "loginTime=");
        assertThat(LoginOptions.builder().nameChars(256).build().nameChars()).isEqualTo(256);
    }

    private static void refused(UnaryOperator<LoginOptions.Builder> option, String message) {
        assertThatThrownBy(() -> option.apply(LoginOptions.builder()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }

    @Test
    void builtOptionsDoNotChange() {
        LoginOptions.Builder builder = LoginOptions.builder().sessions(5);
        LoginOptions built = builder.build();
        builder.sessions(7);
        assertThat(built.sessions()).isEqualTo(5);
    }
}
