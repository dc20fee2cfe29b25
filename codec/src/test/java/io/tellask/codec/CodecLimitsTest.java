package io.tellask.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Every budget at its limit and one beyond, on both sides. */
@Timeout(60)
class CodecLimitsTest {
    private static final class Link {
        private Link next;
        private Object other;
    }

    private static Link chain(int length) {
        Link head = null;
        for (int i = 0; i < length; i++) {
            Link link = new Link();
            link.next = head;
            head = link;
        }
        return head;
    }

    private static int length(Link head) {
        int length = 0;
        for (Link link = head; link != null; link = link.next) {
            length++;
        }
        return length;
    }

    /** {@code fits} passes a codec with the limit on both sides; {@code tooMuch} fails on either side. */
    private static void check(UnaryOperator<CodecLimits> limit, Object fits, Object tooMuch, String name) {
        Codec free = Codec.builder().allow(Link.class).build();
        Codec limited =
                free.toBuilder().limits(limit.apply(CodecLimits.standard())).build();
        limited.decode(limited.encode(fits), fits.getClass());
        assertThatThrownBy(() -> limited.encode(tooMuch))
                .isInstanceOf(EncodeException.class)
                .hasMessageContaining("> limits." + name + "=");
        byte[] bytes = free.encode(tooMuch);
        assertThatThrownBy(() -> limited.decode(bytes, tooMuch.getClass()))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("> limits." + name + "=");
        limited.decode(limited.encode(fits), fits.getClass());
    }

    @Test
    void bytes() {
        check(limits -> limits.withBytes(100), new byte[98], new byte[99], "bytes");
        check(limits -> limits.withBytes(100), "x".repeat(98), "x".repeat(99), "bytes");
        Codec limited =
                Codec.builder().limits(CodecLimits.standard().withBytes(100)).build();
        assertThatThrownBy(() -> limited.encode(new byte[99]))
                .hasMessage("encode: bytes=101 > limits.bytes=100; split the message or raise the limit on both sides");
    }

