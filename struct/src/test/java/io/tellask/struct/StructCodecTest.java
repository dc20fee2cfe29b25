package io.tellask.struct;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import io.tellask.codec.ByteReader;
import io.tellask.codec.ByteWriter;
import io.tellask.codec.Codec;
import io.tellask.codec.CodecException;
import io.tellask.codec.ScopedDecoder;
import io.tellask.codec.ScopedEncoder;
import io.tellask.test.Seed;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Structs in messages: told apart by their digest, whole or refused, and cheap. */
class StructCodecTest {
    @Struct
    interface Tick {
        Venue venue();

        @Length(5)
        String symbol();

        void symbol(String symbol);

        double price();

        void price(double price);
    }

    interface Venue {
        int number();

        void number(int number);
    }

    /** The tick of a later version, which is longer. */
    interface LongerTick {
        double price();

        long volume();

        long time();

        long sequence();
    }

    record Trade(Tick tick, Tick same, Tick none, int quantity) {}

    private static final int ROUNDS = 20_000;
    private static final long MAX_BYTES = 512; // array, two views and segments over them; seen: 264 written, 368 read

    private static final StructType<Tick> TICKS = StructType.of(Tick.class);
    private static final Codec CODEC =
            StructCodec.addTo(Codec.builder(), Tick.class).allow(Trade.class).build();

    private static Tick tick(double price) {
        Tick tick = TICKS.allocate();
        tick.symbol("BMW");
        tick.price(price);
        tick.venue().number(4);
        return tick;
    }

    @Test
    void codecWithoutTheStructSaysHowToAddIt() {
        Codec without = Codec.builder().allow(Trade.class).build();
        String remedy = "interface=" + Tick.class.getName() + " is data for which this codec has no form; give it one,"
                + " to a struct by StructCodec.addTo(Codec.builder(), Tick.class)";

        assertThatThrownBy(() -> without.check(Tick.class))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining(remedy);
        assertThatThrownBy(() -> without.encode(tick(1)))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining(remedy);
        assertThatThrownBy(() -> without.decode(CODEC.encode(tick(1)), Tick.class))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining(remedy)
                .hasMessageNotContaining("damaged");
        assertThatThrownBy(() -> without.encode(StructType.of(Venue.class).allocate()))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("StructCodec.addTo(Codec.builder(), Venue.class)");
        CODEC.check(Tick.class);
        CODEC.check(Trade.class);
    }

    @Test
    void layoutOfAnotherSizeIsToldByItsDigest() {
        StructType<LongerTick> longer = StructType.of(LongerTick.class);
        byte[] bytes = StructBytes.of(longer).copy(longer.allocate());

        assertThatThrownBy(() -> StructBytes.of(TICKS).view(bytes))
                .isInstanceOf(StructLayoutException.class)
                .hasMessageContaining(
                        "digest=" + HexFormat.of().toHexDigits(longer.layout().digest()))
                .hasMessageContaining(
                        "limit=" + HexFormat.of().toHexDigits(TICKS.layout().digest()))
                .hasMessageContaining("Tick");
    }

    @Test
    void bytesOfNoStructAreToldByTheirCount() {
        for (int length = 0; length < StructBytes.DIGEST_BYTES; length++) {
            byte[] bytes = new byte[length];
            assertThatThrownBy(() -> StructBytes.of(TICKS).view(bytes))
                    .isInstanceOf(StructLayoutException.class)
                    .hasMessageContaining("bytes=" + length);
        }
        byte[] whole = StructBytes.of(TICKS).copy(tick(1));
        for (int length : new int[] {StructBytes.DIGEST_BYTES, whole.length - 1, whole.length + 1}) {
            assertThatThrownBy(() -> StructBytes.of(TICKS).view(Arrays.copyOf(whole, length)))
                    .isInstanceOf(StructLayoutException.class)
                    .hasMessageContaining("bytes=" + length);
        }
    }

    @Test
    void structsInOtherObjectsKeepTheirIdentity() {
        Tick tick = tick(9);
        Trade back = CODEC.decode(CODEC.encode(new Trade(tick, tick, null, 3)), Trade.class);

        assertThat(back.tick().symbol()).isEqualTo("BMW");
        assertThat(back.tick().venue().number()).isEqualTo(4);
        assertThat(back.same()).isSameAs(back.tick());
        assertThat(back.none()).isNull();
    }

    @Test
    void elementOfAnArrayIsWrittenAlone() {
        try (StructArray<Tick> array = StructArray.allocate(TICKS, 3)) {
            Tick view = array.view(1);
            view.price(7);
            Tick back = CODEC.decode(CODEC.encode(view), Tick.class);
            array.move(view, 2);
            assertThat(back.price()).isEqualTo(7);
        }
    }

    @Test
    void changedBytesGiveAViewOrACodecException() {
        long seed = Seed.given();
        Random random = new Random(seed);
        byte[] whole = CODEC.encode(List.of(tick(1), tick(2)));
        for (int round = 0; round < 20_000; round++) {
            byte[] bytes = Arrays.copyOf(whole, random.nextInt(8) == 0 ? random.nextInt(whole.length) : whole.length);
            for (int i = random.nextInt(3); i >= 0 && bytes.length > 0; i--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
            }
            try {
                CODEC.decode(bytes, List.class);
            } catch (CodecException e) {
                assertThat(e.getMessage().length()).isLessThan(2_000);
            }
        }
    }

    @Test
    void allocationPerStructIsBounded() {
        ScopedDecoder decoder = CODEC.newScopedDecoder();
        ScopedEncoder encoder =
                CODEC.newScopedEncoder((id, description) -> decoder.learn(id, new ByteReader(description)));
        ByteWriter out = new ByteWriter(256);
        ByteReader in = new ByteReader();
        Tick tick = tick(5);
        Runnable write = () -> {
            out.clear();
            encoder.encode(tick, Tick.class, out);
        };
        write.run();
        assertThat(allocatedBytes(write)).isLessThan(MAX_BYTES);
        assertThat(allocatedBytes(() -> {
                    in.wrap(out.array(), 0, out.position());
                    decoder.decode(in, Tick.class);
                }))
                .isLessThan(MAX_BYTES);
    }

    /** Bytes for each of many runs. */
    private static long allocatedBytes(Runnable each) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        for (int i = 0; i < ROUNDS; i++) {
            each.run(); // links what is used
        }
        long before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < ROUNDS; i++) {
            each.run();
        }
        return (threads.getCurrentThreadAllocatedBytes() - before) / ROUNDS;
    }
}
