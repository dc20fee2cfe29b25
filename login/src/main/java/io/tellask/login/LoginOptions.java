package io.tellask.login;

import io.tellask.actor.SpawnOptions;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Limits and habits of a {@link LoginActor}. Immutable; thread-safe if what it is given is. */
public final class LoginOptions {
    private final Builder values;

    private LoginOptions(Builder values) {
        this.values = values;
    }

    public static LoginOptions defaults() {
        return builder().build();
    }

    public static Builder builder() {
        return new Builder();
    }

    Duration idleTime() {
        return values.idleTime;
    }

    int sessions() {
        return values.sessions;
    }

    int sessionsPerUser() {
        return values.sessionsPerUser;
    }

    int sessionsPerClient() {
        return values.sessionsPerClient;
    }

    boolean replacesOldest() {
        return values.replaceOldest;
    }

    int attemptsPerAddress() {
        return values.attemptsPerAddress;
    }

    Duration addressWindow() {
        return values.addressWindow;
    }

    int attemptsPerUser() {
        return values.attemptsPerUser;
    }

    Duration userWindow() {
        return values.userWindow;
    }

    int nameChars() {
        return values.nameChars;
    }

    int checksAtOnce() {
        return values.checksAtOnce;
    }

    int checksWaiting() {
        return values.checksWaiting;
    }

    Duration tokenTime() {
        return values.tokenTime;
    }

    Duration loginTime() {
        return values.loginTime;
    }

    @Nullable
    Predicate<String> guests() {
        return values.guests;
    }

    Consumer<LoginEvent> listener() {
        return values.listener;
    }

    SpawnOptions spawn() {
        return values.spawn;
    }

    Optional<Executor> executor() {
        return Optional.ofNullable(values.executor);
    }

    LongSupplier nanoTime() {
        return values.nanoTime;
    }

    /** The options while they are chosen. Not thread-safe. */
    public static final class Builder implements Cloneable {
        private static final Duration LONGEST = Duration.ofDays(366);

        private Duration idleTime = Duration.ofMinutes(30);
        private int sessions = 10_000;
        private int sessionsPerUser = 8;
        private int sessionsPerClient = 4;
        private boolean replaceOldest = true;
        private int attemptsPerAddress = 10;
        private Duration addressWindow = Duration.ofMinutes(1);
        private int attemptsPerUser = 50;
        private Duration userWindow = Duration.ofMinutes(10);
        private int nameChars = 64;
        private int checksAtOnce = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
        private int checksWaiting = 64;
        private Duration tokenTime = Duration.ofMinutes(10);
        private Duration loginTime = Duration.ofHours(12);
        private @Nullable Predicate<String> guests;
        private Consumer<LoginEvent> listener = event -> {};
        private SpawnOptions spawn = SpawnOptions.defaults();
        private @Nullable Executor executor;
        private LongSupplier nanoTime = System::nanoTime;

        private Builder() {}

        /** After how long without a call of its client a session actor stops; 30 minutes. */
        public Builder idleTime(Duration value) {
            idleTime = check("idleTime", value);
            return this;
        }

        /** How many sessions there may be in all; 10,000. A further user takes the place of the first guest; others are refused. */
        public Builder sessions(int value) {
            sessions = check("sessions", value);
            return this;
        }

        /** How many of a user; 8. A further one takes the place of the oldest, or is refused: {@link #replaceOldest}. */
        public Builder sessionsPerUser(int value) {
            sessionsPerUser = check("sessionsPerUser", value);
            return this;
        }

        /** How many of one connected client, whatever the names; 4. Further logins are refused. */
        public Builder sessionsPerClient(int value) {
            sessionsPerClient = check("sessionsPerClient", value);
            return this;
        }

        /** Whether a user's oldest session ends for one too many; it does. Those of guests never do: a name is nobody's own. */
        public Builder replaceOldest(boolean value) {
            replaceOldest = value;
            return this;
        }

        /** How many wrong passwords and tokens may come from an address within a time; 10 in a minute. IPv6 addresses count by 64 bits. */
        public Builder attemptsPerAddress(int value, Duration window) {
            attemptsPerAddress = check("attemptsPerAddress", value);
            addressWindow = check("addressWindow", Objects.requireNonNull(window, "window"));
            return this;
        }

        /**
         * How many wrong passwords for a user, from wherever; 50 in ten minutes. It also keeps out the user himself, but not those who
         * {@link Login#resume}.
         */
        public Builder attemptsPerUser(int value, Duration window) {
            attemptsPerUser = check("attemptsPerUser", value);
            userWindow = check("userWindow", Objects.requireNonNull(window, "window"));
            return this;
        }

        /** The longest name, at most 256; 64. */
        public Builder nameChars(int value) {
            nameChars = check("nameChars", value);
            if (value > PasswordLine.MOST_NAME_CHARS) {
                throw new IllegalArgumentException(
                        "login: nameChars=" + value + " > limit=" + PasswordLine.MOST_NAME_CHARS + "; use fewer");
            }
            return this;
        }

        /** How many checks of passwords run at once, half of the processors; and how many more may wait, 64. */
        public Builder checks(int atOnce, int waiting) {
            checksAtOnce = check("checksAtOnce", atOnce);
            checksWaiting = check("checksWaiting", waiting);
            return this;
        }

        /** Where checks run instead of on threads of their own; it is not closed. */
        public Builder executor(Executor value) {
            executor = Objects.requireNonNull(value, "value");
            return this;
        }

        /** How long after the end of its session a token is good; 10 minutes. */
        public Builder tokenTime(Duration value) {
            tokenTime = check("tokenTime", value);
            return this;
        }

        /** How long after a password was shown tokens are good, however often they were renewed; 12 hours. */
        public Builder loginTime(Duration value) {
            loginTime = check("loginTime", value);
            return this;
        }

        /** Takes guests whose names the predicate lets in, on the actor's thread; there are none otherwise. */
        public Builder guests(Predicate<String> names) {
            guests = Objects.requireNonNull(names, "names");
            return this;
        }

        /** Told of each login and each end, on the actor's thread: it must not wait. */
        public Builder listener(Consumer<LoginEvent> value) {
            listener = Objects.requireNonNull(value, "value");
            return this;
        }

        /** How session actors are spawned. */
        public Builder spawn(SpawnOptions value) {
            spawn = Objects.requireNonNull(value, "value");
            return this;
        }

        /** The clock of tests. */
        Builder nanoTime(LongSupplier value) {
            nanoTime = value;
            return this;
        }

        public LoginOptions build() {
            try {
                return new LoginOptions((Builder) clone());
            } catch (CloneNotSupportedException e) {
                throw new AssertionError(e);
            }
        }

        private static int check(String name, int value) {
            if (value < 1) {
                throw new IllegalArgumentException("login: " + name + "=" + value + " < 1; allow at least one");
            }
            return value;
        }

        private static Duration check(String name, Duration value) {
            Objects.requireNonNull(value, "value");
            if (!value.isPositive() || value.compareTo(LONGEST) > 0) {
                throw new IllegalArgumentException(
                        "login: " + name + "=" + value + " is not within 0 and " + LONGEST + "; use another time");
            }
            return value;
        }
    }
}
