package io.tellask.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.test.Await;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;

/** What a codec keeps between messages does not grow with the largest one. */
@Isolated
@Timeout(120)
class RetentionTest {
    /** What the pooled state of one thread may hold, besides generated code. */
    private static final long RETAINED_BYTES = 512 << 10;

    private static final int OBJECTS = 60_000;

    private static final class Link {
        private Object next;
        private String text;
    }

    private final Codec codec = Codec.builder().allow(Link.class).build();

    private static Object large() {
        Map<Object, Object> map = new HashMap<>();
        List<Object> all = new ArrayList<>(List.of(map));
        for (int i = 0; i < OBJECTS; i++) {
            Link link = new Link();
            link.text = "text " + i + (i % 2 == 0 ? "" : "\u4e16");
            link.next = i % 3 == 0 ? all.get(i / 2) : null;
            map.put(i, link);
            all.add(link);
        }
        char[] wide = new char[1_000_000];
        Arrays.fill(wide, '\u4e16');
        all.add(new String(wide));
        return all;
    }

    private static long usedBytes() throws InterruptedException {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 4; i++) {
            WeakReference<Object> garbage = new WeakReference<>(new Object());
            Await.until("what nobody holds is collected", () -> {
                System.gc();
                return garbage.get() == null;
            });
            Runtime runtime = Runtime.getRuntime();
            least = Math.min(least, runtime.totalMemory() - runtime.freeMemory());
        }
        return least;
    }

    private void roundTrip(Object root) {
        assertThat(codec.decode(codec.encode(root), Object.class)).isNotNull();
    }

    @Test
    void hugeMessageLeavesLittleBehind() throws InterruptedException {
        Object root = large();
        roundTrip(root);
        Codec warm = codec.toBuilder().build();
        assertThat(warm.decode(warm.encode("small"), Object.class)).isEqualTo("small");
        long before = usedBytes();

        assertThat(warm.decode(warm.encode(root), Object.class)).isNotNull();

        assertThat(usedBytes() - before).isLessThan(RETAINED_BYTES);
        Reference.reachabilityFence(root);
        Reference.reachabilityFence(warm);
    }

    @Test
    void decodedObjectsAreNotHeld() throws InterruptedException {
        byte[] bytes = codec.encode(new ArrayList<>(List.of(new Link())));
        WeakReference<Object> decoded = new WeakReference<>(codec.decode(bytes, Object.class));

        Await.until("what nobody holds is collected", () -> {
            System.gc();
            return decoded.get() == null;
        });
        assertThat(codec.decode(bytes, Object.class)).isInstanceOf(List.class);
    }

    /** A whole session, or a store, stands behind what a scope is given. */
    @Test
    void whatAScopeIsGivenIsNotHeldByThePool() {
        Map<Long, byte[]> described = new HashMap<>();
        List<WeakReference<Object>> given = List.of(
                new WeakReference<>(encodeForASession()),
                new WeakReference<>(encodeForAStore(described)),
                new WeakReference<>(decodeOfAStore(described)));

        Await.until("what nobody holds is collected", () -> {
            System.gc();
            return given.stream().allMatch(reference -> reference.get() == null);
        });
        assertThat(described).hasSize(1);
    }

    private Object encodeForASession() {
        List<byte[]> announced = new ArrayList<>();
        SchemaSink sink = (id, descriptor) -> announced.add(descriptor);
        codec.newScopedEncoder(sink).encode(new Link(), Object.class, new ByteWriter(64));
        assertThat(announced).hasSize(1);
        return sink;
    }

    private Object encodeForAStore(Map<Long, byte[]> described) {
        FingerprintSink sink = described::put;
        codec.newStoreEncoder(sink).encode(new Link(), Object.class, new ByteWriter(64));
        return sink;
    }

    private Object decodeOfAStore(Map<Long, byte[]> described) {
        ByteWriter out = new ByteWriter(64);
        codec.newStoreEncoder(described::put).encode(new Link(), Object.class, out);
        LongFunction<byte[]> descriptors = described::get;
        ByteReader in = new ByteReader(Arrays.copyOf(out.array(), out.position()));
        assertThat(codec.newStoreDecoder(descriptors).decode(in, Object.class)).isInstanceOf(Link.class);
        return descriptors;
    }

    @Test
    void objectsOfARefusedMessageAreNotHeld() {
        Link link = new Link();
        link.next = new Thread("never started");
        WeakReference<Object> refused = new WeakReference<>(link);
        try {
            codec.encode(link);
        } catch (EncodeException e) {
            assertThat(e.path()).isEqualTo("RetentionTest$Link.next");
        }
        link = null;

        Await.until("what nobody holds is collected", () -> {
            System.gc();
            return refused.get() == null;
        });
    }
}
