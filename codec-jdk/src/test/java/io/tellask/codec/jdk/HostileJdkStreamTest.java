package io.tellask.codec.jdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tellask.codec.Codec;
import io.tellask.codec.CodecLimits;
import io.tellask.codec.DecodeException;
import io.tellask.codec.JdkBytes;
import io.tellask.codec.RecordingLoader;
import io.tellask.codec.trust.GadgetCarriersTest;
import io.tellask.test.Seed;
import java.io.Serializable;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** JDK streams that attack their reader end in a {@link DecodeException} with an offset. */
@Timeout(60)
class HostileJdkStreamTest {
    private static final long SEED = Seed.given();

    private final Codec codec =
            Codec.builder().allow(Link.class, TimeUnit.class).build();

    private static final class Link implements Serializable {
        private static final long serialVersionUID = 1;

        private Object next;
    }

    private DecodeException refusal(Codec reader, byte[] bytes) {
        DecodeException failure = catchThrowableOfType(
                DecodeException.class, () -> JdkStreams.of(reader).decode(bytes, Object.class));
        assertThat(failure).isNotNull();
        assertThat(failure.offset()).isNotNegative();
        return failure;
    }

    /** Sets in sets, each twice: the JDK alone hashes for longer than anyone waits. */
    @Test
    void setsSharedExponentiallyAreRefused() {
        Set<Object> root = new HashSet<>();
        Set<Object> left = root;
        Set<Object> right = new HashSet<>();
        for (int i = 0; i < 50; i++) {
            Set<Object> nextLeft = new HashSet<>();
            Set<Object> nextRight = new HashSet<>();
            nextLeft.add("x");
            left.add(nextLeft);
            left.add(nextRight);
            right.add(nextLeft);
            right.add(nextRight);
            left = nextLeft;
            right = nextRight;
        }

        assertThat(refusal(codec, JdkBytes.of(root))).hasMessageContaining("> limits.comparisons=");
    }

    @Test
    void setsNestedTooDeeplyAreRefused() {
        Set<Object> set = new HashSet<>(Set.of("x"));
        for (int i = 0; i < 20; i++) {
            set = new HashSet<>(Set.of(set));
        }

        assertThat(refusal(codec, JdkBytes.of(set))).hasMessageContaining("sets and maps within each other");
    }

    @Test
    void carriersInAStreamAreRefusedUnloaded() throws Exception {
        RecordingLoader writers = new RecordingLoader(GadgetCarriersTest.carriers());
        RecordingLoader readers = new RecordingLoader(GadgetCarriersTest.carriers());
        ClassLoader outer = Thread.currentThread().getContextClassLoader();
        Thread.currentThread().setContextClassLoader(readers);
        try {
            for (String carrier : GadgetCarriersTest.carriers()) {
                if (carrier.startsWith("java.")) {
                    continue; // no loader defines these; the next test has them
                }
                Class<?> type = Class.forName(carrier, false, writers);
                if (type.getClassLoader() != writers) {
                    continue;
                }
                Object object = type.getConstructor().newInstance();
                assertThat(refusal(codec, JdkBytes.of(new ArrayList<>(List.of(object)))))
                        .hasMessageContaining("class=" + carrier + " is not granted");
                assertThat(readers.requested).doesNotContain(carrier);
            }
        } finally {
            Thread.currentThread().setContextClassLoader(outer);
        }
    }

    @Test
    void classesOfTheJdkThatActWhenReadAreRefusedUnderABroadTree() throws Exception {
        Codec broad = Codec.builder().allowTree("javax").allowTree("com").build();
        List<Object> carriers = List.of(
                new java.net.URL("http://127.0.0.1:1/"),
                new javax.management.BadAttributeValueExpException("x"),
                new java.rmi.server.ObjID(),
                new java.io.File("x"),
                new java.util.logging.LogRecord(java.util.logging.Level.INFO, "x"));
        for (Object carrier : carriers) {
            assertThat(refusal(broad, JdkBytes.of(new HashMap<>(Map.of(1, carrier)))))
                    .hasMessageContaining("is not granted");
        }
    }

