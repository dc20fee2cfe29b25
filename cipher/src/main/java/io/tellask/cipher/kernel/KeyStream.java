package io.tellask.cipher.kernel;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of one key stream, in order, with blocks that are made ahead. Not thread-safe.
 *
 * <p>How many are made at once begins with what is asked for and doubles while the stream goes on, up to the buffer: short messages cost few blocks, calls
 * for few bytes on a long stream take them from the buffer.
 */
public final class KeyStream {
    private static final int BUFFER_BLOCKS = 64;
    private static final int PART_BYTES = 8_192;
    private static final int SHORT_BYTES = 256;

    private final BlockFunction function;
    private final int[] state;
    private final ScalarKernel single = new ScalarKernel();
    private @Nullable BlockKernel bulk;
    private byte[] buffer = new byte[0];
    private byte[] copied = new byte[0];
    private int at;
    private int filled;
    private long next;
    private int ahead = 1;

    /** A key stream from its first block on; takes the state's array as its own. */
    public KeyStream(BlockFunction function, int[] state) {
        this.function = function;
        this.state = state;
    }

    /** Begins anew with the words of another state, from its first block on. */
    public void restart(int[] words) {
        System.arraycopy(words, 0, state, 0, BlockFunction.WORDS);
        seek(0);
    }

    /** Goes on with the first byte of a block, whose number is at most {@link BlockFunction#blocks}. */
    public void seek(long block) {
        next = block;
        at = filled = 0;
        ahead = 1;
    }

    /** How many bytes of the stream are left, or {@link Long#MAX_VALUE} if there are more than that. */
    public long remaining() {
        long blocks = function.blocks() - next;
        return blocks > Long.MAX_VALUE / BlockFunction.BLOCK_BYTES - BUFFER_BLOCKS * 16
                ? Long.MAX_VALUE
                : blocks * BlockFunction.BLOCK_BYTES + filled - at;
    }

    /** The number of the block whose byte comes next. */
    public long block() {
        return next - (filled - at + BlockFunction.BLOCK_BYTES - 1) / BlockFunction.BLOCK_BYTES;
    }

    /** Says that so many bytes will be wanted, so that they are made at once. */
    public void expect(long bytes) {
        ahead = (int) Math.min(BUFFER_BLOCKS, Math.max(ahead, blocksOf(bytes)));
    }

    /** Adds the next bytes to some of {@code source}; the stream must have them. */
    public void apply(byte[] source, int sourceOffset, int length, byte[] target, int targetOffset) {
        int done = 0;
        while (done < length) {
            int whole = applyBatches(source, sourceOffset + done, length - done, target, targetOffset + done);
            if (whole > 0) {
                done += whole;
                continue;
            }
            int part = available(length - done);
            if (Kernels.usesVectors()) {
                VectorXor.apply(buffer, at, source, sourceOffset + done, target, targetOffset + done, part);
            } else {
                Xor.apply(buffer, at, source, sourceOffset + done, target, targetOffset + done, part);
            }
            at += part;
            done += part;
        }
    }

    /**
     * Adds the next bytes to those of {@code source}, which is not longer than {@code target}; the stream must have them. They are copied on the way: the
     * compiler makes a slow loop of one that meets segments on the heap and off it.
     */
    public void apply(MemorySegment source, MemorySegment target) {
        long done = 0;
        while (done < source.byteSize()) {
            int part = (int) Math.min(source.byteSize() - done, PART_BYTES);
            if (copied.length < part) {
                Arrays.fill(copied, (byte) 0);
                copied = new byte[part <= SHORT_BYTES ? SHORT_BYTES : PART_BYTES];
            }
            MemorySegment.copy(source, ValueLayout.JAVA_BYTE, done, copied, 0, part);
            apply(copied, 0, part, copied, 0);
            MemorySegment.copy(copied, 0, target, ValueLayout.JAVA_BYTE, done, part);
            done += part;
        }
    }

    /** Copies the next bytes; the stream must have them. */
    public void take(byte[] target) {
        Arrays.fill(target, (byte) 0);
        apply(target, 0, target.length, target, 0);
    }

    /** Adds as many blocks as fill whole batches of the vector kernel, up to those of the buffer; returns their bytes, 0 if there are none. */
    private int applyBatches(byte[] source, int sourceOffset, int length, byte[] target, int targetOffset) {
        if (at < filled || !Kernels.usesVectors()) {
            return 0;
        }
        long blocks = Math.min(Math.min(BUFFER_BLOCKS, length / BlockFunction.BLOCK_BYTES), function.blocks() - next);
        if (!(kernelFor(blocks) instanceof VectorKernel vectors)) {
            return 0;
        }
        int count = (int) blocks / vectors.batchBlocks() * vectors.batchBlocks();
        if (count == 0 || wraps(count)) {
            return 0;
        }
        vectors.add(function, state, next, count, source, sourceOffset, target, targetOffset);
        next += count;
        growAhead(count);
        return count * BlockFunction.BLOCK_BYTES;
    }

    private void growAhead(int count) {
        ahead = Math.min(Math.max(BUFFER_BLOCKS, LoopKernel.BATCH), Math.max(ahead, count) * 2);
    }

    private int available(long wanted) {
        if (at == filled) {
            refill(wanted);
        }
        return (int) Math.min(wanted, filled - at);
    }

    private void refill(long wanted) {
        long left = function.blocks() - next;
        long blocks = Math.min(left, Math.max(ahead, blocksOf(wanted)));
        BlockKernel kernel = kernelFor(blocks);
        int batch = kernel.batchBlocks();
        int most = Math.max(batch, BUFFER_BLOCKS);
        int count = (int) Math.min(most, blocks + batch - 1) / batch * batch;
        if (wraps(count)) {
            kernel = single;
            count = (int) Math.min(count, left);
        }
        if (buffer.length < count * BlockFunction.BLOCK_BYTES) {
            wipeBuffer();
            buffer = new byte[count * BlockFunction.BLOCK_BYTES];
        }
        kernel.generate(function, state, next, count, buffer);
        int usable = (int) Math.min(count, left);
        next += usable;
        filled = usable * BlockFunction.BLOCK_BYTES;
        at = 0;
        growAhead(count);
    }

    private static long blocksOf(long bytes) {
        return bytes / BlockFunction.BLOCK_BYTES + (bytes % BlockFunction.BLOCK_BYTES == 0 ? 0 : 1);
    }

    private BlockKernel kernelFor(long blocks) {
        if (Kernels.usesVectors()) {
            if (!(bulk instanceof VectorKernel)) {
                wipeBulk();
                bulk = new VectorKernel();
            }
        } else {
            Kernels.countWithoutVectors((int) Math.min(blocks, BUFFER_BLOCKS));
            if (bulk == null && blocks >= LoopKernel.LEAST_BLOCKS) {
                bulk = new LoopKernel();
            }
        }
        return bulk != null && blocks >= bulk.leastBlocks() ? bulk : single;
    }

    /** Whether the low word of the counter passes its end within the next blocks. */
    private boolean wraps(int count) {
        return Integer.toUnsignedLong((int) next) + count > 1L << 32;
    }

    /** Overwrites the state and the bytes that were made; the stream must not be used afterwards. */
    public void wipe() {
        Arrays.fill(state, 0);
        single.wipe();
        wipeBulk();
        wipeBuffer();
        Arrays.fill(copied, (byte) 0);
    }

    private void wipeBulk() {
        if (bulk != null) {
            bulk.wipe();
        }
    }

    private void wipeBuffer() {
        Arrays.fill(buffer, (byte) 0);
        at = filled = 0;
    }
}
