package io.tellask.cli.hostile;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A well-behaved client of the RESP port. Text is bytes from 0 to 255. Used by one thread. */
final class RespConnection implements AutoCloseable {
    private final Socket socket;
    private final BufferedInputStream in;

    RespConnection(InetSocketAddress server, int patienceMillis) throws IOException {
        socket = new Socket();
        socket.connect(server, patienceMillis);
        socket.setSoTimeout(patienceMillis);
        socket.setTcpNoDelay(true);
        in = new BufferedInputStream(socket.getInputStream());
        Object answer = call("AUTH", ServerUnderAttack.PASSWORD);
        if (!"OK".equals(answer)) {
            throw new IOException("AUTH is answered with " + answer);
        }
    }

    /** Sends a command and returns its reply: text, {@code Long}, null, or a list of these. */
    @Nullable
    Object call(String... words) throws IOException {
        send(words);
        return reply();
    }

    void send(String... words) throws IOException {
        socket.getOutputStream().write(encoded(words));
    }

    static byte[] encoded(String... words) {
        StringBuilder request = new StringBuilder("*" + words.length + "\r\n");
        for (String word : words) {
            request.append('$')
                    .append(word.length())
                    .append("\r\n")
                    .append(word)
                    .append("\r\n");
        }
        return request.toString().getBytes(ISO_8859_1);
    }

    /** The next reply or message; an error is thrown. */
    @Nullable
    Object reply() throws IOException {
        String line = line();
        String rest = line.substring(1);
        return switch (line.charAt(0)) {
            case '+' -> rest;
            case ':' -> Long.valueOf(rest);
            case '$' -> rest.equals("-1") ? null : text(Integer.parseInt(rest));
            case '*' -> list(Integer.parseInt(rest));
            default -> throw new IOException(line);
        };
    }

    private List<@Nullable Object> list(int count) throws IOException {
        List<@Nullable Object> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            all.add(reply());
        }
        return all;
    }

    private String text(int length) throws IOException {
        byte[] bytes = in.readNBytes(length + 2);
        if (bytes.length < length + 2) {
            throw new EOFException("closed within a reply");
        }
        return new String(bytes, 0, length, ISO_8859_1);
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new EOFException("closed after " + line);
            }
            line.append((char) next);
        }
        return line.substring(0, line.length() - 1);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
