package io.tellask.codec;

import io.tellask.codec.failure.Failures.WriteInParts;
import io.tellask.codec.graph.SentParts;
import java.io.Closeable;
import java.io.Flushable;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Type;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Writes many graphs to one stream, each class described once.
 *
 * <pre>
 * stream:  "TLKG" version 1 B | frame ... | end frame
 * frame:   kind 1 B | length varint | bytes        kind: 1 description of the next class, 2 graph or its last part,
 * end:     0                                             3 part of a graph, more follow, 4 graph was given up
 * </pre>
 *
 * Each graph is a message of its own, as in a session: shared references are kept within it, not from one to the next,
 * and stack traces of exceptions stay behind. {@link #finish} or {@link #close} ends the stream; a reader takes one
 * without its end for a truncated one.
 *
 * <p>A graph of up to a MiB has one frame, and leaves nothing in the stream if it cannot be encoded. A longer one is
 * begun anew, so that its hooks run once more, and written in parts as it is encoded: then the memory that writing takes
 * is bounded by a constant and by the longest single string or body of a {@link CustomCodec}, and, where references are
 * tracked, by the number of objects. Its length is bounded by {@link CodecLimits#streamedBytes}. If it cannot be encoded
 * after all, its reader is told so, and both go on with the next. Not thread-safe.
 */
public final class GraphOutput implements Closeable, Flushable {
    static final int MAGIC = 0x474B4C54;
    static final int VERSION = 0;
    static final int END = 0;
    static final int CLASS = 1;
    static final int GRAPH = 2;
    static final int PART = 3;
    static final int GIVEN_UP = 4;

    /** A longer graph is written in parts. */
    static final int WHOLE_BYTES = 1 << 20;

    /** What a part has at least and, but for long strings, about. */
    static final int PART_BYTES = 1 << 16;

    private static final int RETAINED_BYTES = 1 << 20;

    private final OutputStream target;
    private final ScopedEncoder encoder;
    private final int wholeBytes;
    private final int partBytes;
    private final int maxFrameBytes;
    private final ByteWriter frames = new ByteWriter(256);
    private ByteWriter graph;
    private @Nullable IOException broken;
    private boolean sent;
    private boolean writing;
    private boolean ended;

    GraphOutput(Codec codec, OutputStream target) {
        this(codec, target, WHOLE_BYTES, PART_BYTES);
    }

    /** One that writes graphs of more than {@code wholeBytes} in parts of about {@code partBytes}. */
    GraphOutput(Codec codec, OutputStream target, int wholeBytes, int partBytes) {
        this.target = target;
        this.wholeBytes = wholeBytes;
        this.partBytes = partBytes;
        this.maxFrameBytes = codec.limits().bytes();
        this.graph = newGraph();
        this.encoder = new ScopedEncoder(codec, (id, descriptor) -> appendFrame(CLASS, descriptor, descriptor.length));
        frames.writeInt32(MAGIC);
        frames.writeByte(VERSION);
    }

    private ByteWriter newGraph() {
        return new ByteWriter(256, wholeBytes);
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
     * @throws IllegalStateException if a hook of a graph that is being written calls this, {@link #finish} or {@link #close}
     */
    public void write(@Nullable Object value, Type declared) throws IOException {
        Objects.requireNonNull(declared, "declared");
        requireOpen();
        writing = true;
        try {
            if (!writeWhole(value, declared)) {
                writeParts(value, declared);
            }
        } finally {
            writing = false;
        }
        send();
    }

    /** Writes a graph as one frame; whether it is short enough. */
    private boolean writeWhole(@Nullable Object value, Type declared) {
        graph.clear();
        encoder.scope.takeFull();
        try {
            encoder.encode(value, declared, graph);
        } catch (WriteInParts tooLong) {
            return false;
        }
        if (graph.isFull() || encoder.scope.takeFull()) {
            return false;
        }
        appendFrame(GRAPH, graph.array(), graph.position());
        if (graph.array().length > RETAINED_BYTES) {
            graph = newGraph();
        }
        return true;
    }

    private void writeParts(@Nullable Object value, Type declared) throws IOException {
        ByteWriter part = new ByteWriter(2 * PART_BYTES);
        sent = false;
        try {
            encoder.encodeParts(value, declared, part, new SentParts(this::sendParts, partBytes));
            if (!sent && part.position() > maxFrameBytes) {
                sendParts(part.array(), part.position());
                part.clear();
            }
        } catch (Throwable failure) {
            giveUp(failure);
            throw failure;
        }
        requireUnbroken(); // a hook may have caught what the target threw
        appendFrame(GRAPH, part.array(), part.position());
    }

    /** Tells the reader that there is no rest of a graph; what the target threw counts more than what that made of it. */
    private void giveUp(Throwable failure) throws IOException {
        if (failure instanceof RuntimeException) {
            requireUnbroken();
        }
        if (sent && broken == null) {
            appendHead(GIVEN_UP, 0);
            try {
                send();
            } catch (IOException | RuntimeException lost) {
                failure.addSuppressed(lost);
            }
        }
    }

    private void requireUnbroken() throws IOException {
        if (broken != null) {
            throw broken;
        }
    }

    /** Sends classes that the bytes name, and the bytes, in frames of a length that any reader takes. */
    private void sendParts(byte[] bytes, int length) {
        try {
            for (int from = 0; from < length; from += WHOLE_BYTES) {
                int count = Math.min(WHOLE_BYTES, length - from);
                appendHead(PART, count);
                send();
                send(bytes, from, count);
                sent = true;
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private void appendFrame(int kind, byte[] bytes, int length) {
        appendHead(kind, length);
        frames.writeBytes(bytes, 0, length);
    }

    private void appendHead(int kind, int length) {
        frames.writeByte(kind);
        frames.writeVarInt(length);
    }

    /** Sends what was appended; after a failed graph that stays, with the classes in it, until there is more. */
    private void send() throws IOException {
        send(frames.array(), 0, frames.position());
        frames.clear();
    }

    private void send(byte[] bytes, int from, int count) throws IOException {
        try {
            target.write(bytes, from, count);
        } catch (IOException | RuntimeException failure) {
            broken = failure instanceof IOException known ? known : new IOException(failure);
            throw failure;
        }
    }

    private void requireIdle() {
        if (writing) {
            throw new IllegalStateException(
                    "graph output: a hook of the graph that is being written uses the stream that takes"
                            + " it; write or close it when the graph is written");
        }
    }

    private void requireOpen() throws IOException {
        requireIdle();
        if (ended) {
            throw new IOException("graph output: the stream was ended; open another");
        }
        if (broken != null) {
            throw new IOException("graph output: the target failed within a graph; open another", broken);
        }
    }

    @Override
    public void flush() throws IOException {
        target.flush();
    }

    /** Ends the stream of graphs and leaves the target open. Ends it once; further calls do nothing. */
    public void finish() throws IOException {
        requireIdle();
        if (!ended && broken == null) {
            ended = true;
            frames.writeByte(END);
            send();
            target.flush();
        }
    }

    /** Ends the stream of graphs and closes the target. */
    @Override
    public void close() throws IOException {
        requireIdle();
        try (target) {
            finish();
        }
    }
}
