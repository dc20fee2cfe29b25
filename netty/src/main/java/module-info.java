/** Transports over Netty, and the I/O loops they share with actors. No Netty type appears outside this module. */
module io.tellask.netty {
    requires static org.jspecify;
    requires transitive io.tellask.remote;
    requires io.netty.transport;
    requires io.netty.common;

    exports io.tellask.netty;

    provides io.tellask.actor.IoLoopProvider with
            io.tellask.netty.NettyLoopProvider;
    provides io.tellask.remote.Transport with
            io.tellask.netty.TcpTransport;
}
