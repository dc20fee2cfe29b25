package io.tellask.system;

import java.net.URI;
import java.util.concurrent.atomic.AtomicInteger;

class MemoryFailureIsolationTest extends FailureIsolationContract {
    private static final AtomicInteger NAMES = new AtomicInteger();

    @Override
    URI address() {
        return URI.create("memory://failures-" + NAMES.incrementAndGet());
    }
}
