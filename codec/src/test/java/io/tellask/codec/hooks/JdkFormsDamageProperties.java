package io.tellask.codec.hooks;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.codec.Codec;
import io.tellask.codec.DecodeException;
import io.tellask.codec.Inside;
import io.tellask.test.Seed;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A single flipped bit of a message that holds a class of {@code JdkForms} ends, in time, in an object or a {@link
 * DecodeException}.
 *
 * <p>Decoding runs in a thread of its own: one that hangs fails the test with the message and the bit.
 */
class JdkFormsDamageProperties {
    private static final long PATIENCE_MILLIS = 20_000;
    private static final long SEED = Seed.given();
    private static final int SOME_FLIPS = 80;

    private static final List<Codec> CODECS =
            List.of(Codec.standard(), Codec.builder().trackReferences(false).build());

    /** What is being decoded, for the failure. */
    private final AtomicReference<String> current = new AtomicReference<>("nothing");

    @Test
    void someBitFlipsOfEachClassEndInTime() throws Exception {
        flipInTime(SOME_FLIPS);
    }

    @Test
    @Tag("slow")
    void everyBitFlipEndsInTime() throws Exception {
        flipInTime(Integer.MAX_VALUE);
    }

    private void flipInTime(int most) throws Exception {
        List<Object> values = new ArrayList<>();
        JdkFormsTest.harmless().forEach(values::add);
        AtomicReference<Throwable> failure = new AtomicReference<>();
        Thread worker = Thread.ofPlatform().daemon().start(() -> {
            try {
                for (Object value : values) {
                    flip(value, most);
                }
            } catch (Throwable e) {
                failure.set(e);
            }
        });

        String last = "";
        while (worker.isAlive() && !last.equals(current.get())) {
            last = current.get();
            worker.join(PATIENCE_MILLIS);
        }
        assertThat(worker.isAlive()).as("hangs: %s", current).isFalse();
        assertThat(failure.get()).as("%s", current).isNull();
    }

    private void flip(Object value, int most) {
        for (Codec codec : CODECS) {
            byte[] bytes = codec.encode(value, Object.class);
            List<Integer> bits = new ArrayList<>();
            for (int bit = 0; bit < bytes.length * Byte.SIZE; bit++) {
                bits.add(bit);
            }
            Collections.shuffle(bits, new Random(SEED));
            for (int bit : bits.subList(0, Math.min(most, bits.size()))) {
                byte[] damaged = bytes.clone();
                damaged[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
                current.set("class=" + value.getClass().getName() + ", references=" + Inside.isTracking(codec)
                        + ", seed=" + SEED + ", bit=" + bit + ", message="
                        + HexFormat.of().formatHex(bytes));
                try {
                    codec.decode(damaged, Object.class);
                } catch (DecodeException e) {
                    assertThat(e.offset()).isNotNegative();
                }
            }
        }
    }
}
