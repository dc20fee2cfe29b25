/** Transports over Netty, and the I/O loops they share with actors. No Netty type appears outside this module. */
module io.tellask.netty {
    requires static org.jspecify;
    requires transitive io.tellask.http;
    requires transitive io.tellask.remote;
    requires io.netty.buffer;
    requires io.netty.codec;
    requires io.netty.codec.haproxy;
    requires io.netty.codec.http;
    requires io.netty.codec.http2;
    requires io.netty.common;
    requires io.netty.handler;
    requires io.netty.transport;

    exports io.tellask.netty;

    provides io.tellask.actor.IoLoopProvider with
            io.tellask.netty.NettyLoopProvider;
    provides io.tellask.remote.Transport with
            io.tellask.netty.DetectingTransport,
            io.tellask.netty.HttpTransport,
            io.tellask.netty.TcpTransport,
            io.tellask.netty.TlsTransport,
            io.tellask.netty.UnixTransport,
            io.tellask.netty.WebSocketTransport;
}
