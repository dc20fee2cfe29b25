package io.tellask.cipher.kernel;

import org.junit.jupiter.api.Test;

/** Loops that the compiler makes vector instructions of. */
class LoopKernelTest {
    @Test
    void makesTheBlocksOfTheScalarKernel() {
        KernelComparison.compare(new LoopKernel());
    }
}
