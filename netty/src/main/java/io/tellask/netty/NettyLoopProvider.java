package io.tellask.netty;

import io.tellask.actor.IoLoopProvider;
import io.tellask.actor.IoLoops;

/** Brings Netty's event loops to an actor system; found by {@link java.util.ServiceLoader} once this module is there. Thread-safe. */
public final class NettyLoopProvider implements IoLoopProvider {
    /** For the service loader. */
    public NettyLoopProvider() {}

    @Override
    public IoLoops open(int count, String name) {
        return new NettyLoops(count, name);
    }
}
