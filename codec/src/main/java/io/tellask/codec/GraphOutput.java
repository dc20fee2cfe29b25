package io.tellask.codec;

import java.io.Closeable;
import java.io.Flushable;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.reflect.Type;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Writes many graphs to one stream, each class described once.
 *
 * <pre>
 * stream:  "TLKG" version 1 B | frame ... | end frame
 * frame:   kind 1 B | length varint | bytes        kind: 1 description of the next class, 2 graph
 * end:     0
 * </pre>
 *
 * Each graph is a message of its own, as in a session: shared references are kept within it, not from one to the next,
 * and stack traces of exceptions stay behind. A graph that cannot be encoded leaves nothing in the stream. {@link
 * #finish} or {@link #close} ends it; a reader takes a stream without its end for a truncated one. What is written is
 * not buffered beyond one graph. Not thread-safe.
 */
public final class GraphOutput implements Closeable, Flushable {
    static final int MAGIC = 0x474B4C54;
    static final int VERSION = 0;
    static final int END = 0;
    static final int CLASS = 1;
    static final int GRAPH = 2;

    private static final int RETAINED_BYTES = 1 << 20;

    private final OutputStream target;
    private final ScopedEncoder encoder;
    private final ByteWriter frames = new ByteWriter(256);
    private ByteWriter graph = new ByteWriter(256);
    private boolean ended;

    GraphOutput(Codec codec, OutputStream target) {
        this.target = target;
        SchemaSink classes = (id, descriptor) -> appendFrame(CLASS, descriptor, descriptor.length);
        this.encoder = new ScopedEncoder(codec, codec.isWide(false), classes, null);
        frames.writeInt32(MAGIC);
        frames.writeByte(VERSION);
    }

    /** Appends one graph; the closure of the value's class is admitted besides the codec's grants. */
    public void write(@Nullable Object value) throws IOException {
        write(value, value == null ? Object.class : value.getClass());
    }

    /** As {@link #write(Object, Type)}, for a generic type. */
    public void write(@Nullable Object value, TypeOf<?> declared) throws IOException {
        Objects.requireNonNull(declared, "declared");
        write(value, declared.type());
    }

    /**
     * Appends one graph for a reader that declares the same type.
     *
     * @throws EncodeException if a class is not granted or not encodable, or a limit is passed; the stream takes more
     * @throws IOException if the target fails; the stream is of no use then
     */
    public void write(@Nullable Object value, Type declared) throws IOException {
        Objects.requireNonNull(declared, "declared");
        requireOpen();
        graph.clear();
        try {
            encoder.encode(value, declared, graph);
            appendFrame(GRAPH, graph.array(), graph.position());
        } finally {
            send();
        }
        if (graph.array().length > RETAINED_BYTES) {
            graph = new ByteWriter(256);
        }
    }

    private void appendFrame(int kind, byte[] bytes, int length) {
        frames.writeByte(kind);
        frames.writeVarInt(length);
        frames.writeBytes(bytes, 0, length);
    }

    private void send() throws IOException {
        target.write(frames.array(), 0, frames.position());
        frames.clear();
    }

    private void requireOpen() throws IOException {
        if (ended) {
            throw new IOException("graph output: the stream was ended; open another");
        }
    }

    @Override
    public void flush() throws IOException {
        target.flush();
    }

    /** Ends the stream of graphs and leaves the target open. Ends it once; further calls do nothing. */
    public void finish() throws IOException {
        if (!ended) {
            ended = true;
            frames.writeByte(END);
            send();
            target.flush();
        }
    }

    /** Ends the stream of graphs and closes the target. */
    @Override
    public void close() throws IOException {
        try (target) {
            finish();
        }
    }
}
