package io.tellask.store;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** What {@link DurableMap#view} does with a value in place. */
@FunctionalInterface
public interface ValueReader<R> {
    /**
     * Reads the stored bytes of a value where they lie. The segment is read-only and may be used only until this returns. If compaction unmaps the bytes
     * meanwhile and this fails for that, with {@link IllegalStateException}, it is called once more with a copy, so it should have no effect but
     * its result. Every other exception goes to the caller of {@link DurableMap#view}.
     */
    @Nullable
    R read(MemorySegment value);
}
