package io.tellask.remote.resume;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import org.junit.jupiter.api.Test;

class SessionTokensTest {
    private final UUID session = UUID.randomUUID();
    private long nanos;
    private final SessionTokens tokens = new SessionTokens(() -> nanos);

    @Test
    void opensWhatItSealedForTheSamePrincipalOnly() {
        byte[] token = tokens.seal(session, "ada");
        assertThat(tokens.open(token, "ada")).isEqualTo(session);
        assertThat(tokens.open(token, "eve")).isNull();
        assertThat(new SessionTokens(() -> 0).open(token, "ada")).isNull();
        assertThat(tokens.seal(session, "ada")).isNotEqualTo(token);
    }

    @Test
    void opensNothingThatWasChanged() {
        byte[] token = tokens.seal(session, "ada");
        for (int i = 0; i < 8 * token.length; i++) {
            byte[] changed = token.clone();
            changed[i / 8] ^= (byte) (1 << i % 8);
            assertThat(tokens.open(changed, "ada")).isNull();
        }
        assertThat(tokens.open(new byte[0], "ada")).isNull();
        assertThat(tokens.open(new byte[49], "ada")).isNull();
    }

    @Test
    void takesAnotherKeyEachHourAndKeepsThoseInUse() {
        byte[] first = tokens.seal(session, "ada");
        nanos += SessionTokens.KEY_NANOS - 1;
        byte[] same = tokens.seal(session, "ada");
        assertThat(tokens.keys()).isEqualTo(1);
        nanos++;
        byte[] second = tokens.seal(session, "ada");
        assertThat(tokens.keys()).isEqualTo(2);
        assertThat(tokens.open(first, "ada")).isEqualTo(session);
        tokens.release(first);
        assertThat(tokens.keys()).isEqualTo(2);
        tokens.release(same);
        assertThat(tokens.keys()).isEqualTo(1);
        assertThat(tokens.open(first, "ada")).isNull();
        assertThat(tokens.open(second, "ada")).isEqualTo(session);
        nanos += SessionTokens.KEY_NANOS;
        tokens.release(second);
        assertThat(tokens.keys()).isEqualTo(1);
        tokens.seal(session, "ada");
        assertThat(tokens.keys()).isEqualTo(1);
    }
}
