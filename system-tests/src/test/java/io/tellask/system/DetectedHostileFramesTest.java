package io.tellask.system;

import io.tellask.actor.Dispatcher;
import io.tellask.actor.IoLoops;
import io.tellask.netty.DetectingTransport;
import io.tellask.netty.TcpTransport;
import io.tellask.remote.Receiver;
import io.tellask.remote.Transport;
import io.tellask.remote.TransportException;
import io.tellask.remote.Wire;
import io.tellask.test.Rounds;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.parallel.Isolated;

/** What begins with an introduction is the session's at a port that detects what is spoken, too. */
@Isolated
class DetectedHostileFramesTest extends HostileFramesContract {
    @Override
    Transport transport() {
        return new Transport() {
            private final Transport server = new DetectingTransport();
            private final Transport client = new TcpTransport();

            @Override
            public Set<String> schemes() {
                return Set.of("any");
            }

            @Override
            public Listener listen(URI address, IoLoops loops, Function<Wire, Receiver> accept) {
                return server.listen(address, loops, accept);
            }

            @Override
            public void connect(
                    URI address,
                    Dispatcher loop,
                    Function<Wire, Receiver> opened,
                    Consumer<TransportException> failed) {
                client.connect(URI.create(address.toString().replace("any:", "tellask:")), loop, opened, failed);
            }
        };
    }

    @Override
    URI address() {
        return URI.create("any://127.0.0.1:0");
    }

    /** What does not begin with an introduction is nobody's. */
    @Override
    boolean isOwedAReason(byte[] sent) {
        return super.isOwedAReason(sent)
                && sent[3] == 1
                && new String(sent, 4, 4, StandardCharsets.US_ASCII).equals("TLSK");
    }

    @Override
    int frames() {
        return Rounds.of(12_000, 40_000);
    }
}
