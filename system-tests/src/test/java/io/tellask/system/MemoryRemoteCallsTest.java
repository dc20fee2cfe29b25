package io.tellask.system;

import java.net.URI;
import java.util.concurrent.atomic.AtomicInteger;

class MemoryRemoteCallsTest extends RemoteCallsContract {
    private static final AtomicInteger NAMES = new AtomicInteger();

    @Override
    URI address() {
        return URI.create("memory://calls-" + NAMES.incrementAndGet());
    }

    @Override
    URI deadAddress() {
        return URI.create("memory://nobody");
    }
}
