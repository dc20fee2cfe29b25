package io.tellask.aeron;

import io.tellask.netty.TransportContract;
import io.tellask.remote.Transport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class AeronUdpTransportTest extends TransportContract {
    @Override
    protected Transport transport() {
        return new AeronTransport();
    }

    @Override
    protected URI address() {
        return URI.create("aeron-udp://127.0.0.1:0");
    }

    @Override
    protected URI deadAddress() {
        try (DatagramSocket closed = new DatagramSocket(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0))) {
            return URI.create("aeron-udp://127.0.0.1:" + closed.getLocalPort());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    @Override
    protected boolean isPrivate() {
        return true;
    }

    @Override
    protected boolean keepsWhatIsNotTaken() {
        return true;
    }
}
