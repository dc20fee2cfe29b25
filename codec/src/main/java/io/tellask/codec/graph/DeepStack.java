package io.tellask.codec.graph;

import io.tellask.codec.DecodeException;
import io.tellask.codec.EncodeException;
import io.tellask.codec.NotInPlaceException;
import io.tellask.codec.budget.NestingDepth;
import org.jspecify.annotations.Nullable;

/**
 * Continues a deep recursion on a fresh thread with a large stack while the caller waits.
 *
 * <p>Codecs recurse, which is the fastest way through the graphs that occur; a graph nested deeper than {@code NestingDepth.FIRST_LEVELS} goes on in segments of {@code NestingDepth.LEVELS}, each on a stack of its own, so that only the depth limit and
 * not the caller's stack bounds it. A segment costs about 50 microseconds. The helper thread sees the caller's writes
 * and the caller the helper's.
 */
final class DeepStack {
    private static final long STACK_BYTES = 24L << 20;

    private DeepStack() {}

    static void requireDepth(TypeCodec codec, GraphWriter out) {
        if (out.levels.isTooDeep()) {
            throw new EncodeException("encode: " + out.levels.excess() + " at class="
                    + codec.type.getName() + "; the graph is nested too deeply"
                    + (out.isTracking() ? "" : ", or has a cycle and references are not tracked"));
        }
    }

    /** @throws EncodeException if the object is nested too deeply, or {@link DeepStacks} has no stack left */
    static void write(TypeCodec codec, GraphWriter out, Object value) {
        if (out.isInPlace()) {
            throw NotInPlaceException.LONG; // another thread would go on
        }
        SentParts.offer(out);
        if (out.levels.isOnStack()) {
            writeHere(codec, out, value);
            return;
        }
        requireDepth(codec, out);
        if (!out.levels.isHopAllowed()) {
            throw new EncodeException(
                    "encode: levels within a hook=" + (NestingDepth.HOOK_LEVELS + 1) + " > HOOK_LEVELS="
                            + NestingDepth.HOOK_LEVELS + " at class=" + codec.type.getName()
                            + "; objects with their own writeObject are nested too deeply");
        }
        out.requireBytes(0);
        int outer = out.levels.beginHop();
        goOn(codec, out, value);
        out.levels.endHop(outer);
    }

    private static void goOn(TypeCodec codec, GraphWriter out, Object value) {
        String refusal = DeepStacks.take(out.levels, out.isOfSession());
        if (refusal != null) {
            throw new EncodeException("encode: " + refusal);
        }
        try {
            run(new WriteSegment(codec, out, value));
        } finally {
            DeepStacks.give(out.levels);
        }
    }

    private static void writeHere(TypeCodec codec, GraphWriter out, Object value) {
        Parts parts = codec.parts();
        if (parts == null) {
            codec.write(out, value);
        } else {
            DeepWriter.write(parts, out, value);
        }
    }

    private static @Nullable Object readHere(TypeCodec codec, GraphReader in) {
        Parts parts = codec.parts();
        return parts == null ? codec.read(in) : DeepReader.read(parts, in);
    }

    /** @throws DecodeException if the object is nested too deeply, or {@link DeepStacks} has no stack left */
    static @Nullable Object read(TypeCodec codec, GraphReader in) {
        if (in.levels.isOnStack()) {
            return readHere(codec, in);
        }
        in.levels.requireDepth(codec.type, in.in);
        in.levels.requireHop(codec.type, in.in);
        int outer = in.levels.beginHop();
        Object value = goOn(codec, in);
        in.levels.endHop(outer);
        return value;
    }

    private static @Nullable Object goOn(TypeCodec codec, GraphReader in) {
        String refusal = DeepStacks.take(in.levels, in.heads.isOfSession());
        if (refusal != null) {
            throw new DecodeException("decode: " + refusal);
        }
        try {
            ReadSegment segment = new ReadSegment(codec, in);
            run(segment);
            return segment.value;
        } finally {
            DeepStacks.give(in.levels);
        }
    }

    private static void run(Segment segment) {
        Thread thread = new Continued(segment);
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

    /** A thread that goes on with what another began, which waits for it. */
    static final class Continued extends Thread {
        private Continued(Segment segment) {
            super(null, segment, "tellask-codec-deep", STACK_BYTES, false);
        }
    }

    /** What goes on deeper; no lambda, because linking one takes stack where little is left. */
    private abstract static class Segment implements Runnable {
        private @Nullable Throwable failure;

        abstract void goOn();

        @Override
        public final void run() {
            try {
                goOn();
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

    private static final class WriteSegment extends Segment {
        private final TypeCodec codec;
        private final GraphWriter out;
        private final Object value;

        WriteSegment(TypeCodec codec, GraphWriter out, Object value) {
            this.codec = codec;
            this.out = out;
            this.value = value;
        }

        @Override
        public void goOn() {
            writeHere(codec, out, value);
        }
    }

    private static final class ReadSegment extends Segment {
        private final TypeCodec codec;
        private final GraphReader in;
        private @Nullable Object value;

        ReadSegment(TypeCodec codec, GraphReader in) {
            this.codec = codec;
            this.in = in;
        }

        @Override
        public void goOn() {
            value = readHere(codec, in);
        }
    }

    /** Generated code throws what a constructor threw, declared or not; so does this. */
    @SuppressWarnings("unchecked")
    private static <T extends Throwable> RuntimeException asUnchecked(Throwable failure) throws T {
        throw (T) failure;
    }
}
