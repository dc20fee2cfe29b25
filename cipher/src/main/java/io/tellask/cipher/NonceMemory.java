package io.tellask.cipher;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Queue;
import java.util.Set;

/** The nonces that a box has sealed with last. Not thread-safe. */
final class NonceMemory {
    private final Set<ByteBuffer> known = new HashSet<>();
    private final Queue<ByteBuffer> inOrder = new ArrayDeque<>();

    /** Whether a nonce was added and not forgotten. */
    boolean has(byte[] nonce) {
        return known.contains(ByteBuffer.wrap(nonce));
    }

    /** Remembers a nonce and forgets the oldest beyond {@link SecretBox#REMEMBERED_NONCES}. */
    void add(byte[] nonce) {
        ByteBuffer copy = ByteBuffer.wrap(nonce.clone());
        known.add(copy);
        inOrder.add(copy);
        if (inOrder.size() > SecretBox.REMEMBERED_NONCES) {
            known.remove(inOrder.remove());
        }
    }
}
