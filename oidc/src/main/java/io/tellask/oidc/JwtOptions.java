package io.tellask.oidc;

import com.nimbusds.jose.JWSAlgorithm;
import io.tellask.remote.Credential;
import io.tellask.text.SafeText;
import java.net.URI;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Objects;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What a {@link JwtAuthenticator} asks of tokens, and how it asks their issuer. Immutable. */
public final class JwtOptions {
    /** Those by keys of which the issuer tells the public half. */
    private static final Set<JWSAlgorithm> KNOWN = Set.of(
            JWSAlgorithm.RS256,
            JWSAlgorithm.RS384,
            JWSAlgorithm.RS512,
            JWSAlgorithm.PS256,
            JWSAlgorithm.PS384,
            JWSAlgorithm.PS512,
            JWSAlgorithm.ES256,
            JWSAlgorithm.ES384,
            JWSAlgorithm.ES512);

    private static final Pattern LOOPBACK = Pattern.compile("localhost|127(\\.\\d{1,3}){3}|\\[::1]");

    private final Builder values;

    private JwtOptions(Builder values) {
        this.values = values;
    }

    String issuer() {
        return values.issuer.toString();
    }

    String audience() {
        return values.audience;
    }

    @Nullable
    URI keysAt() {
        return values.keysAt;
    }

    Set<JWSAlgorithm> algorithms() {
        return values.algorithms;
    }

    String nameClaim() {
        return values.nameClaim;
    }

    @Nullable
    String rolesClaim() {
        return values.rolesClaim;
    }

    Duration clockSkew() {
        return values.clockSkew;
    }

    int tokenBytes() {
        return values.tokenBytes;
    }

    Duration keysTime() {
        return values.keysTime;
    }

    Duration staleTime() {
        return values.staleTime;
    }

    Duration fetchPause() {
        return values.fetchPause;
    }

    Duration fetchTime() {
        return values.fetchTime;
    }

    int documentBytes() {
        return values.documentBytes;
    }

    int keys() {
        return values.keys;
    }

    LongSupplier nanoTime() {
        return values.nanoTime;
    }

    /**
     * An address that may be asked.
     *
     * @throws IllegalArgumentException if somebody between could change what it answers
     */
    URI requirePrivate(URI address) {
        String host = Objects.requireNonNullElse(address.getHost(), "");
        boolean https = "https".equalsIgnoreCase(address.getScheme());
        boolean http = "http".equalsIgnoreCase(address.getScheme());
        if (host.isEmpty()
                || address.getRawUserInfo() != null
                || !https
                        && !(http && (values.plaintext || LOOPBACK.matcher(host).matches()))) {
            throw new IllegalArgumentException(
                    "oidc: address=" + SafeText.of(address.toString())
                            + " is neither https nor on this machine; use https, or plaintext(true) in a network that you trust");
        }
        return address;
    }

    /** The options while they are chosen. Not thread-safe. */
    public static final class Builder implements Cloneable {
        private static final Duration LONGEST = Duration.ofDays(366);

        private final URI issuer;
        private final String audience;
        private @Nullable URI keysAt;
        private Set<JWSAlgorithm> algorithms = Set.of(JWSAlgorithm.RS256, JWSAlgorithm.PS256, JWSAlgorithm.ES256);
        private String nameClaim = "sub";
        private @Nullable String rolesClaim;
        private Duration clockSkew = Duration.ofSeconds(30);
        private int tokenBytes = 8 * 1024;
        private Duration keysTime = Duration.ofHours(1);
        private Duration staleTime = Duration.ofHours(24);
        private Duration fetchPause = Duration.ofSeconds(10);
        private Duration fetchTime = Duration.ofSeconds(2);
        private int documentBytes = 256 * 1024;
        private int keys = 32;
        private boolean plaintext;
        private LongSupplier nanoTime = System::nanoTime;

        Builder(URI issuer, String audience) {
            this.issuer = issuer;
            this.audience = audience;
            if (audience.isEmpty()) {
                throw new IllegalArgumentException("oidc: audience is empty; name this server as its tokens do");
            }
        }

        /** Where the issuer's keys are (JWKS), without asking its discovery document. */
        public Builder keysAt(URI address) {
            keysAt = Objects.requireNonNull(address, "address");
            return this;
        }

