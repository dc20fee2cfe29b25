package io.tellask.remote;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.ResourceBundle;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class LogLimiterTest {
    private final List<String> lines = new ArrayList<>();
    private long nanos;
    private final LogLimiter limiter = new LogLimiter(() -> nanos);
    private final Logger log = new Logger() {
        @Override
        public String getName() {
            return "test";
        }

        @Override
        public boolean isLoggable(Level level) {
            return level != Level.DEBUG;
        }

        @Override
        public void log(Level level, ResourceBundle bundle, String text, Throwable thrown) {
            lines.add(text);
        }

        @Override
        public void log(Level level, ResourceBundle bundle, String format, Object... parameters) {
            lines.add(format);
        }
    };

    @Test
    void writesALineASecondAndCountsTheOthers() {
        for (int i = 0; i < 1_000; i++) {
            limiter.log(log, Level.ERROR, () -> "disk is full");
        }
        assertThat(lines).containsExactly("disk is full");
        nanos += TimeUnit.SECONDS.toNanos(1) - 1;
        assertThat(limiter.log(log, Level.ERROR, () -> "disk is full")).isFalse();
        nanos++;
        assertThat(limiter.log(log, Level.ERROR, () -> "disk is full")).isTrue();
        assertThat(lines).containsExactly("disk is full", "disk is full, suppressed before=1000");
    }

    @Test
    void leavesOutWhatIsNotLogged() {
        assertThat(limiter.log(log, Level.DEBUG, () -> "quiet")).isFalse();
        assertThat(limiter.log(log, Level.ERROR, () -> "loud")).isTrue();
        assertThat(lines).containsExactly("loud");
    }
}
