package io.tellask.codec;

import io.tellask.codec.trust.Closure;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Type;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads the graphs that a {@link GraphOutput} wrote, one at a time.
 *
 * <p>Each is held to the codec's limits by itself, and is allocated as its bytes arrive. One in a single frame has at
 * most {@link CodecLimits#bytes}, and its bytes are in memory before it is read. One in parts has at most {@link
 * CodecLimits#streamedBytes} and is read as they arrive: beside the objects themselves that takes a constant, the bytes
 * of the longest single string or body, and a byte for each element of a collection that is begun.
 *
 * <p>A graph that is refused is passed over, and so is one that its writer gave up: the next call reads the one behind
 * it. Nothing is read beyond the end of the stream of graphs, so other bytes may follow; a source that is slow byte by
 * byte should be buffered. The offset of a failure counts from the start of the graph that is refused, and in the text
 * of a damaged stream from the start of that. Not thread-safe.
 */
public final class GraphInput implements Closeable {
    private final Codec codec;
    private final GraphFrames frames;
    private final ScopedDecoder decoder;
    private final Function<Window.Source, Window> windows;
    private int classes;
    private boolean started;
    private boolean ended;
    private byte @Nullable [] next;
    private @Nullable GraphParts parts;
    private boolean hasParts;

    GraphInput(Codec codec, InputStream source) {
        this(codec, source, Window::new);
    }

    /** One that reads graphs in parts by way of other windows. */
    GraphInput(Codec codec, InputStream source, Function<Window.Source, Window> windows) {
        this.codec = codec;
        this.frames = new GraphFrames(source);
        this.decoder = codec.newScopedDecoder();
        this.windows = windows;
    }

    /**
     * Whether another graph follows; waits for it.
     *
     * @throws DecodeException if the stream is damaged or ends without its end mark
     * @throws IOException if the source fails
     */
    public boolean hasNext() throws IOException {
        if (!started) {
            frames.readStart();
            started = true;
        }
        skipParts();
        while (next == null && !hasParts && !ended) {
            int kind = frames.readKind();
            switch (kind) {
                case GraphOutput.END -> ended = true;
                case GraphOutput.CLASS -> learn();
                case GraphOutput.GRAPH -> next = frames.readFrame(codec.limits().bytes());
                case GraphOutput.PART -> {
                    parts = new GraphParts(frames, this::learn, codec.limits().streamedBytes());
                    hasParts = true;
                }
                case GraphOutput.GIVEN_UP -> throw frames.misplaced(kind);
                default -> throw frames.unknown(kind);
            }
        }
        return next != null || hasParts;
    }

    private void learn() throws IOException {
        decoder.learn(classes++, new ByteReader(frames.readFrame(codec.limits().bytes())));
    }

    /** Passes over what was not read of a graph that was refused. */
    private void skipParts() throws IOException {
        GraphParts begun = parts;
        if (begun != null && !hasParts) {
            begun.skipRest();
            parts = null;
        }
    }

    /**
     * Reads the next graph into an object of {@code type}, whose closure is admitted besides the codec's grants.
     *
     * @throws DecodeException if the graph is damaged, over a limit, of another type, of a class that is not granted, or
     * given up by its writer
     * @throws NoSuchElementException if the stream has ended
     */
    public <T> @Nullable T read(Class<T> type) throws IOException {
        Objects.requireNonNull(type, "type");
        return Closure.cast(read((Type) type), type);
    }

    /** As {@link #read(Class)}, for a generic type. */
    @SuppressWarnings("unchecked")
    public <T> @Nullable T read(TypeOf<T> declared) throws IOException {
        Objects.requireNonNull(declared, "declared");
        return (T) read(declared.type());
    }

    /** As {@link #read(Class)}, for any type. */
    public @Nullable Object read(Type declared) throws IOException {
        Objects.requireNonNull(declared, "declared");
        return read(declared, false);
    }

    /** Reads the next graph without its classes, as {@link Codec#describe} does. */
    public @Nullable Object describe() throws IOException {
        return read(Object.class, true);
    }

    private @Nullable Object read(Type declared, boolean describing) throws IOException {
        if (!hasNext()) {
            throw new NoSuchElementException("graph input: the stream has ended; ask hasNext first");
        }
        if (hasParts && parts != null) {
            hasParts = false;
            return readParts(parts, declared, describing);
        }
        ByteReader graph = new ByteReader(Objects.requireNonNull(next));
        next = null;
        Object value = describing ? decoder.describe(graph) : decoder.decode(graph, declared);
        requireEnd(graph);
        return value;
    }

    private @Nullable Object readParts(GraphParts begun, Type declared, boolean describing) throws IOException {
        ByteReader graph = new ByteReader(windows.apply(begun));
        try {
            Object value = codec.readParts(graph, declared, decoder, describing);
            requireEnd(graph);
            begun.requireUnbroken(); // a hook may have caught what the source threw
            return value;
        } catch (RuntimeException failure) {
            begun.requireUnbroken();
            throw failure;
        }
    }

    private static void requireEnd(ByteReader graph) {
        if (graph.holds(1)) {
            throw new DecodeException("decode: bytes=" + graph.remaining() + (graph.isStreamed() ? " or more" : "")
                    + " follow a graph within its frame, offset=" + graph.offset() + "; the stream is damaged");
        }
    }

    @Override
    public void close() throws IOException {
        frames.close();
    }
}
