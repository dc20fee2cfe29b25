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

/**
 * Sends parts of a file at the pace of the one who reads them, by the thread that calls it. A chunk is read once it may be
 * written, so that nothing is in memory that the connection does not count, however many wait for their readers. The answer
 * breaks off, so that it is seen to be incomplete, where the file cannot be read or was changed meanwhile.
 */
final class FileStreamer {
    /** Of a file at a time: {@value}. */
    static final int CHUNK_BYTES = 64 << 10;

    private static final System.Logger LOG = System.getLogger(FileStreamer.class.getName());

    private final HttpBody body;
    private final Resource file;
    private final BooleanSupplier unchanged;
    private long unread; // bytes of all pieces that are still to be written

    FileStreamer(HttpBody body, Resource file, BooleanSupplier unchanged) {
        this.body = body;
        this.file = file;
        this.unchanged = unchanged;
    }

    void send(List<ContentSender.Piece> pieces) {
        unread = pieces.stream().mapToLong(ContentSender.Piece::length).sum();
        try {
            boolean complete = true;
            for (ContentSender.Piece piece : pieces) {
                complete = complete && sent(piece);
            }
            if (complete) {
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
        if (piece.before().length > 0 && !write(piece.before())) {
            return false;
        }
        ByteRanges.Part part = piece.part();
        if (part == null || part.length() <= 0) {
            return true;
        }
        try (InputStream in = file.open()) {
            in.skipNBytes(part.first());
            for (long left = part.length(); left > 0; ) {
                if (!awaitReader()) {
                    return false;
                }
                byte[] chunk = in.readNBytes((int) Math.min(left, CHUNK_BYTES));
                if (chunk.length == 0 || !write(chunk)) {
                    return false; // the file got shorter, or is another by now
                }
                left -= chunk.length;
            }
        }
        return true;
    }

    /** False for the last bytes of a file that was changed meanwhile. */
    private boolean write(byte[] bytes) {
        unread -= bytes.length;
        if (unread == 0 && !unchanged.getAsBoolean()) {
            return false;
        }
        body.write(bytes);
        return !body.isEnded();
    }

    /** Waits until more may be written; false if nobody reads on. */
    private boolean awaitReader() throws InterruptedException {
        if (!body.isWritable() && !body.isEnded()) {
            CountDownLatch writable = new CountDownLatch(1);
            body.whenWritable(writable::countDown);
            if (!writable.await(ContentSender.MOST_WAIT_MILLIS, TimeUnit.MILLISECONDS)) {
                return false;
            }
        }
        return !body.isEnded();
    }
}
