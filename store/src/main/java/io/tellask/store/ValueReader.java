package io.tellask.store;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** What {@link DurableMap#view} does with a value in place. */
@FunctionalInterface
public interface ValueReader<R> {
    /**
     * Reads the stored bytes of a value where they lie. The segment is read-only and may be used only until this returns; it may be called
     * again with another one if the bytes move meanwhile, so it should have no effect but its result.
     */
    @Nullable
    R read(MemorySegment value);
}
