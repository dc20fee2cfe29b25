package io.tellask.netty.pages;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.tellask.http.HttpBody;
import io.tellask.remote.MemoryHolder;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The parts of an answer that wait to leave, at most {@code unsentBytes} of them, which the account of the connection counts. Thread-safe;
 * {@link #next} and {@link #left} are the loop's.
 */
final class AnswerBody implements HttpBody {
    /** What may wait while more may be written. */
    static final int ENOUGH_BYTES = 64 * 1024;

    private static final ByteBuf NOTHING = Unpooled.EMPTY_BUFFER;

    private final Incoming request;
    private final @Nullable MemoryHolder memory;
    private final long mostUnsent;
    private final ArrayDeque<byte[]> parts = new ArrayDeque<>(); // the rest is guarded by this
    private final List<Runnable> waiting = new ArrayList<>();
    private int offset; // in the first part
    private long unsent; // with what the channel has been given and has not sent
    private boolean complete;
    private boolean closed;
    private boolean wakes; // the loop has been told that there is something to do

    AnswerBody(Incoming request) {
        this.request = request;
        memory = request.memory();
        mostUnsent = request.limits().unsentBytes();
    }

    @Override
    public boolean write(byte[] bytes) {
        String refusal = null;
        boolean tell = false;
        boolean more;
        synchronized (this) {
            if (closed || complete) {
                return false;
            }
            if (bytes.length > 0) {
                refusal = add(bytes);
                tell = refusal == null && !wakes;
                wakes |= tell;
            }
            more = unsent <= enoughBytes();
        }
        if (refusal != null) {
            abort(refusal);
            return false;
        }
        if (tell) {
            request.later(this::wake);
        }
        return more;
    }

    private @Nullable String add(byte[] bytes) {
        if (!parts.isEmpty() && unsent + bytes.length > mostUnsent) {
            return "answer: unsentBytes=" + (unsent + bytes.length) + " > unsentBytes=" + mostUnsent
                    + "; wait for HttpBody.whenWritable";
        }
        if (memory != null && (memory.mustWait() || !memory.reserve(bytes.length))) {
            return Pages.NO_MEMORY;
        }
        parts.add(bytes);
        unsent += bytes.length;
        return null;
    }

    private void wake() {
        synchronized (this) {
            wakes = false;
        }
        request.writable();
    }

    /** Nothing is made ahead of its reader where memory is tight. */
    private long enoughBytes() {
        return memory != null && memory.isTight() ? 0 : ENOUGH_BYTES;
    }

    @Override
    public synchronized boolean isWritable() {
        return !closed && !complete && unsent <= enoughBytes();
    }

    @Override
    public void whenWritable(Runnable task) {
        synchronized (this) {
            if (!closed && !complete && unsent > enoughBytes()) {
                waiting.add(task);
                return;
            }
        }
        request.later(task);
    }

    @Override
    public void end() {
        synchronized (this) {
            if (closed || complete) {
                return;
            }
            complete = true;
            wakes = true;
        }
        request.later(this::wake);
    }

    @Override
    public void abort() {
        abort("the answer was given up");
    }

    private void abort(String reason) {
        synchronized (this) {
            if (closed || complete && parts.isEmpty()) {
                return;
            }
        }
        close();
        request.later(() -> request.cut(reason));
    }

    @Override
    public synchronized boolean isEnded() {
        return closed || complete;
    }

    /** The next bytes to write, which {@link #left} counts; null if there are none at present. */
    synchronized @Nullable ByteBuf next(int most) {
        byte[] first = parts.peek();
        if (first == null) {
            return null;
        }
        int count = Math.min(most, first.length - offset);
        ByteBuf taken = count == 0 ? NOTHING : Unpooled.wrappedBuffer(first, offset, count);
        offset += count;
        if (offset == first.length) {
            parts.remove();
            offset = 0;
        }
        return taken;
    }

    /** Whether nothing follows. */
    synchronized boolean isDrained() {
        return complete && parts.isEmpty();
    }

    /** So many bytes have left. */
    void left(int bytes) {
        List<Runnable> tasks = List.of();
        synchronized (this) {
            if (closed) {
                return;
            }
            unsent -= bytes;
            release(bytes);
            if (unsent <= enoughBytes() && !waiting.isEmpty()) {
                tasks = List.copyOf(waiting);
                waiting.clear();
            }
        }
        tasks.forEach(request::later);
    }

    private void release(long bytes) {
        if (memory != null) {
            memory.add(-bytes);
        }
    }

    /** Nothing more leaves. */
    void close() {
        List<Runnable> tasks;
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
            parts.clear();
            release(unsent);
            unsent = 0;
            tasks = List.copyOf(waiting);
            waiting.clear();
        }
        tasks.forEach(request::later);
    }
}