    @Test
    void proxiesAndLambdasAreRefused() {
        Object proxy = Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Comparable.class}, (InvocationHandler & Serializable)
                        (self, method, arguments) -> 0);
        Supplier<String> lambda = (Supplier<String> & Serializable) () -> "ran";

        assertThat(refusal(codec, JdkBytes.of(lambda))).hasMessageContaining("SerializedLambda is not granted");
        assertThat(refusal(codec, JdkBytes.of(proxy))).hasMessageContaining("is not granted");
    }

    @Test
    void arrayLongerThanTheStreamIsRefusedBeforeAllocation() {
        for (Object array : List.of(new byte[3], new long[3], new Object[3], new String[3])) {
            byte[] bytes = JdkBytes.of(array);
            int at = indexOf(bytes, new byte[] {0x78, 0x70, 0, 0, 0, 3}) + 2;
            bytes[at] = 0x7f;
            bytes[at + 1] = (byte) 0xff;

            assertThat(refusal(codec, bytes)).hasMessageContaining("array length=2147418115 > remaining=");
        }
    }

    @Test
    void listThatAsksForMoreThanTheStreamHoldsIsRefused() {
        byte[] bytes = JdkBytes.of(new ArrayList<>(List.of(1, 2, 3)));
        int at = indexOf(bytes, new byte[] {0x78, 0x70, 0, 0, 0, 3}) + 2;
        bytes[at] = 0x7f;

        assertThat(refusal(codec, bytes)).hasMessageContaining("> remaining=");
    }

    private static int indexOf(byte[] bytes, byte[] part) {
        return Collections.indexOfSubList(Arrays.asList(boxed(bytes)), Arrays.asList(boxed(part)));
    }

    private static Byte[] boxed(byte[] bytes) {
        Byte[] boxed = new Byte[bytes.length];
        Arrays.setAll(boxed, i -> bytes[i]);
        return boxed;
    }

    @Test
    void nestingIsLimitedAtItsLimit() {
        assertThat(JdkStreams.of(codec).decode(JdkBytes.of(chain(JdkStreamFilter.MAX_DEPTH)), Link.class))
                .isNotNull();
        assertThat(refusal(codec, JdkBytes.of(chain(JdkStreamFilter.MAX_DEPTH + 1))))
                .hasMessageContaining("depth=501 > MAX_DEPTH=500");
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

    @Test
    void budgetsOfTheCodecHold() {
        byte[] bytes = JdkBytes.of(new ArrayList<>(List.of(new int[50], new int[50], "x")));
        CodecLimits limits = codec.limits();

        assertThat(refusal(with(limits.withBytes(100)), bytes)).hasMessageContaining("> limits.bytes=100");
        assertThat(refusal(with(limits.withObjects(3)), bytes)).hasMessageContaining("> limits.objects=3");
        assertThat(refusal(with(limits.withArraySlots(102)), bytes)).hasMessageContaining("> limits.arraySlots=102");
        assertThat(JdkStreams.of(with(limits.withArraySlots(103))).decode(bytes, Object.class))
                .isNotNull();
    }

    private Codec with(CodecLimits limits) {
        return codec.toBuilder().limits(limits).build();
    }

    @Test
    void truncationsAndBitFlipsAreReadOrRefused() {
        List<byte[]> streams = streams();
        for (byte[] stream : streams) {
            for (int length = 0; length < stream.length; length++) {
                refusal(codec, Arrays.copyOf(stream, length));
            }
            for (int bit = 0; bit < stream.length * Byte.SIZE; bit++) {
                byte[] flipped = stream.clone();
                flipped[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
                readOrRefuse(flipped, "bit=" + bit);
            }
        }
    }

    @Test
    void mutationsAreReadOrRefused() {
        Random random = new Random(SEED);
        List<byte[]> streams = streams();
        for (int round = 0; round < 20_000; round++) {
            byte[] bytes = streams.get(random.nextInt(streams.size())).clone();
            for (int i = 1 + random.nextInt(4); i > 0; i--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
            }
            readOrRefuse(bytes, "seed=" + SEED + ", round=" + round);
        }
    }

    private static List<byte[]> streams() {
        Link link = new Link();
        link.next = new ArrayList<>(Arrays.asList(link, TimeUnit.DAYS, new int[] {1, 2}, "text", 7L));
        RuntimeException exception = new IllegalStateException("m");
        exception.setStackTrace(Arrays.copyOf(exception.getStackTrace(), 1));
        return List.of(
                JdkBytes.of(link),
                JdkBytes.of(new HashMap<>(Map.of("key", List.of(1, 2)))),
                JdkBytes.of(new java.util.TreeMap<>(Map.of("a", java.time.Instant.EPOCH))),
                JdkBytes.of(new java.math.BigDecimal("12.5")),
                JdkBytes.of(exception));
    }

    private void readOrRefuse(byte[] bytes, String damage) {
        try {
            JdkStreams.of(codec).decode(bytes, Object.class);
        } catch (DecodeException e) {
            assertThat(e.offset()).as(damage).isNotNegative();
        } catch (Throwable e) {
            throw new AssertionError(damage + ": " + HexFormat.of().formatHex(bytes), e);
        }
    }

    @Test
    void codecReadsOnAfterRefusals() {
        assertThatThrownBy(() -> JdkStreams.of(codec).decode(new byte[3], Object.class))
                .isInstanceOf(DecodeException.class);

        assertThat(JdkStreams.of(codec).decode(JdkBytes.of("text"), String.class))
                .isEqualTo("text");
    }

    /** The JDK calls that an InternalError, which is none of the virtual machine. */
    @Test
    void immutableMapOfHalfAnEntryIsRefused() {
        byte[] bytes = JdkBytes.of(List.of(7));
        int tag = new String(bytes, StandardCharsets.ISO_8859_1).indexOf("xp") + 5;
        assertThat(bytes[tag]).isEqualTo((byte) 1);
        bytes[tag] = 3;

        assertThatThrownBy(() -> JdkStreams.of(Codec.standard()).decode(bytes, Object.class))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("the JDK stream cannot be read");
    }
}
