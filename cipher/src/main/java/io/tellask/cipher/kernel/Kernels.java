package io.tellask.cipher.kernel;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Chooses what makes key streams in this process. Thread-safe. */
public final class Kernels {
    /** A warm-up, where the Vector API can be used; else nothing here touches a class of it. */
    private static final @Nullable VectorWarmUp WARM_UP = hasVectorModule() ? new VectorWarmUp() : null;

    private Kernels() {}

    /** Whether {@code jdk.incubator.vector} was added to this process, and this module may use it. */
    public static boolean hasVectorModule() {
        Optional<Module> vectors = ModuleLayer.boot().findModule("jdk.incubator.vector");
        return vectors.isPresent() && Kernels.class.getModule().canRead(vectors.get());
    }

    /** Whether the Vector API is used from now on: it is there, gave the right blocks, and has been compiled. */
    public static boolean usesVectors() {
        return WARM_UP != null && WARM_UP.isReady();
    }

    /** The same for tags of long messages. */
    static boolean usesVectorsForTags() {
        return WARM_UP != null && WARM_UP.isReadyForTags();
    }

    /** Whether the choice is made for good: there is no Vector API here, or its warm-up is over. */
    public static boolean hasChosen() {
        return WARM_UP == null || WARM_UP.isOver();
    }

    /** Says that blocks were made without the Vector API; enough of them start the warm-up. */
    static void countWithoutVectors(int blocks) {
        if (WARM_UP != null) {
            WARM_UP.count(blocks);
        }
    }
}
