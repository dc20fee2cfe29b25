package io.tellask.cipher;

import static io.tellask.cipher.Samples.bytes;
import static io.tellask.cipher.Samples.hex;
import static io.tellask.cipher.Samples.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.test.Seed;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Boxes against published ones and the JDK's, and what they refuse. */
class SecretBoxTest {
    private static final MemorySegment NOTHING = MemorySegment.ofArray(new byte[0]);

    private final Random random = new Random(Seed.given());

    @Test
    void givesTheBoxOfNaCl() {
        byte[] nonce = hex("69696ee955b62b73cd62bda875fc73d68219e0036b7a0b37");
        byte[] message = hex("be075fc53c81f2d5cf141316ebeb0c7b5228c52a4c62cbd44b66849b64244ffce5ecbaaf33bd751a"
                + "1ac728d45e6c61296cdc3c01233561f41db66cce314adb310e3be8250c46f06dceea3a7fa1348057"
                + "e2f6556ad6b1318a024a838f21af1fde048977eb48f59ffd4924ca1c60902e52f0a089bc76897040"
                + "e082f937763848645e0705");
        byte[] sealed = hex("f3ffc7703f9400e52a7dfb4b3d3305d98e993b9f48681273c29650ba32fc76ce48332ea7164d96a4"
                + "476fb8c531a1186ac0dfc17c98dce87b4da7f011ec48c97271d2c20f9b928fe2270d6fb863d51738"
                + "b48eeee314a7cc8ab932164548e526ae90224368517acfeabd6bb3732bc0e9da99832b61ca01b6de"
                + "56244a9e88d5f9b37973f622a43d14a6599b1f654cb45a74e355a5");
        SecretBox box = SecretBox.of(
                BoxAlgorithm.XSALSA20_POLY1305,
                hex("1b27556473e985d462cd51197a9a46c76009549eac6474f206c4ee0844f68389"));

        assertThat(box.seal(nonce, message)).isEqualTo(sealed);
        assertThat(box.open(nonce, sealed)).isEqualTo(message);
    }

    @Test
    void agreesWithWycheproof() throws Exception {
        int forged = 0;
        for (String[] row : Samples.table("wycheproof.csv")) {
            BoxAlgorithm algorithm =
                    row[0].startsWith("x") ? BoxAlgorithm.XCHACHA20_POLY1305 : BoxAlgorithm.CHACHA20_POLY1305;
            byte[] nonce = hex(row[3]);
            byte[] additional = hex(row[4]);
            byte[] message = hex(row[5]);
            byte[] sealed = hex(row[6] + row[7]);
            SecretBox box = SecretBox.of(algorithm, hex(row[2]));
            if (nonce.length != algorithm.nonceBytes()) {
                assertThatThrownBy(() -> box.open(nonce, sealed, additional)).isInstanceOf(NonceLengthException.class);
            } else if (row[8].equals("valid")) {
                assertThat(box.seal(nonce, message, additional))
                        .as(row[0] + row[1])
                        .isEqualTo(sealed);
                assertThat(box.open(nonce, sealed, additional))
                        .as(row[0] + row[1])
                        .isEqualTo(message);
            } else {
                assertThatThrownBy(() -> box.open(nonce, sealed, additional))
                        .as(row[0] + row[1])
                        .isInstanceOf(ForgedMessageException.class);
                forged++;
            }
        }
        assertThat(forged).isGreaterThan(50);
    }

