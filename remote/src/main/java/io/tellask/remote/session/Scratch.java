package io.tellask.remote.session;

import io.tellask.codec.ByteWriter;
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
            writer = new ByteWriter(Math.clamp(lastBytes, LEAST_BYTES, KEPT_BYTES));
        }
        PassedReferences.gather(writer, endpoint);
        return writer;
    }

    void giveBack(ByteWriter writer) {
        lastBytes = writer.position();
        if (writer.array().length <= (endpoint.memory().isTight() ? Outbound.SMALL_BYTES : KEPT_BYTES)) {
            writer.clear();
            kept.setRelease(writer);
        }
    }

    void drop() {
        kept.set(null);
    }
}
