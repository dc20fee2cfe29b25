package io.tellask.cluster.jgroups;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import org.jgroups.Version;
import org.jspecify.annotations.Nullable;

/**
 * A connection between members, with TLS 1.3 inside where there is a context for it: both sides show a certificate.
 *
 * <p>One that was accepted is a stranger's until {@link #greet} has read what members begin with: for whom the connection is, and the head of
 * the first frame. Only then does the library read the same bytes. Thread-safe as a socket is.
 *
 * <pre>
 * +---------+----------------+---------------+---------+---------------+----------------+
 * | cookie  | version: short | length: short | address | length of the | version: short | ...
 * | 4 bytes |                |               |         | frame: int    |                |
 * +---------+----------------+---------------+---------+---------------+----------------+
 * </pre>
 */
final class MemberSocket extends Socket {
    private static final byte[] COOKIE = {'b', 'e', 'l', 'a'};
    private static final int BEFORE_ADDRESS = 4 + 2 + 2;
    private static final int AFTER_ADDRESS = 4 + 2;
    private static final int MOST_ADDRESS = 64;

    private static final String[] PROTOCOLS = {"TLSv1.3"};

    private final @Nullable Supplier<SSLContext> tls;
    private final MemberSockets sockets;
    private volatile @Nullable SSLSocket inside;
    private volatile ByteBuffer greeting = ByteBuffer.allocate(0);
    private volatile long readNanos = System.nanoTime();

    MemberSocket(@Nullable Supplier<SSLContext> tls, MemberSockets sockets) {
        this.tls = tls;
        this.sockets = sockets;
    }

    @Override
    public void connect(SocketAddress endpoint, int timeoutMillis) throws IOException {
        super.connect(endpoint, timeoutMillis);
        setSoTimeout(timeoutMillis);
        try {
            shakeHands(true);
        } catch (IOException failure) {
            sockets.refused("the member at " + endpoint, failure);
            throw failure;
        }
        setSoTimeout(0);
    }

    /**
     * Reads what a member begins with; somebody closes the connection if that takes too long.
     *
     * @throws IOException if this is no member
     */
    void greet() throws IOException {
        shakeHands(false);
        DataInputStream in = new DataInputStream(getInputStream());
        ByteBuffer read = ByteBuffer.allocate(BEFORE_ADDRESS + MOST_ADDRESS + AFTER_ADDRESS);
        in.readFully(read.array(), 0, BEFORE_ADDRESS);
        int address = read.getShort(BEFORE_ADDRESS - Short.BYTES);
        if (read.mismatch(ByteBuffer.wrap(COOKIE)) < COOKIE.length
                || !Version.isBinaryCompatible(read.getShort(COOKIE.length))
                || address < 0
                || address > MOST_ADDRESS) {
            throw new IOException("it does not begin as members do");
        }
        in.readFully(read.array(), BEFORE_ADDRESS, address + AFTER_ADDRESS);
        int frame = read.getInt(BEFORE_ADDRESS + address);
        if (frame < MemberTcp.LEAST_FRAME
                || frame > MemberTcp.FRAME_BYTES
                || !Version.isBinaryCompatible(read.getShort(BEFORE_ADDRESS + address + Integer.BYTES))) {
            throw new IOException("its first frame is none of a member, length=" + frame);
        }
        greeting = read.limit(BEFORE_ADDRESS + address + AFTER_ADDRESS);
    }

    private void shakeHands(boolean begins) throws IOException {
        if (tls == null) {
            return;
        }
        SSLSocket made = (SSLSocket)
                tls.get().getSocketFactory().createSocket(this, getInetAddress().getHostAddress(), getPort(), false);
        made.setUseClientMode(begins);
        made.setNeedClientAuth(!begins);
        made.setEnabledProtocols(PROTOCOLS);
        made.startHandshake();
        inside = made;
    }

    /** When bytes came last. */
    long readNanos() {
        return readNanos;
    }

    @Override
    public InputStream getInputStream() throws IOException {
        SSLSocket secured = inside;
        InputStream raw = super.getInputStream();
        boolean isForTls = secured == null && tls != null;
        return isForTls ? raw : new Input(secured == null ? raw : secured.getInputStream());
    }

    @Override
    public OutputStream getOutputStream() throws IOException {
        SSLSocket secured = inside;
        return secured == null ? super.getOutputStream() : secured.getOutputStream();
    }

    /** Closes the connection below TLS: whoever does not read cannot have this wait. */
    @Override
    public void close() throws IOException {
        sockets.closed(this);
        super.close();
    }

    /** Gives the greeting once more, and then what comes. A refusal by the other side ends it, which is told once in a while. */
    private final class Input extends InputStream {
        private final InputStream from;

        Input(InputStream from) {
            this.from = from;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            Objects.checkFromIndexSize(offset, length, bytes.length);
            ByteBuffer first = greeting;
            if (first.hasRemaining()) {
                int count = Math.min(length, first.remaining());
                first.get(bytes, offset, count);
                return count;
            }
            try {
                int count = from.read(bytes, offset, length);
                readNanos = System.nanoTime();
                return count;
            } catch (SSLException refusal) {
                sockets.refused("the member at " + getRemoteSocketAddress(), refusal);
                throw (EOFException) new EOFException().initCause(refusal);
            }
        }

        @Override
        public int available() throws IOException {
            return greeting.hasRemaining() ? greeting.remaining() : from.available();
        }
    }
}