    @Test
    void givesTheBoxesOfTheJdk() throws Exception {
        for (int length : new int[] {0, 1, 15, 16, 17, 63, 64, 65, 1_000, 50_000}) {
            byte[] key = key(random);
            byte[] nonce = bytes(random, 12);
            byte[] message = bytes(random, length);
            byte[] additional = bytes(random, length % 50);
            Cipher jdk = Cipher.getInstance("ChaCha20-Poly1305");
            jdk.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(key, "ChaCha20"), new IvParameterSpec(nonce));
            jdk.updateAAD(additional);
            byte[] expected = jdk.doFinal(message);
            SecretBox box = SecretBox.of(BoxAlgorithm.CHACHA20_POLY1305, key);

            assertThat(box.seal(nonce, message, additional)).isEqualTo(expected);
            assertThat(box.open(nonce, expected, additional)).isEqualTo(message);
        }
    }

    @ParameterizedTest
    @EnumSource
    void anyChangedBitIsNoticed(BoxAlgorithm algorithm) {
        SecretBox box = SecretBox.of(algorithm, key(random));
        byte[] nonce = box.newNonce();
        byte[] additional = algorithm.takesAdditionalData() ? bytes(random, 5) : new byte[0];
        byte[] sealed = box.seal(nonce, bytes(random, 70), additional);
        for (byte[] part : List.of(sealed, nonce, additional)) {
            for (int bit = 0; bit < part.length * 8; bit++) {
                part[bit / 8] ^= (byte) (1 << bit % 8);
                byte[] target = new byte[70];
                assertThatThrownBy(() -> box.open(
                                nonce,
                                MemorySegment.ofArray(sealed),
                                MemorySegment.ofArray(additional),
                                MemorySegment.ofArray(target)))
                        .isInstanceOf(ForgedMessageException.class)
                        .hasMessageStartingWith(algorithm.title() + " message: its tag does not fit");
                assertThat(target).as("nothing of it is given out").containsOnly(0);
                part[bit / 8] ^= (byte) (1 << bit % 8);
            }
        }
        assertThat(box.open(nonce, sealed, additional)).hasSize(70);
    }

    @ParameterizedTest
    @EnumSource
    void sealsAndOpensInPlaceOnAndOffTheHeap(BoxAlgorithm algorithm) {
        byte[] key = key(random);
        SecretBox box = SecretBox.of(algorithm, key);
        int textOffset = algorithm == BoxAlgorithm.XSALSA20_POLY1305 ? SecretBox.TAG_BYTES : 0;
        try (Arena arena = Arena.ofConfined()) {
            for (int length : new int[] {0, 1, 31, 32, 33, 500, 9_000}) {
                byte[] message = bytes(random, length);
                byte[] nonce = box.newNonce();
                byte[] expected = SecretBox.of(algorithm, key).seal(nonce, message);
                MemorySegment target = arena.allocate(length + SecretBox.TAG_BYTES);
                MemorySegment text = target.asSlice(textOffset, length);
                text.copyFrom(MemorySegment.ofArray(message));

                box.seal(nonce, text, NOTHING, target);
                assertThat(target.toArray(ValueLayout.JAVA_BYTE)).isEqualTo(expected);
                box.open(nonce, target, NOTHING, text);
                assertThat(text.toArray(ValueLayout.JAVA_BYTE)).isEqualTo(message);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void refusesOverlapsThatAreNotInPlace(BoxAlgorithm algorithm) {
        SecretBox box = SecretBox.of(algorithm, key(random));
        byte[] array = bytes(random, 200);
        byte[] untouched = array.clone();
        MemorySegment all = MemorySegment.ofArray(array);
        byte[] nonce = box.newNonce();
        for (int at : new int[] {1, 15, 17, 40, 65}) {
            assertThatThrownBy(() -> box.seal(nonce, all.asSlice(at, 50), NOTHING, all.asSlice(0, 66)))
                    .as("message at %d", at)
                    .isInstanceOf(OverlapException.class);
        }
        if (algorithm.takesAdditionalData()) {
            assertThatThrownBy(() -> box.seal(nonce, all.asSlice(100, 50), all.asSlice(65, 5), all.asSlice(0, 66)))
                    .isInstanceOf(OverlapException.class);
        }
        assertThatThrownBy(() -> box.open(nonce, all.asSlice(0, 66), NOTHING, all.asSlice(30, 50)))
                .isInstanceOf(OverlapException.class);
        assertThat(array).isEqualTo(untouched);
        box.seal(nonce, all.asSlice(66, 50), NOTHING, all.asSlice(0, 66));
        box.open(nonce, all.asSlice(0, 66), NOTHING, all.asSlice(120, 50));
        assertThat(Arrays.copyOfRange(array, 120, 170)).isEqualTo(Arrays.copyOfRange(untouched, 66, 116));
    }

    @Test
    void refusesANonceThatItRemembers() {
        SecretBox box = SecretBox.of(BoxAlgorithm.CHACHA20_POLY1305, key(random));
        List<byte[]> nonces = new ArrayList<>();
        for (int i = 0; i < SecretBox.REMEMBERED_NONCES; i++) {
            nonces.add(bytes(random, 12));
            box.seal(nonces.getLast(), new byte[1]);
        }

        assertThatThrownBy(() -> box.seal(nonces.getFirst(), new byte[1]))
                .isInstanceOf(NonceReuseException.class)
                .hasMessageContaining("give each message another one");
        box.seal(bytes(random, 12), new byte[1]);
        assertThat(box.seal(nonces.getFirst(), new byte[1]))
                .as("the oldest is forgotten beyond the limit")
                .hasSize(17);
        assertThatThrownBy(() -> box.seal(nonces.getLast(), new byte[1])).isInstanceOf(NonceReuseException.class);
    }

    @Test
    void refusedMessageUsesUpNoNonce() {
        SecretBox box = SecretBox.of(BoxAlgorithm.CHACHA20_POLY1305, key(random));
        byte[] nonce = box.newNonce();
        MemorySegment message = MemorySegment.ofArray(new byte[10]);

        assertThatThrownBy(() -> box.seal(nonce, message, NOTHING, MemorySegment.ofArray(new byte[25])))
                .isInstanceOf(TargetTooSmallException.class)
                .hasMessage("cipher target: targetBytes=25, needed=26; give a larger one");
        byte[] sealed = new byte[26];
        box.seal(nonce, message, NOTHING, MemorySegment.ofArray(sealed));
        assertThatThrownBy(() ->
                        box.open(nonce, MemorySegment.ofArray(sealed), NOTHING, MemorySegment.ofArray(new byte[9])))
                .isInstanceOf(TargetTooSmallException.class);
        assertThat(box.open(nonce, sealed)).isEqualTo(new byte[10]);
    }

    @ParameterizedTest
    @EnumSource
    void refusesShortTagsNoncesAndKeys(BoxAlgorithm algorithm) {
        SecretBox box = SecretBox.of(algorithm, key(random));
        byte[] nonce = box.newNonce();

        assertThatThrownBy(() -> box.open(nonce, new byte[15]))
                .isInstanceOf(TruncatedMessageException.class)
                .hasMessageContaining("sealedBytes=15, tagBytes=16");
        assertThatThrownBy(() -> box.open(nonce, new byte[16])).isInstanceOf(ForgedMessageException.class);
        assertThatThrownBy(() -> box.seal(new byte[8], new byte[1])).isInstanceOf(NonceLengthException.class);
        assertThatThrownBy(() -> box.open(new byte[8], new byte[20])).isInstanceOf(NonceLengthException.class);
        assertThatThrownBy(() -> SecretBox.of(algorithm, new byte[16])).isInstanceOf(KeyLengthException.class);
    }

    @Test
    void refusesAdditionalDataWhereTheyHaveNoPlace() {
        SecretBox box = SecretBox.of(BoxAlgorithm.XSALSA20_POLY1305, key(random));

        assertThatThrownBy(() -> box.seal(box.newNonce(), new byte[1], new byte[1]))
                .isInstanceOf(AdditionalDataException.class)
                .hasMessageContaining("bytes=1, limit=0");
        assertThatThrownBy(() -> box.open(box.newNonce(), new byte[17], new byte[1]))
                .isInstanceOf(AdditionalDataException.class);
    }

    @ParameterizedTest
    @EnumSource
    void closingLeavesNothingOfTheKey(BoxAlgorithm algorithm) throws Exception {
        SecretBox box = SecretBox.of(algorithm, key(random));
        byte[] nonce = box.newNonce();
        byte[] sealed = box.seal(nonce, bytes(random, 20_000));
        box.open(nonce, sealed);

        box.close();

        assertThat(SecretsLeft.in(box, Set.of("sealed", "tag"))).isGreaterThan(5);
        assertThatThrownBy(() -> box.open(nonce, sealed)).isInstanceOf(CipherClosedException.class);
        assertThatThrownBy(() -> box.seal(nonce, sealed)).isInstanceOf(CipherClosedException.class);
    }

    @ParameterizedTest
    @EnumSource
    void threadsShareABox(BoxAlgorithm algorithm) throws Exception {
        SecretBox box = SecretBox.of(algorithm, key(random));
        try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
            List<Callable<Void>> tasks = new ArrayList<>();
            for (int thread = 0; thread < 4; thread++) {
                Random own = new Random(Seed.given() + thread);
                tasks.add(() -> {
                    for (int round = 0; round < 300; round++) {
                        byte[] message = bytes(own, own.nextInt(3_000));
                        byte[] nonce = box.newNonce();
                        assertThat(box.open(nonce, box.seal(nonce, message))).isEqualTo(message);
                    }
                    return null;
                });
            }
            for (Future<Void> done : threads.invokeAll(tasks)) {
                done.get();
            }
        }
    }

    @Test
    void newNoncesDiffer() {
        SecretBox box = SecretBox.of(BoxAlgorithm.XCHACHA20_POLY1305, key(random));

        assertThat(box.newNonce()).hasSize(24).isNotEqualTo(box.newNonce());
    }
}
