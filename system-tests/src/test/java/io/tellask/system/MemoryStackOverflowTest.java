package io.tellask.system;

import java.net.URI;
import java.util.concurrent.atomic.AtomicInteger;

class MemoryStackOverflowTest extends StackOverflowContract {
    private static final AtomicInteger NAMES = new AtomicInteger();

    @Override
    URI address() {
        return URI.create("memory://overflows-" + NAMES.incrementAndGet());
    }
}
