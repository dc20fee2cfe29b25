package io.tellask.system;

import java.net.URI;
import java.util.concurrent.atomic.AtomicInteger;

class MemoryVirtualThreadActorsTest extends VirtualThreadActorsContract {
    private static final AtomicInteger NAMES = new AtomicInteger();

    @Override
    URI address() {
        return URI.create("memory://virtual-threads-" + NAMES.incrementAndGet());
    }
}
