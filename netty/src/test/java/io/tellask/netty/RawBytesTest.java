package io.tellask.netty;

import io.netty.buffer.ByteBufAllocator;
import io.tellask.actor.Dispatcher;
import io.tellask.actor.IoLoops;
import io.tellask.remote.Receiver;
import io.tellask.remote.Transport;
import io.tellask.remote.TransportException;
import io.tellask.remote.Wire;
import java.net.URI;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;

/** The server's side of TCP where it is a channel: behind proxies. */
class RawBytesTest extends WebSocketTransportTest {
    AcceptedConnection.Stage stage() {
        return RawBytes::accept;
    }

    @Override
    String scheme() {
        return "tellask";
    }

    @Override
    protected URI address() {
        return URI.create("tellask://127.0.0.1:0");
    }

    @Override
    protected URI deadAddress() {
        return URI.create(super.deadAddress().toString().replace("/tellask", ""));
    }

    @Override
    protected Transport transport() {
        return new Transport() {
            private final TcpTransport tcp = new TcpTransport();

            @Override
            public Set<String> schemes() {
                return tcp.schemes();
            }

            @Override
            public Listener listen(URI address, IoLoops loops, Function<Wire, Receiver> accept) {
                TcpAddress wanted = TcpAddress.of(address);
                return TcpListener.open(
                        wanted,
                        wanted.localPlaintext(),
                        NettyLoop.all(loops),
                        new ChannelListener(
                                "tellask", new HandshakeLimit(100), ByteBufAllocator.DEFAULT, accept, stage()));
            }

            @Override
            public void connect(
                    URI address,
                    Dispatcher loop,
                    Function<Wire, Receiver> opened,
                    Consumer<TransportException> failed) {
                tcp.connect(address, loop, opened, failed);
            }
        };
    }
}
