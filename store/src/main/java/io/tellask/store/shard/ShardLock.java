package io.tellask.store.shard;

import io.tellask.text.StackHeadroom;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The lock under which log and index change together. Taken only where the stack suffices for what is done under it: a change that an overflow
 * ended between log and index would be made on disk, and not in the map.
 */
final class ShardLock extends ReentrantLock {
    private static final long serialVersionUID = 1;

    ShardLock() {
        StackHeadroom.forCall(); // so that its class is not initialized where the stack ends: that would fail for good
    }

    @Override
    public void lock() {
        StackHeadroom.forCall();
        super.lock();
    }

    @Override
    public boolean tryLock() {
        StackHeadroom.forCall();
        return super.tryLock();
    }
}
