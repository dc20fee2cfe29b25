package io.tellask.netty;

import io.tellask.remote.MemoryTransport;
import io.tellask.remote.Transport;
import java.net.URI;

class MemoryTransportTest extends TransportContract {
    @Override
    protected Transport transport() {
        return MemoryTransport.isolated();
    }

    @Override
    protected URI address() {
        return URI.create("memory://here");
    }

    @Override
    protected boolean isPrivate() {
        return true;
    }

    @Override
    protected boolean keepsWhatIsNotTaken() {
        return false;
    }

    @Override
    protected URI deadAddress() {
        return URI.create("memory://nowhere");
    }
}
