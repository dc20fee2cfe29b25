package io.tellask.cli.serve;

import io.tellask.cli.server.ServerAddress;

/** Reads the option that says where to listen: as a server is named, or {@code any://HOST:PORT} for all of that at one port. Immutable. */
final class ListenAddress extends ServerAddress {
    /** For picocli. */
    ListenAddress() {
        super(usualPort(), "tellask", "tls", "ws", "wss", "http", "https", "any");
    }
}
