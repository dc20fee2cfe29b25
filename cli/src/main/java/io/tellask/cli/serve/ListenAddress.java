package io.tellask.cli.serve;

import io.tellask.cli.server.ServerAddress;

/** Reads the option that says where to listen: as a server is named, or {@code any://HOST:PORT} for all of that at one port. Immutable. */
final class ListenAddress extends ServerAddress {
    /** Where {@code tellask serve} listens unless told otherwise: all kinds of clients, and pages, at the port that commands look at. */
    static final String DEFAULT = "any://127.0.0.1:7411";

    /** For picocli. */
    ListenAddress() {
        super(usualPort(), "tellask", "tls", "ws", "wss", "http", "https", "any");
    }
}
