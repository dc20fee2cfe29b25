package io.tellask.system;

import io.tellask.remote.MemoryTransport;
import io.tellask.remote.Transport;
import java.net.URI;

class MemoryHostileFramesTest extends HostileFramesContract {
    @Override
    Transport transport() {
        return new MemoryTransport();
    }

    @Override
    URI address() {
        return URI.create("memory://hostile");
    }

    @Override
    int frames() {
        return 80_000;
    }
}
