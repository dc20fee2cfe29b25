package io.tellask.cipher;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import javax.crypto.Cipher;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;

/** The code of {@code docs/CIPHERS.md}, compiled and run. */
class CipherGuideTest {
    private static final Pattern BLOCK = Pattern.compile("(?ms)^```java\\n(.*?)^```$");

    private final byte[] key = new byte[32];
    private final byte[] message = {1, 2, 3};

    @Test
    void sealsAMessage() {
        try (SecretBox box = SecretBox.of(BoxAlgorithm.XCHACHA20_POLY1305, key)) {
            byte[] nonce = box.newNonce();
            byte[] sealed = box.seal(nonce, message);
            byte[] opened = box.open(nonce, sealed);
            assertThat(opened).isEqualTo(message);
        }
    }

    @Test
    void appliesAStream() {
        byte[] nonce = new byte[8];
        byte[] bytes = new byte[200];
        byte[] target = new byte[100];
        byte[] encrypted;
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment source = arena.allocate(50);
            MemorySegment destination = arena.allocate(50);
            try (StreamCipher cipher = StreamCipher.of(StreamAlgorithm.SALSA20, key, nonce)) {
                cipher.apply(bytes);
                cipher.seek(0);
                cipher.apply(bytes, 0, 100, target, 0);
                cipher.apply(source, destination);
            }
            encrypted = destination.toArray(ValueLayout.JAVA_BYTE);
        }

        assertThat(target).containsOnly(0);
        assertThat(encrypted).isEqualTo(Arrays.copyOfRange(bytes, 100, 150));
    }

    @Test
    void sealsAToken() {
        byte[] payload = {4, 5};
        TokenSealer sealer = TokenSealer.withRandomKey(Duration.ofHours(1), InstantSource.system());
        byte[] token = sealer.seal(payload, "invitation:ada");
        SealedToken opened = sealer.open(token, "invitation:ada");
        sealer.rotate();
        assertThat(opened.payload()).isEqualTo(payload);
        assertThat(sealer.open(token, "invitation:ada")).isNotNull();
    }

    @Test
    void servesTheInterfaceOfTheJdk() throws Exception {
        Cipher cipher = Cipher.getInstance("XChaCha20-Poly1305", new TellaskProvider());
        cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(key, "XChaCha20"));
        byte[] sealed = cipher.doFinal(message);
        byte[] nonce = cipher.getIV();
        assertThat(SecretBox.of(BoxAlgorithm.XCHACHA20_POLY1305, key).open(nonce, sealed))
                .isEqualTo(message);
    }

    @Test
    void codeOfThePageIsThatOfThisTest() throws Exception {
        String code = words(Files.readString(Path.of("src/test/java/io/tellask/cipher/CipherGuideTest.java")));
        List<String> blocks = BLOCK.matcher(Files.readString(Path.of("../docs/CIPHERS.md")))
                .results()
                .map((MatchResult block) -> words(block.group(1)).replaceFirst(" }$", ""))
                .toList();

        assertThat(blocks).hasSize(4).allSatisfy(block -> assertThat(code).contains(block));
    }

    private static String words(String text) {
        return text.replaceAll("\\s+", " ").trim();
    }
}
