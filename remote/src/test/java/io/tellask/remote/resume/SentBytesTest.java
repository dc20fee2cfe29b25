package io.tellask.remote.resume;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.remote.MemoryHolder;
import io.tellask.remote.PeerMemory;
import io.tellask.remote.ProtocolException;
import io.tellask.test.Seed;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The bytes that were sent and not acknowledged, against an array that keeps all. */
class SentBytesTest {
    private static final int WINDOW = 64 * 1024;

    private final PeerMemory memory = new PeerMemory(8 << 20);
    private final MemoryHolder holder = memory.open(
            new MemoryHolder.Owner() {
                @Override
                public String peer() {
                    return "test";
                }

                @Override
                public void closeForMemory(String reason) {}
            },
            0);
    private final SentBytes sent = new SentBytes(holder, WINDOW);

    private static byte[] from(SentBytes sent, long position) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        sent.forEach(position, out::write);
        return out.toByteArray();
    }

    @Test
    void keepsWhatWasNotAcknowledgedWhateverIsAddedAndTaken() {
        SplittableRandom random = new SplittableRandom(Seed.given());
        ByteArrayOutputStream model = new ByteArrayOutputStream();
        for (int step = 0; step < 20_000; step++) {
            switch (random.nextInt(10)) {
                case 0 -> sent.shrink();
                case 1, 2, 3 -> sent.acknowledge(random.nextLong(sent.start(), sent.end() + 1));
                default -> {
                    byte[] more = new byte[random.nextInt(random.nextInt(10) == 0 ? 5_000 : 60)];
                    random.nextBytes(more);
                    assertThat(sent.makeRoom(more.length)).isTrue();
                    sent.add(more, 0, more.length);
                    model.writeBytes(more);
                }
            }
            assertThat(sent.end()).isEqualTo(model.size());
            if (step % 50 == 0) {
                long position = random.nextLong(sent.start(), sent.end() + 1);
                assertThat(sent.has(position)).isTrue();
                assertThat(from(sent, position))
                        .isEqualTo(Arrays.copyOfRange(model.toByteArray(), (int) position, model.size()));
            }
        }
        sent.acknowledge(sent.end());
        sent.shrink();
        assertThat(holder.bytes()).isZero();
    }

    @Test
    void isFullAtItsWindow() {
        assertThat(sent.makeRoom(WINDOW)).isTrue();
        sent.add(new byte[WINDOW - 1], 0, WINDOW - 1);
        assertThat(sent.isFull()).isFalse();
        sent.add(new byte[1], 0, 1);
        assertThat(sent.isFull()).isTrue();
        sent.acknowledge(1);
        assertThat(sent.isFull()).isFalse();
    }

    @Test
    void takesLessWhileMemoryIsShort() {
        SentBytes large = new SentBytes(holder, 1 << 20);
        assertThat(large.makeRoom(WINDOW)).isTrue();
        large.add(new byte[WINDOW], 0, WINDOW);
        assertThat(large.isFull()).isFalse();
        holder.add(5 << 20);
        assertThat(large.isFull()).isTrue();
        holder.add(-(5 << 20));
        assertThat(large.isFull()).isFalse();
    }

    @Test
    void refusesAcknowledgementsThatGoBackOrTooFar() {
        sent.makeRoom(100);
        sent.add(new byte[100], 0, 100);
        sent.acknowledge(40);
        assertThatThrownBy(() -> sent.acknowledge(39)).isInstanceOf(ProtocolException.class);
        assertThatThrownBy(() -> sent.acknowledge(101)).isInstanceOf(ProtocolException.class);
        assertThat(sent.has(39)).isFalse();
        assertThat(sent.has(40)).isTrue();
        assertThat(sent.has(100)).isTrue();
        assertThat(sent.has(101)).isFalse();
    }

    @Test
    void keepsNothingWhereThereIsNoMemory() {
        assertThat(sent.makeRoom(9 << 20)).isFalse();
        sent.drop();
        assertThat(sent.makeRoom(1)).isFalse();
        assertThat(sent.has(0)).isFalse();
        sent.acknowledge(7); // of what was dropped
        assertThat(holder.bytes()).isZero();
    }
}
