package io.tellask.netty;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.Arrays;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;

/** A client that drives the JDK's engine by hand, to send what no client sends. Blocks; one thread. */
final class TlsPeer {
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final SSLEngine engine;
    private final Socket socket;
    private ByteBuffer received = ByteBuffer.allocate(64 << 10).flip();

    TlsPeer(SSLEngine engine, Socket socket) {
        this.engine = engine;
        this.socket = socket;
    }

    void shakeHands() throws IOException {
        engine.beginHandshake();
        for (HandshakeStatus status = engine.getHandshakeStatus();
                status != HandshakeStatus.NOT_HANDSHAKING && status != HandshakeStatus.FINISHED;
                status = engine.getHandshakeStatus()) {
            switch (status) {
                case NEED_WRAP -> socket.getOutputStream().write(wrap());
                case NEED_TASK -> engine.getDelegatedTask().run();
                default -> unwrap();
            }
        }
    }

    private byte[] wrap() throws IOException {
        ByteBuffer target = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
        engine.wrap(NOTHING, target);
        return Arrays.copyOf(target.array(), target.position());
    }

    private void unwrap() throws IOException {
        ByteBuffer target = ByteBuffer.allocate(engine.getSession().getApplicationBufferSize());
        SSLEngineResult result = engine.unwrap(received, target);
        if (result.getStatus() == SSLEngineResult.Status.BUFFER_UNDERFLOW) {
            readMore();
        }
    }

    private void readMore() throws IOException {
        ByteBuffer more = ByteBuffer.allocate(64 << 10).put(received);
        InputStream in = socket.getInputStream();
        int count = in.read(more.array(), more.position(), more.remaining());
        if (count < 0) {
            throw new EOFException("the server has closed the connection");
        }
        received = more.position(more.position() + count).flip();
    }

    /** A record that asks the other side to change its keys and to say so. */
    byte[] keyUpdate() throws IOException {
        engine.beginHandshake();
        return wrap();
    }
}
