package io.tellask.netty;

/** The server's side of TCP at a port that detects what is spoken: a socket that was a channel before. */
class SocketHandOverTest extends RawBytesTest {
    @Override
    AcceptedConnection.Stage stage() {
        return SocketHandOver::accept;
    }
}
