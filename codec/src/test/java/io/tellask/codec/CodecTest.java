package io.tellask.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** The ways in and out of a codec: standalone messages, sessions, stores, and what is refused. */
class CodecTest {
    private final Codec codec = Codec.standard();

    record Point(int x, long y, String name) {}

    static class User implements Serializable {
        private final String name;
        private int age;
        private List<Point> points = new ArrayList<>();
        private User friend;
        private Map<String, Point> named = new HashMap<>();

        User(String name, int age) {
            this.name = name;
            this.age = age;
        }
    }

    static class Stranger {}

    record Holder(Object anything) {}

    @Test
    void recordComesBackEqual() {
        Point point = new Point(-7, 1L << 40, "h\u00e9llo \u4e16");

        assertThat(codec.decode(codec.encode(point), Point.class)).isEqualTo(point);
    }

    @Test
    void privateAndFinalFieldsComeBack() {
        User user = new User("ada", 36);
        user.points.add(new Point(1, 2, "a"));
        user.points.add(null);
        user.named.put("k", user.points.getFirst());
        user.friend = user;

        User back = codec.decode(codec.encode(user), User.class);

        assertThat(back.name).isEqualTo("ada");
        assertThat(back.age).isEqualTo(36);
        assertThat(back.points).isEqualTo(user.points);
        assertThat(back.friend).isSameAs(back);
        assertThat(back.named.get("k")).isSameAs(back.points.getFirst());
    }

    @Test
    void openFieldAdmitsOnlyBuiltInTypes() {
        assertThat(codec.decode(codec.encode(new Holder(List.of(1, "a"))), Holder.class))
                .isEqualTo(new Holder(List.of(1, "a")));
        assertThatThrownBy(() -> codec.encode(new Holder(new Stranger())))
                .isInstanceOf(EncodeException.class)
                .hasMessage("encode: class=io.tellask.codec.CodecTest$Stranger is not granted; grant it with "
                        + "Codec.builder().allow(CodecTest.Stranger.class) or allowPackage(\"io.tellask.codec\")"
                        + " (path=CodecTest$Holder.anything)");
    }

    @Test
    void ungrantedClassIsRefusedByName() {
        Codec granting = Codec.builder().allow(Stranger.class).build();
        byte[] bytes = granting.encode(new Holder(new Stranger()));

        assertThat(granting.decode(bytes, Holder.class).anything()).isInstanceOf(Stranger.class);
        assertThatThrownBy(() -> codec.decode(bytes, Holder.class))
                .isInstanceOf(DecodeException.class)
                .hasMessageStartingWith("decode: class=io.tellask.codec.CodecTest$Stranger is not granted, offset=");
    }

    @Test
    void sessionAnnouncesEachClassOnce() {
        ScopedDecoder decoder = codec.newScopedDecoder();
        List<Integer> announced = new ArrayList<>();
        ScopedEncoder encoder = codec.newScopedEncoder((id, descriptor) -> {
            announced.add(id);
            decoder.learn(id, new ByteReader(descriptor));
        });
        assertThat(encoder.knows(Point.class)).isFalse();
        for (int i = 0; i < 3; i++) {
            ByteWriter out = new ByteWriter(64);
            encoder.encode(new Point(i, i, "p"), Point.class, out);
            assertThat(decoder.decode(new ByteReader(out.toByteArray()), Point.class))
                    .isEqualTo(new Point(i, i, "p"));
        }
        assertThat(announced).containsExactly(0);
        assertThat(encoder.knows(Point.class)).isTrue();
    }

    @Test
    void failureOfASinkIsToldAsThatAndTheClassIsAnnouncedAgain() {
        List<Integer> announced = new ArrayList<>();
        IllegalStateException full = new IllegalStateException("full");
        ScopedEncoder encoder = codec.newScopedEncoder((id, descriptor) -> {
            announced.add(id);
            if (announced.size() == 1) {
                throw full;
            }
        });
        ByteWriter out = new ByteWriter(64);

        assertThatThrownBy(() -> encoder.encode(new Point(1, 2, "p"), Point.class, out))
                .isInstanceOf(EncodeException.class)
                .hasMessageStartingWith("encode: class=" + Point.class.getName()
                        + " could not be announced, its sink failed: java.lang.IllegalStateException: full;")
                .hasCause(full);
        assertThat(out.position()).isZero();
        encoder.encode(new Point(1, 2, "p"), Point.class, out);
        assertThat(announced).containsExactly(0, 0);
    }

    @Test
    void storeNamesClassesByFingerprint() {
        Map<Long, byte[]> log = new HashMap<>();
        ByteWriter out = new ByteWriter(64);
        codec.newStoreEncoder(log::put).encode(new Point(1, 2, "p"), Point.class, out);

        ScopedDecoder decoder = Codec.builder().build().newStoreDecoder(log::get);

        assertThat(decoder.decode(new ByteReader(out.toByteArray()), Point.class))
                .isEqualTo(new Point(1, 2, "p"));
        assertThat(log).hasSize(1);
    }

    @Test
    void failedEncodeLeavesTheBufferAsItWas() {
        ByteWriter out = new ByteWriter(16);
        out.writeInt32(7);

        assertThatThrownBy(() -> codec.encode(new Holder(new AtomicReference<>(new Stranger())), out))
                .isInstanceOf(EncodeException.class);

        assertThat(out.position()).isEqualTo(4);
    }

    @Test
    void threadsAreRefusedAtCheck() {
        record Worker(Thread thread) {}
        assertThatThrownBy(() -> codec.check(Worker.class))
                .isInstanceOf(EncodeException.class)
                .hasMessage(
                        "check: path=Worker.thread, class=java.lang.Thread is a Thread and stands for something of this process; "
                                + "send the data it stands for");
    }
}
