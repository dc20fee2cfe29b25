package io.tellask.netty;

import io.tellask.remote.MemoryTransport;
import io.tellask.remote.Transport;
import java.net.URI;

class MemoryTransportTest extends TransportContract {
    @Override
    Transport transport() {
        return MemoryTransport.isolated();
    }

    @Override
    URI address() {
        return URI.create("memory://here");
    }

    @Override
    boolean isPrivate() {
        return true;
    }

    @Override
    boolean keepsWhatIsNotTaken() {
        return false;
    }

    @Override
    URI deadAddress() {
        return URI.create("memory://nowhere");
    }
}
