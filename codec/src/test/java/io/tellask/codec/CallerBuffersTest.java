package io.tellask.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Messages in arrays, segments and buffers of the caller. */
class CallerBuffersTest {
    private final Codec codec = Codec.standard();
    private final Person person = new Person("ada", 36, List.of("a", "b"));
    private final byte[] message = codec.encode(person);

    record Person(String name, int age, List<String> tags) {}

    @Test
    void messageIsWrittenIntoARangeOfAnArrayAndReadFromIt() {
        byte[] target = new byte[message.length + 10];

        assertThat(codec.encode(person, target, 7)).isEqualTo(message.length);

        assertThat(Arrays.copyOfRange(target, 7, 7 + message.length)).isEqualTo(message);
        assertThat(codec.decode(target, 7, message.length, Person.class)).isEqualTo(person);
    }

    @Test
    void messageFitsExactlyOrNotAtAll() {
        byte[] exact = new byte[message.length];
        codec.encode(person, exact, 0);
        assertThat(exact).isEqualTo(message);

        byte[] tooSmall = new byte[message.length];
        assertThatThrownBy(() -> codec.encode(person, tooSmall, 1))
                .isInstanceOf(TargetTooSmallException.class)
                .hasMessage(
                        "encode: bytes=%d > target=%d; give a target of as many bytes",
                        message.length, message.length - 1)
                .extracting(failure -> ((TargetTooSmallException) failure).neededBytes())
                .isEqualTo(message.length);
        assertThat(tooSmall).containsOnly(0);
    }

    @Test
    void failedEncodeLeavesTheTargetAsItWas() {
        byte[] target = new byte[1_000];

        assertThatThrownBy(() -> codec.encode(List.of(person, new Thread()), target, 0))
                .isInstanceOf(EncodeException.class);

        assertThat(target).containsOnly(0);
    }

    @Test
    void segmentsOnAndOffTheHeapAreTargetsAndSources() {
        try (Arena arena = Arena.ofConfined()) {
            byte[] array = new byte[500];
            List<MemorySegment> targets = List.of(
                    arena.allocate(500),
                    MemorySegment.ofArray(array).asSlice(100, 300),
                    MemorySegment.ofArray(new long[50]));
            for (MemorySegment target : targets) {
                long length = codec.encode(person, target);
                MemorySegment written = target.asSlice(0, length);
                assertThat(written.toArray(ValueLayout.JAVA_BYTE)).isEqualTo(message);
                assertThat(codec.decode(written, Person.class)).isEqualTo(person);
                assertThat(codec.decode(written.asReadOnly(), Person.class)).isEqualTo(person);
            }
            assertThat(codec.decode(array, 100, message.length, Person.class)).isEqualTo(person);
        }
    }

    @Test
    void buffersMoveBehindTheMessage() {
        for (ByteBuffer buffer : List.of(ByteBuffer.allocate(500), ByteBuffer.allocateDirect(500))) {
            buffer.position(3);
            assertThat(codec.encode(person, buffer)).isEqualTo(message.length);
            assertThat(buffer.position()).isEqualTo(3 + message.length);

            buffer.flip().position(3);
            assertThat(codec.decode(buffer, Person.class)).isEqualTo(person);
            assertThat(buffer.remaining()).isZero();
        }
    }

    @Test
    void bytesBehindTheMessageAreRefused() {
        byte[] longer = Arrays.copyOf(message, message.length + 1);

        assertThatThrownBy(() -> codec.decode(MemorySegment.ofArray(longer), Person.class))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("bytes=1 follow the message");
    }

    @Test
    void segmentOverTheLimitIsRefusedBeforeItIsCopied() {
        Codec small =
                codec.toBuilder().limits(CodecLimits.standard().withBytes(16)).build();
        try (Arena arena = Arena.ofConfined()) {
            assertThatThrownBy(() -> small.decode(arena.allocate(17), Person.class))
                    .isInstanceOf(DecodeException.class)
                    .hasMessage("decode: bytes=17 > limits.bytes=16; raise the limit");
        }
    }
}
