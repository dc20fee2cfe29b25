package io.tellask.system;

import io.tellask.netty.TcpTransport;
import io.tellask.remote.Transport;
import java.net.URI;

class TcpHostileFramesTest extends HostileFramesContract {
    @Override
    Transport transport() {
        return new TcpTransport();
    }

    @Override
    URI address() {
        return URI.create("tellask://127.0.0.1:0");
    }

    @Override
    int frames() {
        return 20_000;
    }
}
