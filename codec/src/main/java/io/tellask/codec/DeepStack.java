package io.tellask.codec;

/**
 * Continues a deep recursion on a fresh thread with a large stack while the caller waits.
 *
 * <p>Codecs recurse, which is the fastest way through the graphs that occur; a graph nested deeper than {@link
 * #FIRST_LEVELS} goes on in segments of {@link #LEVELS}, each on a stack of its own, so that only the depth limit and
 * not the caller's stack bounds it. A segment costs about 50 microseconds. The helper thread sees the caller's writes
 * and the caller the helper's.
 */
final class DeepStack {
    /** Levels walked on the caller's own stack: about 100 KB before compilation. */
    static final int FIRST_LEVELS = 256;

    /** Levels walked on each further stack. */
    static final int LEVELS = 8_000;

    private static final long STACK_BYTES = 24L << 20;

    private DeepStack() {}

    static void run(Runnable rest) {
        Segment segment = new Segment(rest);
        Thread thread = new Thread(null, segment, "tellask-codec-deep", STACK_BYTES, false);
        thread.setDaemon(true);
        thread.setContextClassLoader(Thread.currentThread().getContextClassLoader());
        thread.start();
        boolean interrupted = false;
        while (true) {
            try {
                thread.join();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        segment.rethrow();
    }

    private static final class Segment implements Runnable {
        private final Runnable rest;
        private Throwable failure;

        Segment(Runnable rest) {
            this.rest = rest;
        }

        @Override
        public void run() {
            try {
                rest.run();
            } catch (Throwable e) {
                failure = e;
            }
        }

        void rethrow() {
            if (failure != null) {
                throw DeepStack.<RuntimeException>asUnchecked(failure);
            }
        }
    }

    /** Generated code throws what a constructor threw, declared or not; so does this. */
    @SuppressWarnings("unchecked")
    private static <T extends Throwable> RuntimeException asUnchecked(Throwable failure) throws T {
        throw (T) failure;
    }
}
