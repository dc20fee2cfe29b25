package io.tellask.netty;

import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.tellask.actor.Dispatcher;
import java.net.InetAddress;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Single requests of long polling over TLS, with a certificate of one's choice. */
final class TlsRequests {
    private TlsRequests() {}

    /** The status of the answer to a request for bytes. */
    static int status(TlsTransport tls, PollingTarget target, Dispatcher loop) throws Exception {
        NettyLoop netty = NettyLoop.of(loop);
        TcpAddress wanted = TcpAddress.withPath(target.address());
        CompletableFuture<Integer> status = new CompletableFuture<>();
        PollingLink link = new PollingLink(
                netty,
                (opened, failed) -> new ChannelConnect(
                                wanted,
                                netty,
                                5_000,
                                tls.buffers(),
                                channel -> new TlsHandshake(netty, tls.records(wanted), "test", opened::accept, failed)
                                        .begin(channel))
                        .begin(InetAddress.getLoopbackAddress(), failed::accept),
                () -> "test",
                TimeUnit.SECONDS.toNanos(10),
                0);
        netty.execute(() -> link.ask(new PollingAsker() {
            @Override
            public FullHttpRequest request() {
                return target.request(HttpMethod.GET, 0, PollingExchange.NOTHING);
            }

            @Override
            public void answered(int answered, HttpHeaders headers, String text) {
                status.complete(answered);
            }

            @Override
            public void failed(Throwable cause) {
                status.completeExceptionally(cause);
            }
        }));
        try {
            return status.get(30, TimeUnit.SECONDS);
        } finally {
            netty.execute(link::close);
        }
    }
}
