package io.tellask.netty;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/** A client that writes frames of HTTP/2 by hand, to send what no client sends. Blocks; one thread. */
final class Http2Peer implements AutoCloseable {
    static final int DATA = 0;
    static final int HEADERS = 1;
    static final int PRIORITY = 2;
    static final int RST_STREAM = 3;
    static final int SETTINGS = 4;
    static final int PING = 6;
    static final int GOAWAY = 7;
    static final int WINDOW_UPDATE = 8;
    static final int CONTINUATION = 9;
    static final int END_STREAM = 1;
    static final int END_HEADERS = 4;

    private final SSLSocket socket;
    private final DataInputStream in;

    /** One frame that the server sent. */
    record Frame(int type, int flags, int stream, byte[] payload) {
        /** Of a GOAWAY, or a reset. */
        int error() {
            int at = type == GOAWAY ? 4 : 0;
            return payload[at + 2] << 8 & 0xFF00 | payload[at + 3] & 0xFF;
        }
    }

    Http2Peer(SSLContext trusting, int port) throws IOException {
        this(trusting, port, "h2");
    }

    /** One that offers that protocol. */
    Http2Peer(SSLContext trusting, int port, String protocol) throws IOException {
        socket = (SSLSocket) trusting.getSocketFactory().createSocket("localhost", port);
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setApplicationProtocols(new String[] {protocol});
        socket.setSSLParameters(parameters);
        socket.setSoTimeout(20_000);
        socket.startHandshake();
        in = new DataInputStream(socket.getInputStream());
    }

    String protocol() {
        return socket.getApplicationProtocol();
    }

    /** Says that it speaks HTTP/2, with no settings. */
    Http2Peer begin() throws IOException {
        write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        frame(SETTINGS, 0, 0);
        return this;
    }

    void write(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
        socket.getOutputStream().flush();
    }

    static byte[] bytesOf(int type, int flags, int stream, byte... payload) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(payload.length >> 16);
        out.write(payload.length >> 8);
        out.write(payload.length);
        out.write(type);
        out.write(flags);
        for (int shift = 24; shift >= 0; shift -= 8) {
            out.write(stream >> shift);
        }
        out.writeBytes(payload);
        return out.toByteArray();
    }

    void frame(int type, int flags, int stream, byte... payload) throws IOException {
        write(bytesOf(type, flags, stream, payload));
    }

    /** A head, each header a literal that is not remembered. */
    static byte[] head(String... namesAndValues) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            out.write(0);
            for (String each : new String[] {namesAndValues[i], namesAndValues[i + 1]}) {
                byte[] bytes = each.getBytes(StandardCharsets.ISO_8859_1);
                if (bytes.length < 127) {
                    out.write(bytes.length);
                } else {
                    out.write(127);
                    int rest = bytes.length - 127;
                    for (; rest >= 128; rest >>= 7) {
                        out.write(rest & 127 | 128);
                    }
                    out.write(rest);
                }
                out.writeBytes(bytes);
            }
        }
        return out.toByteArray();
    }

    static byte[] get(String path) {
        return head(":method", "GET", ":scheme", "https", ":authority", "localhost", ":path", path);
    }

    static byte[] post(String path) {
        return head(":method", "POST", ":scheme", "https", ":authority", "localhost", ":path", path);
    }

    /** The next frame; null at the end of the connection. */
    @Nullable
    Frame read() throws IOException {
        try {
            int length = in.readUnsignedByte() << 16 | in.readUnsignedShort();
            int type = in.readUnsignedByte();
            int flags = in.readUnsignedByte();
            int stream = in.readInt();
            byte[] payload = in.readNBytes(length);
            return new Frame(type, flags, stream, payload);
        } catch (EOFException | SocketException | SSLException ended) {
            return null;
        }
    }

    /** Reads up to a frame of that type; null at the end of the connection. */
    @Nullable
    Frame readUpTo(int type) throws IOException {
        Frame frame = read();
        while (frame != null && frame.type() != type) {
            frame = read();
        }
        return frame;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
