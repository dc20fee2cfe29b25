package io.tellask.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What a graph in parts may cost, and what becomes of one that is damaged. */
class GraphPartsLimitsTest {
    private static final String START = "544c4b4700";

    private final Codec codec =
            Codec.builder().allow(Line.class, Plain.class, Asking.class).build();

    record Line(String text, int count) {}

    /** Hashed by its number alone. */
    static final class Plain {
        private final int number;
        Object other;

        Plain(int number) {
            this.number = number;
        }

        @Override
        public int hashCode() {
            return number;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Plain that && number == that.number;
        }
    }

    /** Asks what it holds. */
    static final class Asking {
        Object held;

        @Override
        public int hashCode() {
            return 7;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Asking that && String.valueOf(held).equals(String.valueOf(that.held));
        }
    }

    private static byte[] stream(Codec codec, Object graph) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GraphOutput out = codec.newGraphOutput(bytes)) {
            out.write(graph);
        }
        return bytes.toByteArray();
    }

    private static GraphInput open(Codec codec, byte[] bytes) {
        return codec.newGraphInput(new ByteArrayInputStream(bytes));
    }

    private Codec within(CodecLimits limits) {
        return codec.toBuilder().limits(limits).build();
    }

    private static List<Line> lines(int count) {
        List<Line> lines = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            lines.add(new Line("line " + i, i));
        }
        return lines;
    }

    @Test
    void streamedBytesHoldAtTheLimitAndOneBeyond() throws IOException {
        byte[] array = new byte[3_000_000];
        long exact = 4L + 1 + array.length;
        CodecLimits limits = CodecLimits.standard();
        byte[] bytes = stream(within(limits.withStreamedBytes(exact)), array);

        assertThat(open(within(limits.withStreamedBytes(exact)), bytes).read(byte[].class))
                .hasSize(array.length);
        assertThatThrownBy(() -> stream(within(limits.withStreamedBytes(exact - 1)), array))
                .isInstanceOf(EncodeException.class)
                .hasMessageContaining("bytes=" + exact + " > limits.streamedBytes=" + (exact - 1));
        assertThatThrownBy(() ->
                        open(within(limits.withStreamedBytes(exact - 1)), bytes).read(byte[].class))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("bytes=" + exact + " > limits.streamedBytes=" + (exact - 1));
    }

    @Test
    void limitIsThatOfMessagesUntilItIsSet() throws IOException {
        CodecLimits limits = CodecLimits.standard().withBytes(2_000_000);

        assertThat(limits.streamedBytes()).isEqualTo(2_000_000);
        assertThat(limits.withStreamedBytes(1L << 40).withBytes(5).streamedBytes())
                .isEqualTo(1L << 40);
        assertThatThrownBy(() -> stream(within(limits), new byte[3_000_000])).isInstanceOf(EncodeException.class);
        assertThatThrownBy(() -> stream(within(limits.withBytes(1_000)), new byte[2_000]))
                .isInstanceOf(EncodeException.class)
                .hasMessageContaining("> limits.bytes=1000");
        assertThatThrownBy(() -> limits.withStreamedBytes(0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("streamedBytes=0 <= 0");
    }

    @Test
    void graphBeyondTheLimitOfMessagesHasPartsWhereThatOfStreamsIsHigher() throws IOException {
        Codec small = within(CodecLimits.standard().withBytes(1_000).withStreamedBytes(10_000));

        assertThat(open(small, stream(small, new int[2_000])).read(int[].class)).hasSize(2_000);
        assertThatThrownBy(() -> stream(small, new int[3_000]))
                .isInstanceOf(EncodeException.class)
                .hasMessageContaining("> limits.streamedBytes=10000");
    }

    @Test
    void objectsAndSlotsHoldForAllPartsTogether() throws IOException {
        List<Line> lines = lines(200_000);
        byte[] bytes = stream(codec, lines);
        int objects = 1 + 2 * lines.size();
        CodecLimits limits = CodecLimits.standard();
        Codec exact = within(limits.withObjects(objects).withArraySlots(lines.size()));

        assertThat(open(exact, bytes).read(Object.class)).isEqualTo(lines);
        assertThat(stream(exact, lines)).isEqualTo(bytes);
        assertThatThrownBy(() ->
                        open(within(limits.withObjects(objects - 1)), bytes).read(Object.class))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("objects=" + objects + " > limits.objects=" + (objects - 1));
        assertThatThrownBy(() -> open(within(limits.withArraySlots(lines.size() - 1)), bytes)
                        .read(Object.class))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("arraySlots=200000 > limits.arraySlots=199999");
        assertThatThrownBy(() -> stream(within(limits.withObjects(objects - 1)), lines))
                .isInstanceOf(EncodeException.class);
    }

    @Test
    void elementsOfPrimitivesAreBoundedByTheLengthOfTheGraph() throws IOException {
        Codec few = within(CodecLimits.standard().withArraySlots(10));

        assertThat(open(few, stream(few, new Object[] {new int[800_000], new boolean[11]}))
                        .read(Object.class))
                .isNotNull();
        assertThatThrownBy(() -> stream(few, new Object[11]))
                .isInstanceOf(EncodeException.class)
                .hasMessageContaining("arraySlots=11 > limits.arraySlots=10");
    }

    @Test
    void claimsAllocateNothingThatHasNotArrived() {
        Codec wide = within(CodecLimits.standard()
                .withBytes(Integer.MAX_VALUE)
                .withStreamedBytes(1L << 40)
                .withArraySlots(Integer.MAX_VALUE));
        List<String> claims = List.of(
                "8cffffffff07", // double[2^31 - 1]
                "86ffffffff07", // byte[]
                "8dffffffff07", // boolean[]
                "20" + "04ffffffff07", // Object[]
                "20" + "05ffffffff07", // String[]
                "20" + "16fcffffff07", // ArrayList
                "20" + "1afcffffff07", // HashSet
                "20" + "22fcffffff07", // HashMap
                "82ffffffff07", // string
                "20" + "39ffffffff07"); // BigInteger
        for (String claim : claims) {
            byte[] bytes = HexFormat.of()
                    .parseHex(
                            START + "03" + "%02x".formatted(claim.length() / 2) + claim + "03e807" + "00".repeat(1000));
            ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
            long before = threads.getCurrentThreadAllocatedBytes();
            assertThatThrownBy(() -> open(wide, bytes).read(Object.class))
                    .as(claim)
                    .isInstanceOf(DecodeException.class);
            assertThat(threads.getCurrentThreadAllocatedBytes() - before)
                    .as(claim)
                    .isLessThan(8L << 20);
        }
    }

    @Test
    void everyTruncationIsRefused() throws IOException {
        byte[] bytes = RoundTrips.partsOf(codec, lines(5), Object.class);
        for (int length = 5; length < bytes.length; length++) {
            GraphInput in = open(codec, Arrays.copyOf(bytes, length));
            assertThatThrownBy(() -> {
                        while (in.hasNext()) {
                            in.read(Object.class);
                        }
                    })
                    .as("length=%d", length)
                    .isInstanceOf(DecodeException.class)
                    .hasMessageContaining("ends without its end mark, offset=" + length);
        }
    }

    @Test
    void damageOfAnyByteIsAGraphOrARefusal() throws IOException {
        byte[] bytes = RoundTrips.partsOf(codec, new Object[] {lines(9), new HashSet<>(lines(4)), "x"}, Object.class);
        Random random = new Random(4_711);
        for (int i = 0; i < 20_000; i++) {
            byte[] damaged = bytes.clone();
            int at = 5 + random.nextInt(bytes.length - 5);
            damaged[at] ^= (byte) (1 << random.nextInt(8));
            GraphInput in = i % 2 == 0 ? open(codec, damaged) : RoundTrips.open(codec, damaged);
            try {
                for (int reads = 0; in.hasNext() && reads < 100; reads++) {
                    in.read(Object.class);
                }
            } catch (DecodeException refused) {
                assertThat(refused).as("round=%d", i).hasMessageStartingWith("decode: ");
            }
        }
    }

    @Test
    void framesThatDoNotBelongThereAreRefused() {
        for (String frames : List.of("0400", "0302201600", "030220160401ff", "0302201605", "0102ffff")) {
            GraphInput in = open(codec, HexFormat.of().parseHex(START + frames));
            assertThatThrownBy(() -> in.read(Object.class)).as(frames).isInstanceOf(DecodeException.class);
        }
        assertThatThrownBy(() -> open(codec, HexFormat.of().parseHex(START + "030182" + "0204" + "05616161" + "00"))
                        .read(Object.class))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("bytes=2 or more follow a graph");
    }

    @Test
    void keysOfOneKindComeBackAndAMixtureIsRefused() throws IOException {
        Set<Object> family = new HashSet<>();
        Set<Object> asking = new HashSet<>();
        for (int i = 0; i < 50; i++) {
            Plain plain = new Plain(i);
            plain.other = family;
            family.add(plain);
        }
        for (int i = 0; i < 3; i++) {
            Asking one = new Asking();
            one.held = "text " + i;
            asking.add(one);
        }
        byte[] filling = new byte[2 << 20];

        assertThat((Object[]) open(codec, stream(codec, new Object[] {filling, family}))
                        .read(Object.class))
                .hasSize(2);
        assertThat((Object[]) open(codec, stream(codec, new Object[] {filling, asking}))
                        .read(Object.class))
                .hasSize(2);
        byte[] mixed = stream(codec, new Object[] {filling, family, asking});
        assertThatThrownBy(() -> open(codec, mixed).read(Object.class))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("a graph in parts has keys that compare whatever others lead to");
    }
}
