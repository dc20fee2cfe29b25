package io.tellask.aeron;

/** What a loop reads into, before it is known how much there is. Each thread has its own. */
final class Scratch {
    static final ThreadLocal<byte[]> OF_THREAD = ThreadLocal.withInitial(() -> new byte[AeronWire.READ_BYTES]);

    private Scratch() {}
}
