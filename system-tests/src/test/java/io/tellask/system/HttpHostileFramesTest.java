package io.tellask.system;

import io.tellask.netty.HttpTransport;
import io.tellask.remote.Transport;
import io.tellask.test.Rounds;
import java.net.URI;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated
class HttpHostileFramesTest extends HostileFramesContract {
    @Override
    Transport transport() {
        return new HttpTransport();
    }

    @Override
    URI address() {
        return URI.create("http://127.0.0.1:0/tellask");
    }

    @Override
    int frames() {
        return Rounds.of(3_000, 20_000);
    }
}
