package io.tellask.netty;

import io.tellask.remote.Transport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;

class WebSocketTransportTest extends TransportContract {
    @Override
    protected Transport transport() {
        return new WebSocketTransport();
    }

    String scheme() {
        return "ws";
    }

    @Override
    protected URI address() {
        return URI.create(scheme() + "://127.0.0.1:0/tellask");
    }

    @Override
    protected boolean isPrivate() {
        return true; // on loopback
    }

    @Override
    protected boolean keepsWhatIsNotTaken() {
        return true;
    }

    @Override
    protected URI deadAddress() {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return URI.create(scheme() + "://127.0.0.1:" + free.getLocalPort() + "/tellask");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
