package io.tellask.codec;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of one graph that arrives in parts, with the descriptions of classes that come between them. Not
 * thread-safe.
 */
final class GraphParts implements Window.Source {
    private final GraphFrames frames;
    private final ClassSink classes;
    private final long maxBytes;
    private long bytes;
    private int left;
    private boolean last;
    private boolean within;
    private boolean skipping;
    private @Nullable IOException broken;

    /** Takes the description of the next class. */
    interface ClassSink {
        void learn() throws IOException;
    }

    /** Begins a graph behind the kind of its first part. */
    GraphParts(GraphFrames frames, ClassSink classes, long maxBytes) {
        this.frames = frames;
        this.classes = classes;
        this.maxBytes = maxBytes;
    }

    /** Throws what the source failed with, however its exception was passed on. */
    void requireUnbroken() throws IOException {
        if (broken != null) {
            throw broken;
        }
    }

    @Override
    public int read(byte[] target, int at, int most) {
        try {
            while (left == 0) {
                if (last) {
                    return -1;
                }
                next();
            }
            int count = frames.read(target, at, most, left);
            left -= count;
            return count;
        } catch (IOException failure) {
            broken = failure;
            throw new UncheckedIOException(failure);
        }
    }

    private void next() throws IOException {
        int kind = within ? frames.readKind() : GraphOutput.PART;
        within = true;
        switch (kind) {
            case GraphOutput.CLASS -> classes.learn();
            case GraphOutput.PART -> begin();
            case GraphOutput.GRAPH -> {
                begin();
                last = true;
            }
            case GraphOutput.GIVEN_UP -> {
                giveUp();
            }
            case GraphOutput.END -> throw frames.misplaced(kind);
            default -> throw frames.unknown(kind);
        }
    }

    private void begin() throws IOException {
        left = frames.readLength();
        bytes += left;
        if (bytes > maxBytes && !skipping) {
            throw new DecodeException("decode: bytes=" + bytes + " > limits.streamedBytes=" + maxBytes
                    + " of a graph in parts; raise the limit");
        }
    }

    private void giveUp() throws IOException {
        last = true;
        if (frames.readLength() != 0) {
            throw frames.misplaced(GraphOutput.GIVEN_UP);
        }
        if (!skipping) {
            throw new DecodeException("decode: the graph was given up after bytes=" + bytes
                    + ", because its writer could not encode the rest; read the next");
        }
    }

    /** Reads what is left of a graph that was refused, and keeps none of it. */
    void skipRest() throws IOException {
        skipping = true;
        byte[] skipped = new byte[GraphFrames.SKIPPED_AT_ONCE];
        while (left > 0 || !last) {
            if (left == 0) {
                next();
            } else {
                left -= frames.read(skipped, 0, skipped.length, left);
            }
        }
    }
}
