package io.tellask.remote.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.actor.Dispatcher;
import io.tellask.codec.ByteWriter;
import io.tellask.remote.MemoryHolder;
import io.tellask.remote.PeerMemory;
import io.tellask.remote.Wire;
import io.tellask.remote.frame.FrameType;
import org.junit.jupiter.api.Test;

/** What is left of a batch of which the wire has taken a part. */
class LeavingBatchTest {
    private static final int BATCH_BYTES = 5 * Outbound.BATCH_BYTES;

    /** Takes so many writes, and none after them. */
    private static final class NarrowWire implements Wire {
        private int writes;
        private long sent;

        @Override
        public Dispatcher loop() {
            throw new UnsupportedOperationException("nothing is queued");
        }

        @Override
        public void send(byte[] bytes, int offset, int length) {
            writes--;
            sent += length;
        }

        @Override
        public boolean isWritable() {
            return writes > 0;
        }

        @Override
        public void close() {}

        @Override
        public String peer() {
            return "nobody";
        }
    }

    private static final class NoOwner implements MemoryHolder.Owner {
        @Override
        public String peer() {
            return "nobody";
        }

        @Override
        public void closeForMemory(String reason) {
            throw new AssertionError(reason);
        }
    }

    private final NarrowWire wire = new NarrowWire();
    private final MemoryHolder memory = new PeerMemory(1 << 20).open(new NoOwner(), 0);
    private final Outbound outbound = new Outbound(wire, memory, new Calls(1), () -> {}, failure -> {});
    private final long idleBytes = memory.bytes();

    private void fillAndFlush(int writes) {
        outbound.lock();
        ByteWriter frame = outbound.beginFrame(BATCH_BYTES);
        frame.writeBytes(new byte[BATCH_BYTES], 0, BATCH_BYTES);
        outbound.endFrame(FrameType.TELL);
        outbound.unlock();
        wire.writes = writes;
        outbound.flush();
    }

    @Test
    void leavesAPartAtATime() {
        fillAndFlush(2);
        assertThat(wire.sent).isEqualTo(2 * Outbound.BATCH_BYTES);
        assertThat(outbound.pendingBytes()).isEqualTo(BATCH_BYTES + FrameType.HEADER_BYTES - 2 * Outbound.BATCH_BYTES);
        assertThat(memory.bytes()).isGreaterThan(BATCH_BYTES);

        wire.writes = 10;
        outbound.flush();
        assertThat(wire.sent).isEqualTo(BATCH_BYTES + FrameType.HEADER_BYTES);
        assertThat(outbound.pendingBytes()).isZero();
        assertThat(memory.bytes()).isEqualTo(idleBytes);
    }

    /** Others may refer to a session long after its end. */
    @Test
    void isLetGoOfWithTheWire() {
        fillAndFlush(2);

        outbound.close(new IllegalStateException("the session has ended"));
        outbound.wireClosed();

        assertThat(outbound.pendingBytes()).isZero();
        assertThat(memory.bytes()).isLessThanOrEqualTo(idleBytes);
    }
}
