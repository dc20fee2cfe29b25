package io.tellask.codec;

import io.tellask.codec.trust.Closure;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Type;
import java.util.NoSuchElementException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads the graphs that a {@link GraphOutput} wrote, one at a time.
 *
 * <p>Each is held to the codec's limits by itself, and is allocated as its bytes arrive. A graph that is refused is
 * passed over: the next call reads the one behind it. Nothing is read beyond the end of the stream of graphs, so other
 * bytes may follow; a source that is slow byte by byte should be buffered. The offset of a failure counts from the start
 * of the graph that is refused, and in the text of a damaged stream from the start of that. Not thread-safe.
 */
public final class GraphInput implements Closeable {
    private static final int VARINT_BITS = 35;

    private final InputStream source;
    private final ScopedDecoder decoder;
    private final int maxBytes;
    private int classes;
    private long position;
    private boolean started;
    private boolean ended;
    private byte @Nullable [] next;

    GraphInput(Codec codec, InputStream source) {
        this.source = source;
        this.decoder = codec.newScopedDecoder();
        this.maxBytes = codec.limits().bytes();
    }

    /**
     * Whether another graph follows; waits for it.
     *
     * @throws DecodeException if the stream is damaged or ends without its end mark
     * @throws IOException if the source fails
     */
    public boolean hasNext() throws IOException {
        start();
        while (next == null && !ended) {
            int kind = readByte();
            switch (kind) {
                case GraphOutput.END -> ended = true;
                case GraphOutput.CLASS -> decoder.learn(classes++, new ByteReader(readFrame()));
                case GraphOutput.GRAPH -> next = readFrame();
                default ->
                    throw new DecodeException(
                            "decode: frame kind=" + kind + " of a stream of graphs is unknown, offset=" + (position - 1)
                                    + "; the stream is damaged");
            }
        }
        return next != null;
    }

    /**
     * Reads the next graph into an object of {@code type}, whose closure is admitted besides the codec's grants.
     *
     * @throws DecodeException if the graph is damaged, over a limit, of another type, or of a class that is not granted
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
        ByteReader graph = take();
        Object value = decoder.decode(graph, declared);
        requireEnd(graph);
        return value;
    }

    /** Reads the next graph without its classes, as {@link Codec#describe} does. */
    public @Nullable Object describe() throws IOException {
        ByteReader graph = take();
        Object model = decoder.describe(graph);
        requireEnd(graph);
        return model;
    }

    private ByteReader take() throws IOException {
        if (!hasNext() || next == null) {
            throw new NoSuchElementException("graph input: the stream has ended; ask hasNext first");
        }
        ByteReader graph = new ByteReader(next);
        next = null;
        return graph;
    }

    private static void requireEnd(ByteReader graph) {
        if (graph.remaining() != 0) {
            throw new DecodeException(
                    "decode: bytes=" + graph.remaining() + " follow a graph within its frame; the stream is damaged");
        }
    }

    private void start() throws IOException {
        if (started) {
            return;
        }
        ByteReader head = new ByteReader(readBytes(Integer.BYTES + 1));
        int magic = head.readInt32();
        int version = head.readByte();
        if (magic != GraphOutput.MAGIC || version != GraphOutput.VERSION) {
            throw DecodeException.at(
                    0,
                    "decode: magic=0x" + Integer.toHexString(magic) + ", version=" + version
                            + " is no stream of graphs of version " + GraphOutput.VERSION
                            + "; the bytes are damaged or of another kind");
        }
        started = true;
    }

    private byte[] readFrame() throws IOException {
        int length = 0;
        int shift = 0;
        int part;
        do {
            if (shift == VARINT_BITS) {
                throw new DecodeException("decode: length of a frame is longer than 5 bytes, offset=" + position
                        + "; the stream is damaged");
            }
            part = readByte();
            length |= (part & 0x7F) << shift;
            shift += 7;
        } while (part > 0x7F);
        if (length < 0 || length > maxBytes) {
            throw new DecodeException("decode: frame bytes=" + Integer.toUnsignedString(length) + " > limits.bytes="
                    + maxBytes + ", offset=" + position + "; raise the limit");
        }
        return readBytes(length);
    }

    private int readByte() throws IOException {
        int value = source.read();
        if (value < 0) {
            throw truncated(1);
        }
        position++;
        return value;
    }

    /** Grows with what arrives, so that a length alone allocates nothing. */
    private byte[] readBytes(int length) throws IOException {
        byte[] bytes = source.readNBytes(length);
        position += bytes.length;
        if (bytes.length < length) {
            throw truncated(length - bytes.length);
        }
        return bytes;
    }

    private DecodeException truncated(int missing) {
        return new DecodeException("decode: stream of graphs ends without its end mark, offset=" + position
                + ", missing at least bytes=" + missing + "; it was cut off or never ended");
    }

    @Override
    public void close() throws IOException {
        source.close();
    }
}