        /**
         * How tokens may be signed: of {@code RS256}, {@code RS384}, {@code RS512}, {@code PS256}, {@code PS384}, {@code PS512}, {@code ES256},
         * {@code ES384}, {@code ES512}; by default RS256, PS256 and ES256.
         *
         * @throws IllegalArgumentException for any other, {@code none} and {@code HS256} among them
         */
        public Builder algorithms(String... names) {
            Set<JWSAlgorithm> chosen = Arrays.stream(Objects.requireNonNull(names, "names"))
                    .map(JWSAlgorithm::new)
                    .collect(Collectors.toCollection(LinkedHashSet::new));
            if (chosen.isEmpty() || !KNOWN.containsAll(chosen)) {
                throw new IllegalArgumentException("oidc: algorithms=" + chosen + ", expected some of " + KNOWN
                        + "; choose those by which the issuer signs");
            }
            algorithms = Set.copyOf(chosen);
            return this;
        }

        /** The claim that is the principal's name; {@code sub}. A path with dots leads into objects. */
        public Builder nameClaim(String path) {
            nameClaim = Objects.requireNonNull(path, "path");
            return this;
        }

        /**
         * The claim that holds the roles, a list of texts or one with blanks between, such as {@code roles}, {@code scope} or
         * {@code realm_access.roles}; without it principals have no roles. A token that lacks it has none.
         */
        public Builder rolesClaim(String path) {
            rolesClaim = Objects.requireNonNull(path, "path");
            return this;
        }

        /** How far the clocks of the issuer and of this machine may differ; 30 s, at most an hour. */
        public Builder clockSkew(Duration value) {
            Objects.requireNonNull(value, "value");
            if (value.isNegative() || value.compareTo(Duration.ofHours(1)) > 0) {
                throw new IllegalArgumentException(
                        "oidc: clockSkew=" + value + " is not within 0 and an hour; set the clocks instead");
            }
            clockSkew = value;
            return this;
        }

        /** The longest token, at most {@link Credential#MOST_BYTES}; 8 KiB. */
        public Builder tokenBytes(int value) {
            tokenBytes = check("tokenBytes", value, Credential.MOST_BYTES);
            return this;
        }

        /** After how long keys are fetched anew; 1 hour. */
        public Builder keysTime(Duration value) {
            keysTime = check("keysTime", value);
            return this;
        }

        /** How long keys are taken while the issuer cannot be reached; 24 hours. */
        public Builder staleTime(Duration value) {
            staleTime = check("staleTime", value);
            return this;
        }

        /** How long at least between two fetches, whatever keys tokens name; 10 s. */
        public Builder fetchPause(Duration value) {
            fetchPause = check("fetchPause", value);
            return this;
        }

        /** How long the issuer may take for one answer, in full; 2 s. The first peer waits for two of them, within {@code Limits.handshakeTime}. */
        public Builder fetchTime(Duration value) {
            fetchTime = check("fetchTime", value);
            return this;
        }

        /** The longest answer of the issuer, at most 16 MiB; 256 KiB. */
        public Builder documentBytes(int value) {
            documentBytes = check("documentBytes", value, 16 << 20);
            return this;
        }

        /** How many keys the issuer may have, at most 1,024; 32. */
        public Builder keys(int value) {
            keys = check("keys", value, 1_024);
            return this;
        }

        /** Asks issuers of other machines without TLS, too: whoever is on the way can make keys of his own then. */
        public Builder plaintext(boolean value) {
            plaintext = value;
            return this;
        }

        /** The clock of tests, by which keys grow old. */
        Builder nanoTime(LongSupplier value) {
            nanoTime = value;
            return this;
        }

        /**
         * The authenticator. It asks for nothing yet.
         *
         * @throws IllegalArgumentException if an address is neither {@code https} nor on this machine
         */
        public JwtAuthenticator build() {
            return new JwtAuthenticator(options());
        }

        JwtOptions options() {
            try {
                JwtOptions options = new JwtOptions((Builder) clone());
                options.requirePrivate(issuer);
                if (keysAt != null) {
                    options.requirePrivate(keysAt);
                }
                return options;
            } catch (CloneNotSupportedException e) {
                throw new AssertionError(e);
            }
        }

        private static int check(String name, int value, int most) {
            if (value < 1 || value > most) {
                throw new IllegalArgumentException(
                        "oidc: " + name + "=" + value + ", expected 1 to " + most + "; choose another limit");
            }
            return value;
        }

        private static Duration check(String name, Duration value) {
            Objects.requireNonNull(value, "value");
            if (!value.isPositive() || value.compareTo(LONGEST) > 0) {
                throw new IllegalArgumentException(
                        "oidc: " + name + "=" + value + " is not within 0 and " + LONGEST + "; use another time");
            }
            return value;
        }
    }
}
