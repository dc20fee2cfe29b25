package io.tellask.system;

import io.tellask.remote.ValueEncoding;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(ValueEncoding.class)
class HttpRemoteCallsTest extends RemoteCallsContract {
    @Override
    URI address() {
        return URI.create("http://127.0.0.1:0/tellask");
    }

    @Override
    URI deadAddress() {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return URI.create("http://127.0.0.1:" + free.getLocalPort() + "/tellask");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