    /** Without references a cycle passes every limit, whichever comes first. */
    @Test
    void cycleWithoutReferencesIsNamedAsWhatItMayBe() {
        Codec untracked = Codec.builder()
                .trackReferences(false)
                .limits(CodecLimits.standard().withBytes(1 << 20))
                .build();
        List<Object> cycle = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            cycle.add(new byte[1_000]);
        }
        cycle.add(cycle);
        assertThatThrownBy(() -> untracked.encode(cycle))
                .isInstanceOf(EncodeException.class)
                .hasMessageContaining("> limits.bytes=")
                .hasMessageContaining("; if the graph holds itself, build both codecs with trackReferences(true)");
    }

    @Test
    void depth() {
        check(limits -> limits.withDepth(10), chain(10), chain(11), "depth");
        check(limits -> limits.withDepth(20_000), chain(20_000), chain(20_001), "depth");
    }

    @Test
    void objects() {
        check(
                limits -> limits.withObjects(10),
                new ArrayList<>(List.of(1, 2, 3, 4, 5, 6, 7, 8, 9)),
                new ArrayList<>(List.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 10)),
                "objects");
    }

    @Test
    void arraySlots() {
        check(
                limits -> limits.withArraySlots(100),
                new ArrayList<>(List.of(new int[99])),
                new ArrayList<>(List.of(new int[100])),
                "arraySlots");
    }

    private record A(B b) {}

    private record B(C c) {}

    private record C(int x) {}

    @Test
    void schemas() {
        check(limits -> limits.withSchemas(2), new A(new B(null)), new A(new B(new C(1))), "schemas");
    }

    @Test
    void schemasOfASession() {
        Codec limited =
                Codec.builder().limits(CodecLimits.standard().withSchemas(2)).build();
        ScopedEncoder encoder = limited.newScopedEncoder((id, descriptor) -> {});
        encoder.encode(new A(new B(null)), A.class, new ByteWriter(64));

        assertThatThrownBy(() -> encoder.encode(new C(1), C.class, new ByteWriter(64)))
                .isInstanceOf(EncodeException.class)
                .hasMessageContaining("schemas=3 > limits.schemas=2");
        assertThatThrownBy(() -> limited.newScopedDecoder().learn(2, new ByteReader(new byte[3])))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("schema id=2 >= limits.schemas=2");
    }

    /** Exceptions take stack. */
    @Test
    void defaultDepthHoldsOnADefaultStack() {
        Codec codec = Codec.builder().allow(Failure.class).build();
        int depth = CodecLimits.standard().depth();

        Throwable back = codec.decode(codec.encode(nested(depth)), Failure.class);

        int levels = 0;
        for (Throwable at = back; at != null; at = at.getCause()) {
            levels++;
        }
        assertThat(levels).isEqualTo(depth);
        assertThatThrownBy(() -> codec.encode(nested(depth + 1)))
                .isInstanceOf(EncodeException.class)
                .hasMessageContaining("depth=100001 > limits.depth=100000");
    }

    private static final class Failure extends RuntimeException {
        Failure(Throwable cause) {
            super(null, cause, false, false);
        }
    }

    private static Failure nested(int levels) {
        Failure failure = null;
        for (int i = 0; i < levels; i++) {
            failure = new Failure(failure);
        }
        return failure;
    }

    @Test
    void levelsWithoutStackEndAtALimitOfTheirOwn() {
        Codec codec = Codec.standard();
        int levels = CodecLimits.standard().levels();
        Object[] nested = {};
        for (int i = 1; i < levels; i++) {
            nested = new Object[] {nested};
        }
        Object[] deepest = nested;

        assertThat(codec.decode(codec.encode(deepest), Object.class)).isInstanceOf(Object[].class);
        assertThatThrownBy(() -> codec.encode(new Object[] {deepest}))
                .isInstanceOf(EncodeException.class)
                .hasMessageContaining("levels=2000001 > limits.levels=2000000 (set by withDepth)");
        byte[] bytes = codec.encode(deepest);
        byte[] deeper = new byte[bytes.length + 2];
        deeper[0] = bytes[0];
        deeper[1] = bytes[1];
        System.arraycopy(bytes, 1, deeper, 3, bytes.length - 1);
        deeper[2] = bytes[2];
        assertThatThrownBy(() -> codec.decode(deeper, Object.class))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("levels=2000001 > limits.levels=2000000 (set by withDepth)");
    }

    /**
     * 48 KB less than the 256 KB that are promised. Between the rounds the code gets compiled, first by the tier whose
     * frames are the largest.
     */
    @Test
    void defaultDepthHoldsOnASmallStack() throws InterruptedException {
        for (int warmed : new int[] {0, 20, 60, 200}) {
            for (int i = 0; i < warmed; i++) {
                RoundTrips.standalone(Codec.standard(), chain(200));
            }
            List<Integer> lengths = new ArrayList<>();
            Thread small = new Thread(
                    null,
                    () -> lengths.add(length(RoundTrips.standalone(Codec.standard(), chain(50_000)))),
                    "small",
                    208 << 10);
            small.start();
            small.join();

            assertThat(lengths).as("warmed=" + warmed).containsExactly(50_000);
        }
    }

    @Test
    void deepListsOfListsComeBack() {
        List<Object> list = new ArrayList<>();
        for (int i = 0; i < 30_000; i++) {
            list = new ArrayList<>(Arrays.asList(i, list));
        }
        List<?> back = RoundTrips.standalone(Codec.standard(), list);
        for (int i = 29_999; i >= 0; i--) {
            assertThat(back.get(0)).isEqualTo(i);
            back = (List<?>) back.get(1);
        }
    }

    @Test
    void cycleWithoutTrackingEndsAtTheDepth() {
        Link self = new Link();
        self.other = self;
        Codec tree = Codec.builder()
                .allow(Link.class)
                .trackReferences(false)
                .limits(CodecLimits.standard().withDepth(5_000))
                .build();

        assertThatThrownBy(() -> tree.encode(self))
                .isInstanceOf(EncodeException.class)
                .hasMessageContaining("or has a cycle and references are not tracked");
    }

    @Test
    void limitsMustBePositive() {
        assertThatThrownBy(() -> CodecLimits.standard().withDepth(0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("codec limits: depth=0 <= 0; give a positive limit");
    }
}
