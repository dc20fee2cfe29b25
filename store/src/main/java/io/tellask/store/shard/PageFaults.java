package io.tellask.store.shard;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Mapped pages that cannot be read or written, as when somebody cut their file short. The virtual machine goes on behind such an access, and throws
 * {@link InternalError} at a later point, which may lie behind the handler that was meant for it.
 */
final class PageFaults {
    private static final VarHandle TURNS;
    private static final int BOTH = 2;

    /** Never another number; but the compiler cannot know, and so leaves the loop, and the point in it where threads are stopped. */
    @SuppressWarnings({"FieldMayBeFinal", "unused"})
    private static int turns = BOTH;

    static {
        try {
            TURNS = MethodHandles.lookup().findStaticVarHandle(PageFaults.class, "turns", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private PageFaults() {}

    /** Throws the {@link InternalError} of an access that this thread has made, if it is still to come. */
    static void surface() {
        for (int turn = 0; turn < (int) TURNS.getOpaque(); turn++) {}
    }
}
