package io.tellask.codec.graph;

import io.tellask.codec.ByteWriter;
import org.jspecify.annotations.Nullable;

/** Collects the bytes of custom bodies, one run at a time; empty whenever an object begins. Not thread-safe. */
public final class BodyRun {
    private static final int RETAINED_BYTES = 1 << 16;

    private @Nullable ByteWriter run;

    /** Where the bytes go; kept from one message to the next, unless it has become large. */
    public ByteWriter writer() {
        ByteWriter known = run;
        if (known == null || known.array().length > RETAINED_BYTES && known.position() == 0) {
            known = new ByteWriter(256);
            run = known;
        }
        return known;
    }
}
