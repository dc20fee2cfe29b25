package io.tellask.bench.cipher;

import io.tellask.cipher.BoxAlgorithm;
import io.tellask.cipher.SecretBox;
import io.tellask.cipher.StreamAlgorithm;
import io.tellask.cipher.StreamCipher;
import io.tellask.cipher.TokenSealer;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.time.InstantSource;

/** Ours, with the Vector API or without, as the flags of the process say. */
public final class TellaskCiphers implements CipherSubject {
    private static final MemorySegment NOTHING = MemorySegment.ofArray(new byte[0]);

    @Override
    public Call open(String what) {
        return switch (what) {
            case "salsa20" -> stream(StreamAlgorithm.SALSA20);
            case "chacha20" -> stream(StreamAlgorithm.CHACHA20);
            case "box" -> box();
            case "token-sealer" -> {
                TokenSealer sealer = TokenSealer.withRandomKey(Duration.ofHours(1), InstantSource.system());
                yield (source, target) -> {
                    byte[] token = sealer.seal(source, "bench");
                    System.arraycopy(token, 0, target, 0, token.length);
                };
            }
            default -> throw new IllegalArgumentException("no such case: case=" + what);
        };
    }

    private static Call stream(StreamAlgorithm algorithm) {
        StreamCipher cipher = StreamCipher.of(algorithm, new byte[32], new byte[algorithm.nonceBytes()]);
        return (source, target) -> cipher.apply(source, 0, source.length, target, 0);
    }

    private static Call box() {
        SecretBox box = SecretBox.of(BoxAlgorithm.CHACHA20_POLY1305, new byte[32]);
        Nonces nonces = new Nonces(12);
        return (source, target) ->
                box.seal(nonces.next(), MemorySegment.ofArray(source), NOTHING, MemorySegment.ofArray(target));
    }
}
