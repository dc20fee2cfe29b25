package io.tellask.codec.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.codec.DecodeException;
import io.tellask.codec.EncodeException;
import io.tellask.codec.bytes.BitWriter;
import io.tellask.codec.bytes.NameCode;
import io.tellask.codec.schema.Descriptor.FieldSpec;
import io.tellask.test.Seed;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Descriptors as bytes: compact, in one valid form only, and bounded. */
class DescriptorTest {
    private static final String LETTERS = "abcdefgzABCDZ0189_$.#\u00e9\u4e16 \0";

    private static Descriptor random(Random random) {
        int kind = random.nextInt(Descriptor.THROWABLE + 1);
        List<FieldSpec> fields = new ArrayList<>();
        if (kind == Descriptor.ENUM) {
            random.ints(random.nextInt(5)).forEach(i -> fields.add(new FieldSpec('E', name(random))));
        } else if (kind != Descriptor.TYPE) {
            for (char fieldKind : Descriptor.KIND_ORDER.toCharArray()) {
                random.ints(random.nextInt(3))
                        .mapToObj(i -> name(random))
                        .distinct()
                        .sorted()
                        .forEach(name -> fields.add(new FieldSpec(fieldKind, name)));
            }
        }
        return new Descriptor(kind, name(random), fields);
    }

    private static String name(Random random) {
        StringBuilder name = new StringBuilder();
        random.ints(random.nextInt(12), 0, LETTERS.length()).forEach(i -> name.append(LETTERS.charAt(i)));
        return name.toString();
    }

    @Test
    void everyDescriptorComesBackAloneAndBehindAnother() {
        long seed = Seed.given();
        Random random = new Random(seed);
        Descriptor previous = random(random);
        for (int i = 0; i < 5_000; i++) {
            Descriptor descriptor = random(random);
            assertThat(Descriptor.parse(descriptor.bytes).toString())
                    .as("seed=%d, i=%d", seed, i)
                    .isEqualTo(descriptor.toString());
            byte[] behind = descriptor.bytesAfter(previous);
            Descriptor back = Descriptor.parse(behind, previous.className);
            assertThat(back.bytes).as("seed=%d, i=%d", seed, i).isEqualTo(descriptor.bytes);
            assertThat(back.fingerprint()).isEqualTo(descriptor.fingerprint());
            previous = descriptor;
        }
    }

    @Test
    void changedBytesAreRefusedOrDescribeSomethingElse() {
        long seed = Seed.given();
        Random random = new Random(seed);
        for (int i = 0; i < 20_000; i++) {
            Descriptor descriptor = random(random);
            byte[] changed = descriptor.bytes.clone();
            changed[random.nextInt(changed.length)] ^= (byte) (1 << random.nextInt(8));
            try {
                assertThat(Descriptor.parse(changed).bytes)
                        .as("seed=%d, i=%d", seed, i)
                        .isEqualTo(changed);
            } catch (DecodeException refused) {
                assertThat(refused).hasMessageStartingWith("decode: ");
            }
        }
    }

    @Test
    void nameIsCodedInFiveBitsALetter() {
        BitWriter out = new BitWriter();
        NameCode.write(out, "io.tellask.codec.GoldenFilesTest$Account", false);

        assertThat(out.toByteArray()).hasSize((5 * (40 + 4 + 1) + 7) / 8);
    }

    @Test
    void prefixIsSharedWithTheClassBefore() {
        Descriptor media = new Descriptor(Descriptor.TYPE, "org.example.shop.Media", List.of());
        Descriptor image = new Descriptor(Descriptor.TYPE, "org.example.shop.Image", List.of());

        assertThat(image.bytes.length - image.bytesAfter(media).length).isGreaterThan(6);
    }

    @Test
    void fingerprintOfAClassDoesNotChange() {
        Descriptor descriptor = new Descriptor(
                Descriptor.RECORD,
                "org.example.Order",
                List.of(new FieldSpec('J', "id"), new FieldSpec('T', "symbol"), new FieldSpec('L', "tags")));

        assertThat(HexFormat.of().formatHex(descriptor.bytes))
                .isEqualTo("15f23f0b80b60c2f36f910b207d6924809e5a27b01409e60");
        assertThat(descriptor.fingerprint()).isEqualTo(0x3cbd7b0c5343140fL);
    }

    @Test
    void nameIsTakenAtItsLimitAndRefusedBeyond() {
        Descriptor longest = new Descriptor(Descriptor.TYPE, "x".repeat(NameCode.MAX_NAME_CHARS), List.of());

        assertThat(Descriptor.parse(longest.bytes).className).isEqualTo(longest.className);
        assertThatThrownBy(() -> new Descriptor(Descriptor.TYPE, longest.className + "x", List.of()))
                .isInstanceOf(EncodeException.class)
                .hasMessageStartingWith("encode: name length=1025 > MAX_NAME_CHARS=1024");
    }
}
