package io.tellask.remote.session;

import io.tellask.actor.Dispatcher;
import io.tellask.remote.MemoryHolder;
import io.tellask.remote.PeerMemory;
import io.tellask.remote.Wire;

/** A wire on which nothing is ever sent, for tests of what happens before. */
final class SilentWire implements Wire {
    /** A batch of a session that sends nothing. */
    static Outbound outbound(Calls calls) {
        MemoryHolder memory = new PeerMemory(1 << 20).open(new NoOwner(), 0);
        return new Outbound(new SilentWire(), memory, calls, () -> {}, failure -> {});
    }

    @Override
    public Dispatcher loop() {
        throw new UnsupportedOperationException("nothing is sent");
    }

    @Override
    public void send(byte[] bytes, int offset, int length) {
        throw new UnsupportedOperationException("nothing is sent");
    }

    @Override
    public boolean isWritable() {
        return false;
    }

    @Override
    public void close() {}

    @Override
    public String peer() {
        return "nobody";
    }

    private static final class NoOwner implements MemoryHolder.Owner {
        @Override
        public String peer() {
            return "nobody";
        }

        @Override
        public void closeForMemory(String reason) {
            throw new AssertionError(reason);
        }
    }
}
