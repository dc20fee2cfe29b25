package io.tellask.system;

import io.tellask.remote.MemoryTransport;
import io.tellask.remote.Transport;
import io.tellask.test.Rounds;
import java.net.URI;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated
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
        return Rounds.of(30_000, 80_000);
    }
}
