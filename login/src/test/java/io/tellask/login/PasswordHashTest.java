package io.tellask.login;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Hashes of passwords. */
class PasswordHashTest {
    /** Of another program, of the password that is "pa", "é", "ss". */
    private static final String GIVEN =
            "$pbkdf2-sha256$i=10000$AAECAwQFBgcICQoLDA0ODw$UNGbrw1+8lEleQX/WGCxMfIeqUBHRplpUkvyrTxB8po";

    @Test
    void readsTheHashOfAnotherProgram() {
        PasswordHash hash = PasswordHash.parse(GIVEN);

        assertThat(hash.matches("pa\u00e9ss")).isTrue();
        assertThat(hash.matches("pae\u0301ss"))
                .as("the same, composed otherwise")
                .isTrue();
        assertThat(hash.matches("paess")).isFalse();
        assertThat(hash).hasToString(GIVEN);
    }

    @Test
    void samePasswordHasAnotherHashEachTime() {
        PasswordHash one = PasswordHash.of("secret", PasswordHash.LEAST_ITERATIONS);
        PasswordHash other = PasswordHash.of("secret", PasswordHash.LEAST_ITERATIONS);

        assertThat(one.toString()).isNotEqualTo(other.toString()).doesNotContain("secret");
        assertThat(PasswordHash.parse(one.toString()).matches("secret")).isTrue();
        assertThat(PasswordHash.ofNobody(PasswordHash.LEAST_ITERATIONS).matches("secret"))
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "secret",
                "$pbkdf2-sha256$i=9999$AAECAwQFBgcICQoLDA0ODw$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
                "$pbkdf2-sha256$i=10000001$AAECAwQFBgcICQoLDA0ODw$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
                "$pbkdf2-sha256$i=10000$short$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
                "$pbkdf2-sha256$i=10000$AAECAwQFBgcICQoLDA0ODw$short",
                "$pbkdf2-sha1$i=10000$AAECAwQFBgcICQoLDA0ODw$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
            })
    void refusesWhatIsNoHash(String text) {
        assertThatThrownBy(() -> PasswordHash.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("tellask passwd");
    }
}
