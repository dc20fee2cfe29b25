package io.tellask.aeron;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.codec.ByteReader;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class MessageQueueTest {
    private final ByteReader message = new ByteReader();

    private static void add(MessageQueue queue, int number, int length) {
        byte[] bytes = new byte[length];
        bytes[0] = (byte) number;
        queue.add(new UnsafeBuffer(bytes), 0, length);
    }

    private static byte[] batch(int number, int length) {
        byte[] bytes = new byte[MessageQueue.LENGTH_BYTES + length];
        MessageQueue.putLength(bytes, 0, length);
        bytes[MessageQueue.LENGTH_BYTES] = (byte) number;
        return bytes;
    }

    private List<Integer> takeAll(MessageQueue queue) {
        List<Integer> numbers = new ArrayList<>();
        while (queue.take(message)) {
            numbers.add((int) message.readByte());
            queue.handled();
        }
        return numbers;
    }

    @Test
    void messagesComeInOrderWhateverTheirLength() {
        MessageQueue queue = new MessageQueue(1);
        for (int i = 0; i < 100; i++) {
            if (i % 10 == 3) {
                queue.add(batch(i, 100_000));
            } else {
                add(queue, i, 1 + 1_000 * i);
            }
        }
        queue.flush();
        assertThat(takeAll(queue)).isEqualTo(IntStream.range(0, 100).boxed().toList());
        assertThat(queue.hasBatches()).isFalse();
        assertThat(queue.isAmidBatch()).isFalse();
        assertThat(queue.hasRoom()).isTrue();
    }

    @Test
    void messageEndsWhereTheNextOneBegins() {
        MessageQueue queue = new MessageQueue(1_000);
        add(queue, 1, 5);
        add(queue, 2, 7);
        queue.flush();
        assertThat(queue.take(message)).isTrue();
        assertThat(message.remaining()).isEqualTo(5);
        queue.handled();
        assertThat(queue.isAmidBatch()).isTrue();
        assertThat(queue.take(message)).isTrue();
        assertThat(message.remaining()).isEqualTo(7);
    }

    @Test
    void batchCountsWithItsOverheadUntilAllOfItWasHandled() {
        int takes = 2 * (MessageQueue.LENGTH_BYTES + 9) + MessageQueue.BATCH_OVERHEAD_BYTES;
        for (int limit : new int[] {takes, takes + 1}) {
            MessageQueue queue = new MessageQueue(limit);
            add(queue, 1, 9);
            add(queue, 2, 9);
            queue.flush();
            assertThat(queue.hasRoom()).isEqualTo(limit > takes);
            queue.take(message);
            queue.handled();
            assertThat(queue.hasRoom()).isEqualTo(limit > takes);
            queue.take(message);
            queue.handled();
            assertThat(queue.hasRoom()).isTrue();
        }
    }

    @Test
    void whatWasNotFlushedCanBeDiscarded() {
        MessageQueue queue = new MessageQueue(1_000);
        add(queue, 1, 9);
        add(queue, 2, 9);
        assertThat(queue.discard()).isEqualTo(2);
        queue.flush();
        assertThat(takeAll(queue)).isEmpty();
    }
}
