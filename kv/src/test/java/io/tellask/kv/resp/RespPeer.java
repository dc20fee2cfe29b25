package io.tellask.kv.resp;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.tellask.test.Await;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A client that sees the bytes. Replies are read as text: nested ones in brackets, strings in quotes, errors with a minus, nothing as
 * {@code nil}; what a version 3 reply has of types of its own keeps its character.
 */
public final class RespPeer implements AutoCloseable {
    private static final int TIMEOUT_MILLIS = 20_000;

    private final Socket socket;
    private final InputStream in;
    private final OutputStream out;

    private RespPeer(Socket socket) throws IOException {
        this.socket = socket;
        socket.setSoTimeout(TIMEOUT_MILLIS);
        socket.setTcpNoDelay(true);
        in = new BufferedInputStream(socket.getInputStream());
        out = socket.getOutputStream();
    }

    public static RespPeer connect(URI address) throws IOException {
        return new RespPeer(new Socket(address.getHost(), address.getPort()));
    }

    /** Sends a command as an array of its words, and reads the reply. */
    public String call(String... words) throws IOException {
        send(words);
        return reply();
    }

    /** Asks again and again until the reply contains a text. */
    public void await(String text, String... words) {
        AtomicReference<String> reply = new AtomicReference<>();
        Await.until(() -> "reply=" + reply + ", expected=" + text, () -> {
            reply.set(call(words));
            return reply.get().contains(text);
        });
    }

    public void send(String... words) throws IOException {
        sendRaw(encoded(words));
    }

    public void sendRaw(String bytes) throws IOException {
        out.write(bytes.getBytes(ISO_8859_1));
        out.flush();
    }

    public static String encoded(String... words) {
        StringBuilder request = new StringBuilder("*" + words.length + "\r\n");
        for (String word : words) {
            request.append('$')
                    .append(word.getBytes(ISO_8859_1).length)
                    .append("\r\n")
                    .append(word)
                    .append("\r\n");
        }
        return request.toString();
    }

    /** The next reply or message. */
    public String reply() throws IOException {
        String line = line();
        char type = line.charAt(0);
        String rest = line.substring(1);
        return switch (type) {
            case '+' -> rest;
            case '-' -> line;
            case ':' -> rest;
            case '_' -> "nil";
            case '$', '=' -> rest.equals("-1") ? "nil" : quoted(type, Integer.parseInt(rest));
            case '*' -> rest.equals("-1") ? "nil-array" : nested("", Integer.parseInt(rest));
            case '~', '>' -> nested(Character.toString(type), Integer.parseInt(rest));
            case '%' -> nested("%", 2 * Integer.parseInt(rest));
            default -> throw new IOException("no reply begins with " + line);
        };
    }

    private String quoted(char type, int length) throws IOException {
        byte[] bytes = in.readNBytes(length + 2);
        if (bytes.length < length + 2) {
            throw new EOFException();
        }
        return (type == '=' ? "=" : "") + '"' + new String(bytes, 0, length, ISO_8859_1) + '"';
    }

    private String nested(String type, int count) throws IOException {
        StringBuilder all = new StringBuilder(type).append('[');
        for (int i = 0; i < count; i++) {
            all.append(i == 0 ? "" : " ").append(reply());
        }
        return all.append(']').toString();
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = in.read(); next != '\r'; next = in.read()) {
            if (next < 0) {
                throw new EOFException("closed after " + line);
            }
            line.append((char) next);
        }
        if (in.read() != '\n') {
            throw new IOException("line without end: " + line);
        }
        return line.toString();
    }

    /** Whether the other side has closed the connection, once it has been read empty. */
    public boolean isClosed() throws IOException {
        try {
            return in.read() < 0;
        } catch (java.net.SocketException reset) {
            return true;
        }
    }

    /** What comes until the other side has closed the connection. */
    public String rest() throws IOException {
        StringBuilder rest = new StringBuilder();
        try {
            for (int next = in.read(); next >= 0; next = in.read()) {
                rest.append((char) next);
            }
        } catch (java.net.SocketException reset) {
            return rest.toString();
        }
        return rest.toString();
    }

    public Socket socket() {
        return socket;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
