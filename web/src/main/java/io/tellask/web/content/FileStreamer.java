package io.tellask.web.content;

import io.tellask.http.HttpBody;
import io.tellask.text.SafeLog;
import io.tellask.web.resources.Resource;
import io.tellask.web.resources.ResourceException;
import java.io.IOException;
import java.io.InputStream;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Sends parts of a file at the pace of the one who reads them, by the thread that calls it: at most two chunks of it are in memory. The answer
 * breaks off, so that it is seen to be incomplete, where the file cannot be read or was changed meanwhile.
 */
final class FileStreamer {
    /** Of a file at a time: {@value}. */
    static final int CHUNK_BYTES = 64 << 10;

    private static final System.Logger LOG = System.getLogger(FileStreamer.class.getName());

    private final HttpBody body;
    private final Resource file;
    private final BooleanSupplier unchanged;
    private byte @Nullable [] next; // sent once it is known whether it is the last

    FileStreamer(HttpBody body, Resource file, BooleanSupplier unchanged) {
        this.body = body;
        this.file = file;
        this.unchanged = unchanged;
    }

    void send(List<ContentSender.Piece> pieces) {
        try {
            boolean complete = true;
            for (ContentSender.Piece piece : pieces) {
                complete = complete && sent(piece);
            }
            if (complete && unchanged.getAsBoolean()) {
                flush();
                body.end();
            } else {
                body.abort();
            }
        } catch (IOException | ResourceException unreadable) {
            SafeLog.logReason(LOG, Level.WARNING, "a file that is being sent cannot be read: ", unreadable);
            body.abort();
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
            body.abort();
        } catch (Throwable failure) {
            body.abort();
            throw failure;
        }
    }

    private boolean sent(ContentSender.Piece piece) throws IOException, InterruptedException {
        if (piece.before().length > 0 && !hold(piece.before())) {
            return false;
        }
        ByteRanges.Part part = piece.part();
        if (part == null || part.length() <= 0) {
            return true;
        }
        try (InputStream in = file.open()) {
            in.skipNBytes(part.first());
            for (long left = part.length(); left > 0; ) {
                byte[] chunk = in.readNBytes((int) Math.min(left, CHUNK_BYTES));
                if (chunk.length == 0 || !hold(chunk)) {
                    return false; // the file got shorter, or nobody reads on
                }
                left -= chunk.length;
            }
        }
        return true;
    }

    /** Sends what was held, and holds what comes behind it; false if nobody reads on. */
    private boolean hold(byte[] bytes) throws InterruptedException {
        boolean goesOn = flush();
        next = bytes;
        return goesOn;
    }

    private boolean flush() throws InterruptedException {
        byte[] held = next;
        next = null;
        if (held != null && !body.write(held) && !body.isEnded()) {
            CountDownLatch writable = new CountDownLatch(1);
            body.whenWritable(writable::countDown);
            if (!writable.await(ContentSender.MOST_WAIT_MILLIS, TimeUnit.MILLISECONDS)) {
                return false;
            }
        }
        return !body.isEnded();
    }
}
