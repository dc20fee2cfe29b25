package io.tellask.system;

import io.tellask.remote.ValueEncoding;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.URI;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(ValueEncoding.class)
class AeronUdpRemoteCallsTest extends RemoteCallsContract {
    @Override
    URI address() {
        return URI.create("aeron-udp://127.0.0.1:0");
    }

    @Override
    URI deadAddress() {
        try (DatagramSocket free = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
            return URI.create("aeron-udp://127.0.0.1:" + free.getLocalPort());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
