package io.tellask.remote.session;

import io.tellask.codec.ByteWriter;
import io.tellask.remote.frame.LargeArrays;
import java.util.concurrent.atomic.AtomicReference;

/** Where messages of a session are written before they are sent: one buffer is kept for the next. Thread-safe. */
final class Scratch {
    private static final int LEAST_BYTES = 256;
    private static final int KEPT_BYTES = 64 * 1024;

    private final Endpoint endpoint;
    private final AtomicReference<ByteWriter> kept = new AtomicReference<>();
    private int lastBytes; // how long the next one may become, about: whatever thread wrote it last

    Scratch(Endpoint endpoint) {
        this.endpoint = endpoint;
    }

    ByteWriter take() {
        ByteWriter writer = kept.getAndSet(null);
        if (writer == null) {
            int bytes = lastBytes;
            writer = new ByteWriter(bytes <= KEPT_BYTES ? Math.max(bytes, LEAST_BYTES) : LEAST_BYTES);
            if (bytes > KEPT_BYTES) {
                writer.moveTo(LargeArrays.shared()
                        .take(Math.min(bytes, ByteWriter.MAX_BYTES - ByteWriter.SLACK) + ByteWriter.SLACK));
            }
        }
        PassedReferences.gather(writer, endpoint);
        return writer;
    }

    void giveBack(ByteWriter writer) {
        lastBytes = writer.position();
        if (writer.array().length <= (endpoint.memory().isTight() ? Outbound.SMALL_BYTES : KEPT_BYTES)) {
            writer.clear();
            kept.setRelease(writer);
        } else {
            LargeArrays.shared().giveBack(writer.array());
        }
    }

    void drop() {
        kept.set(null);
    }
}
