package io.tellask.codec.graph;

import io.tellask.codec.ByteWriter;
import org.jspecify.annotations.Nullable;

/** Collects the bytes of custom bodies, one run at a time; empty whenever an object begins. Not thread-safe. */
public final class BodyRun {
    private static final int RETAINED_BYTES = 1 << 16;

    private @Nullable ByteWriter writer;

    public ByteWriter writer() {
        ByteWriter run = writer;
        if (run == null || run.array().length > RETAINED_BYTES && run.position() == 0) {
            run = new ByteWriter(256);
            writer = run;
        }
        return run;
    }
}
