package io.tellask.cipher.kernel;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Runs the Vector API on a thread of its own until it is compiled. Before, each of its operations is a call that allocates, and a batch takes a thousand
 * times as long as afterwards: callers have the other kernels until then. Processes that encrypt little never pay for it. Thread-safe.
 *
 * <p>A JVM without the optimizing compiler never gets there; after {@value #MAX_ROUNDS} rounds the warm-up gives up.
 */
final class VectorWarmUp implements Runnable {
    /** After how many blocks without the Vector API it pays: a megabyte. */
    static final long BLOCKS_BEFORE = 16_384;

    /** How many rounds at most. */
    static final int MAX_ROUNDS = 4_000;

    private static final int BATCHES_OF_ROUND = 256;
    private static final int ROUNDS_IN_FRONT = 3;
    private static final int CHUNKS_OF_ROUND = 16;
    private static final System.Logger LOG = System.getLogger("io.tellask.cipher");

    private final AtomicLong blocks = new AtomicLong();
    private final byte[] made = new byte[BATCHES_OF_ROUND * BlockFunction.BLOCK_BYTES];
    private final byte[] expected = made.clone();
    private final int[] state = new int[BlockFunction.WORDS];
    private volatile boolean ready;
    private volatile boolean readyForTags;
    private volatile boolean over;

    boolean isReady() {
        return ready;
    }

    boolean isReadyForTags() {
        return readyForTags;
    }

    boolean isOver() {
        return over;
    }

    void count(int more) {
        if (blocks.get() < BLOCKS_BEFORE) {
            long before = blocks.getAndAdd(more);
            if (before < BLOCKS_BEFORE && before + more >= BLOCKS_BEFORE) {
                Thread.ofPlatform()
                        .name("tellask-cipher-warm-up")
                        .daemon()
                        .priority(Thread.MIN_PRIORITY)
                        .start(this);
            }
        }
    }

    @Override
    public void run() {
        try {
            ready = VectorShape.isWorthIt() && winsForGood();
            readyForTags = ready && winsTagsForGood();
        } finally {
            over = true;
        }
    }

    private boolean winsForGood() {
        for (int word = 0; word < state.length; word++) {
            state[word] = 0x9e3779b9 * (word + 1);
        }
        int inFront = 0;
        for (int round = 0; round < MAX_ROUNDS && inFront < ROUNDS_IN_FRONT; round++) {
            boolean wins = true;
            for (BlockFunction.Family family : BlockFunction.Family.values()) {
                wins &= wins(new BlockFunction(family, 20, true), round);
            }
            inFront = wins ? inFront + 1 : 0;
        }
        if (inFront < ROUNDS_IN_FRONT) {
            LOG.log(System.Logger.Level.INFO, "the Vector API is not faster here; key streams are made without it");
        }
        return inFront == ROUNDS_IN_FRONT;
    }

    private boolean winsTagsForGood() {
        byte[] key = new byte[Poly1305.KEY_BYTES];
        Arrays.fill(key, (byte) 0x5a);
        int inFront = 0;
        for (int round = 0; round < MAX_ROUNDS && inFront < ROUNDS_IN_FRONT; round++) {
            key[0] = (byte) round;
            inFront = winsTags(key) ? inFront + 1 : 0;
        }
        return inFront == ROUNDS_IN_FRONT;
    }

    /** Makes the same tag in both ways; whether the Vector API took less than three quarters of the time. */
    private static boolean winsTags(byte[] key) {
        byte[][] tags = new byte[2][Poly1305.TAG_BYTES];
        long[] nanos = new long[2];
        for (int way = 0; way < 2; way++) {
            Poly1305 authenticator = new Poly1305();
            authenticator.start(key);
            long start = System.nanoTime();
            authenticator.repeat(CHUNKS_OF_ROUND, way == 1);
            nanos[way] = System.nanoTime() - start;
            authenticator.finish(tags[way]);
        }
        if (!Arrays.equals(tags[0], tags[1])) {
            throw new IllegalStateException(
                    "the Vector API of this JVM makes wrong tags; run without --add-modules jdk.incubator.vector");
        }
        return nanos[1] * 4 < nanos[0] * 3;
    }

    /** Makes the same blocks in both ways; whether the Vector API took less than half the time. */
    private boolean wins(BlockFunction function, int round) {
        VectorKernel vectors = new VectorKernel();
        int count = BATCHES_OF_ROUND / vectors.batchBlocks() * vectors.batchBlocks();
        long first = (long) round * count;
        long start = System.nanoTime();
        new ScalarKernel().generate(function, state, first, count, expected);
        long between = System.nanoTime();
        vectors.generate(function, state, first, count, made);
        long vectorNanos = System.nanoTime() - between;
        VectorXor.apply(expected, 0, made, 0, made, 0, count * BlockFunction.BLOCK_BYTES);
        if (!Arrays.equals(made, new byte[made.length])) {
            throw new IllegalStateException(
                    "the Vector API of this JVM makes wrong key streams; run without --add-modules jdk.incubator.vector");
        }
        return vectorNanos * 2 < between - start;
    }
}
