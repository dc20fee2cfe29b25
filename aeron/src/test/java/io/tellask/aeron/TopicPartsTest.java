package io.tellask.aeron;

import static org.assertj.core.api.Assertions.assertThat;

import io.aeron.logbuffer.Header;
import io.aeron.protocol.DataHeaderFlyweight;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class TopicPartsTest {
    private static final int PREFIX = MessageQueue.LENGTH_BYTES;

    private final List<Integer> lengths = new ArrayList<>();
    private final List<String> refused = new ArrayList<>();
    private final TopicParts.Sink sink = new TopicParts.Sink() {
        @Override
        public void whole(DirectBuffer buffer, int offset, int length) {
            lengths.add(length);
        }

        @Override
        public void joined(byte[] batch) {
            lengths.add(batch.length - PREFIX);
        }

        @Override
        public void refused(String reason) {
            refused.add(reason);
        }
    };

    private static void part(TopicParts parts, int announced, int count, long flags) {
        UnsafeBuffer frame = new UnsafeBuffer(new byte[DataHeaderFlyweight.HEADER_LENGTH + count]);
        frame.putLong(
                DataHeaderFlyweight.RESERVED_VALUE_OFFSET,
                (long) announced << TopicParts.LENGTH_SHIFT | flags,
                ByteOrder.LITTLE_ENDIAN);
        Header header = new Header(0, 16);
        header.buffer(frame);
        header.offset(0);
        parts.onFragment(frame, DataHeaderFlyweight.HEADER_LENGTH, count, header);
    }

    @Test
    void messagesOfOneAndOfManyPartsAreHandedOn() {
        ReassemblyMemory memory = new ReassemblyMemory(1_000);
        TopicParts parts = new TopicParts(1_000, memory, sink);
        part(parts, 7, 7, TopicParts.FIRST | TopicParts.LAST);
        part(parts, 250, 100, TopicParts.FIRST);
        part(parts, 250, 100, 0);
        assertThat(memory.heldBytes()).isBetween(200L + PREFIX, 250L + PREFIX);
        part(parts, 250, 50, TopicParts.LAST);
        assertThat(lengths).containsExactly(7, 250);
        assertThat(memory.heldBytes()).isZero();
        assertThat(refused).isEmpty();
    }

    @Test
    void messageThatTheHeapCannotTakeIsRefusedAndTheNextOneComes() {
        TopicParts parts = new TopicParts(10_000, new ReassemblyMemory(500 + PREFIX), sink);
        part(parts, 501, 100, TopicParts.FIRST);
        part(parts, 501, 401, TopicParts.LAST);
        part(parts, 500, 100, TopicParts.FIRST);
        part(parts, 500, 400, TopicParts.LAST);
        assertThat(lengths).containsExactly(500);
        assertThat(refused).singleElement().asString().contains("bytes=501 > reassemblyBytes=504");
    }

    @Test
    void unfinishedMessagesOfAllPublishersShareTheirMemory() {
        ReassemblyMemory memory = new ReassemblyMemory(500);
        TopicParts first = new TopicParts(1_000, memory, sink);
        TopicParts second = new TopicParts(1_000, memory, sink);
        part(first, 400, 300, TopicParts.FIRST);
        part(second, 400, 300, TopicParts.FIRST);
        assertThat(refused).singleElement().asString().contains("reassemblyBytes=500");
        part(second, 7, 7, TopicParts.FIRST | TopicParts.LAST);
        first.clear();
        assertThat(memory.heldBytes()).isZero();
        part(second, 400, 300, TopicParts.FIRST);
        part(second, 400, 100, TopicParts.LAST);
        assertThat(lengths).containsExactly(7, 400);
        assertThat(memory.heldBytes()).isZero();
    }

    @Test
    void messageWithoutEndIsRefusedBeforeTheNext() {
        ReassemblyMemory memory = new ReassemblyMemory(500);
        TopicParts parts = new TopicParts(1_000, memory, sink);
        part(parts, 300, 200, TopicParts.FIRST);
        part(parts, 7, 7, TopicParts.FIRST | TopicParts.LAST);
        assertThat(refused).singleElement().asString().contains("no end");
        assertThat(lengths).containsExactly(7);
        assertThat(memory.heldBytes()).isZero();
    }
}
