package io.tellask.cipher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.test.Seed;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Tokens that strangers keep. */
class TokenSealerTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final Random random = new Random(Seed.given());
    private Instant now = Instant.ofEpochSecond(1_000_000);
    private final InstantSource clock = () -> now;
    private final TokenSealer sealer = TokenSealer.withRandomKey(MINUTE, clock);

    @Test
    void keyThatWasGivenIsFollowedByAnotherOneThatIs() {
        TokenSealer shared = TokenSealer.withKey(new byte[32], MINUTE, clock);

        assertThatThrownBy(shared::rotate)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("by accept(key), then rotate(key)");
        assertThat(shared.open(shared.seal(new byte[3], "a"), "a")).isNotNull();
    }

    @Test
    void opensWhatItSealed() {
        byte[] token = sealer.seal(new byte[] {1, 2, 3}, "resume:ada");

        SealedToken opened = sealer.open(token, "resume:ada");

        assertThat(token).hasSize(3 + TokenSealer.OVERHEAD_BYTES);
        assertThat(opened.payload()).containsExactly(1, 2, 3);
        assertThat(opened.expires()).isEqualTo(now.plus(MINUTE));
        assertThat(sealer.seal(new byte[] {1, 2, 3}, "resume:ada")).isNotEqualTo(token);
    }

    @Test
    void tokenOpensInItsContextOnly() {
        byte[] token = sealer.seal(new byte[4], "resume:ada");

        assertThat(sealer.open(token, "resume:bob")).isNull();
        assertThat(sealer.open(token, "resume:ada\u0000")).isNull();
        assertThat(sealer.open(token, "")).isNull();
    }

    @Test
    void tokenExpires() {
        byte[] token = sealer.seal(new byte[4], "");

        now = now.plus(MINUTE).minusSeconds(1);
        assertThat(sealer.open(token, "")).isNotNull();
        now = now.plusSeconds(1);
        assertThat(sealer.open(token, "")).isNull();
    }

    @Test
    void anyChangedBitIsNoticed() {
        byte[] token = sealer.seal(new byte[4], "");
        for (int bit = 0; bit < token.length * 8; bit++) {
            byte[] changed = token.clone();
            changed[bit / 8] ^= (byte) (1 << bit % 8);
            assertThat(sealer.open(changed, "")).as("bit %d", bit).isNull();
        }
    }

    @Test
    void whatIsNoTokenIsNoError() {
        for (int length = 0; length < 100; length++) {
            assertThat(sealer.open(Samples.bytes(random, length), "")).isNull();
        }
        assertThat(sealer.open(new byte[TokenSealer.OVERHEAD_BYTES + TokenSealer.MAX_PAYLOAD_BYTES + 1], ""))
                .isNull();
        assertThat(TokenSealer.withRandomKey(MINUTE, clock).open(sealer.seal(new byte[4], ""), ""))
                .as("token of another sealer")
                .isNull();
    }

    @Test
    void payloadEndsAtItsLimit() {
        byte[] longest = Samples.bytes(random, TokenSealer.MAX_PAYLOAD_BYTES);

        assertThat(sealer.open(sealer.seal(longest, ""), "").payload()).isEqualTo(longest);
        assertThat(sealer.open(sealer.seal(new byte[0], ""), "").payload()).isEmpty();
        assertThatThrownBy(() -> sealer.seal(new byte[TokenSealer.MAX_PAYLOAD_BYTES + 1], ""))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("payloadBytes=65537, limit=65536");
    }

    @Test
    void formerKeysOpenTheirTokensForTwiceTheLifetime() {
        byte[] old = sealer.seal(new byte[4], "");
        sealer.rotate();
        byte[] fresh = sealer.seal(new byte[4], "");

        assertThat(sealer.open(old, "")).isNotNull();
        assertThat(sealer.open(fresh, "")).isNotNull();
        now = now.plus(MINUTE.multipliedBy(2));
        sealer.rotate();
        assertThat(sealer.keys()).isEqualTo(3);
        now = now.plusSeconds(1);
        sealer.rotate();
        assertThat(sealer.keys()).as("the first one is gone").isEqualTo(3);
    }

    @Test
    void keepsAtMostItsLimitOfKeys() {
        byte[] old = sealer.seal(new byte[4], "");
        for (int i = 1; i < TokenSealer.MAX_KEYS; i++) {
            sealer.rotate();
        }
        assertThat(sealer.open(old, "")).isNotNull();
        sealer.rotate();

        assertThat(sealer.keys()).isEqualTo(TokenSealer.MAX_KEYS);
        assertThat(sealer.open(old, "")).isNull();
    }

    @Test
    void serversWithTheSameKeysOpenEachOthersTokens() {
        byte[] first = Samples.key(random);
        byte[] second = Samples.key(random);
        TokenSealer one = TokenSealer.withKey(first, MINUTE, clock);
        TokenSealer other = TokenSealer.withKey(first, MINUTE, clock);

        assertThat(other.open(one.seal(new byte[4], ""), "")).isNotNull();
        one.rotate(second);
        assertThat(other.open(one.seal(new byte[4], ""), "")).as("not yet").isNull();
        other.rotate(second);
        assertThat(other.open(one.seal(new byte[4], ""), "")).isNotNull();
        other.rotate(second);
        assertThat(other.keys()).as("the same key once more").isEqualTo(2);
    }

    @Test
    void refusesShortKeysAndLifetimes() {
        assertThatThrownBy(() -> TokenSealer.withKey(new byte[16], MINUTE, clock))
                .isInstanceOf(KeyLengthException.class)
                .hasMessageContaining("keyBytes=16, needed=32");
        assertThatThrownBy(() -> TokenSealer.withRandomKey(Duration.ofMillis(999), clock))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("least=PT1S");
        TokenSealer.withRandomKey(Duration.ofSeconds(1), clock).close();
    }

    @Test
    void closingLeavesNothingOfTheKeys() throws Exception {
        sealer.rotate();
        byte[] token = sealer.seal(new byte[4], "");
        Object[] keys = keys();

        sealer.close();

        assertThat(SecretsLeft.in(keys, Set.of("number", "tokens", "keptUntil")))
                .isEqualTo(3);
        assertThat(sealer.keys()).isZero();
        assertThatThrownBy(() -> sealer.open(token, "")).isInstanceOf(CipherClosedException.class);
        assertThatThrownBy(() -> sealer.seal(token, "")).isInstanceOf(CipherClosedException.class);
        assertThatThrownBy(sealer::rotate).isInstanceOf(CipherClosedException.class);
    }

    @Test
    void keySealsItsLimitOfTokens() throws Exception {
        Object key = keys()[0];
        var tokens = key.getClass().getDeclaredField("tokens");
        tokens.setAccessible(true);
        tokens.setLong(key, TokenSealer.TOKENS_OF_KEY - 1);

        sealer.seal(new byte[4], "");
        assertThatThrownBy(() -> sealer.seal(new byte[4], ""))
                .isInstanceOf(KeyStreamEndException.class)
                .hasMessageContaining("tokens=4294967296, limit=4294967296; rotate");
        sealer.rotate();
        assertThat(sealer.open(sealer.seal(new byte[4], ""), "")).isNotNull();
    }

    private Object[] keys() throws ReflectiveOperationException {
        var field = TokenSealer.class.getDeclaredField("keys");
        field.setAccessible(true);
        return ((java.util.Collection<?>) field.get(sealer)).toArray();
    }

    @Test
    void contextOfHalfACharacterIsRefused() {
        TokenSealer sealer = TokenSealer.withRandomKey(Duration.ofMinutes(1), InstantSource.system());

        assertThatThrownBy(() -> sealer.seal(new byte[1], "user:\ud800"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("half a surrogate pair, length=6");
        byte[] token = sealer.seal(new byte[1], "user:?");
        assertThatThrownBy(() -> sealer.open(token, "user:\udc00")).isInstanceOf(IllegalArgumentException.class);
        assertThat(sealer.open(sealer.seal(new byte[1], "\ud83d\ude00"), "\ud83d\ude00"))
                .isNotNull();
    }

    @Test
    void lifetimeHasABound() {
        TokenSealer longest = TokenSealer.withRandomKey(TokenSealer.MAX_LIFETIME, InstantSource.system());
        longest.rotate();
        assertThat(longest.open(longest.seal(new byte[1], ""), "")).isNotNull();

        assertThatThrownBy(() ->
                        TokenSealer.withRandomKey(TokenSealer.MAX_LIFETIME.plusSeconds(1), InstantSource.system()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("limit=PT876600H");
    }

    @Test
    void formerKeyOpensNothingBeyondItsTimeEvenIfNobodyRotates() {
        byte[] key = Samples.key(random);
        TokenSealer one = TokenSealer.withKey(key, MINUTE, clock);
        TokenSealer leaked = TokenSealer.withKey(key, MINUTE, clock);
        one.rotate(new byte[32]);
        now = now.plus(MINUTE.multipliedBy(2));
        assertThat(one.open(leaked.seal(new byte[4], ""), "")).as("at the edge").isNotNull();
        now = now.plusSeconds(1);
        assertThat(one.open(leaked.seal(new byte[4], ""), "")).isNull();
    }

    @Test
    void serversThatAcceptTheNextKeyFirstLoseNoToken() {
        byte[] first = Samples.key(random);
        byte[] second = Samples.key(random);
        TokenSealer one = TokenSealer.withKey(first, MINUTE, clock);
        TokenSealer other = TokenSealer.withKey(first, MINUTE, clock);
        other.accept(second);
        assertThat(one.open(other.seal(new byte[4], ""), ""))
                .as("seals as before")
                .isNotNull();

        one.accept(second);
        one.rotate(second);
        assertThat(other.open(one.seal(new byte[4], ""), "")).isNotNull();
        assertThat(one.open(other.seal(new byte[4], ""), "")).isNotNull();
        other.accept(first);
        assertThat(other.keys()).isEqualTo(2);
        now = now.plus(MINUTE.multipliedBy(2)).plusSeconds(1);
        assertThat(other.open(one.seal(new byte[4], ""), ""))
                .as("accepted for a time")
                .isNull();
    }
}
