/** Transports over Netty. No Netty type appears outside this module. */
module io.tellask.netty {
    requires static org.jspecify;
    requires transitive io.tellask.remote;
    requires io.netty.transport;
    requires io.netty.buffer;
    requires io.netty.common;

}
