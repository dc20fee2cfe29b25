package io.tellask.system;

import io.tellask.netty.TcpTransport;
import io.tellask.remote.Transport;
import io.tellask.test.Rounds;
import java.net.URI;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated
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
        return Rounds.of(8_000, 20_000);
    }
}
