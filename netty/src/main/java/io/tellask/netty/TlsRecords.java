package io.tellask.netty;

import io.netty.handler.ssl.SslHandler;
import javax.net.ssl.SSLEngine;

/** Netty's TLS handler, which also says how much of a record it keeps until the rest has come. Belongs to the connection's loop. */
final class TlsRecords extends SslHandler {
    /** The handshake's computations, milliseconds each, run beside the loop. */
    TlsRecords(SSLEngine engine, long handshakeMillis) {
        super(engine, task -> Thread.ofVirtual().name("tellask-tls").start(task));
        setHandshakeTimeoutMillis(handshakeMillis);
    }

    int heldBytes() {
        return internalBuffer().capacity();
    }
}
