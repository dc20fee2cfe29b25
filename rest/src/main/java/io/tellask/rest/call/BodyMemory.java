package io.tellask.rest.call;

import io.tellask.codec.HeapBudget;
import io.tellask.remote.MemoryHolder;
import io.tellask.remote.PeerMemory;

/** What the body of one request makes the process hold, and its answer until that is sent, in the account of all peers. Thread-safe. */
final class BodyMemory implements MemoryHolder.Owner, HeapBudget {
    /** A shorter body is read without asking: what it can become is bounded by the number of its objects. */
    static final int LEAST_BYTES = 8 * 1024;

    private static final int BASE_BYTES = 1024;

    private final String peer;
    private final MemoryHolder holder;

    BodyMemory(PeerMemory memory, String peer) {
        this.peer = peer;
        holder = memory.open(this, BASE_BYTES);
    }

    @Override
    public boolean take(long bytes) {
        return holder.reserve(bytes);
    }

    /** Takes back what {@link #take} has counted. */
    void give(long bytes) {
        holder.add(-bytes);
    }

    @Override
    public String peer() {
        return peer;
    }

    @Override
    public void closeForMemory(String reason) {
        // the next take is refused, and the request with it
    }

    void end() {
        holder.end(0);
    }
}
