package io.tellask.netty;

import io.tellask.actor.Dispatcher;
import io.tellask.actor.IoLoops;
import io.tellask.remote.Receiver;
import io.tellask.remote.Transport;
import io.tellask.remote.TransportException;
import io.tellask.remote.TransportException.Problem;
import io.tellask.remote.Wire;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Sockets that are files of this machine: {@code unix:///PATH/TO/SOCKET}, for processes of one user.
 *
 * <p>Whoever may open the file may connect: it has mode 0600, and is deleted when listening ends. A file that a process left behind is
 * replaced; one where somebody listens is not, nor a file of another kind. Works on loops of {@link NettyLoopProvider} only, and on file
 * systems with permissions. Thread-safe.
 */
public final class UnixTransport implements Transport {
    /** How long a listener whose queue is full may take to make room. */
    public static final Duration DEFAULT_CONNECT_TIMEOUT = TcpTransport.DEFAULT_CONNECT_TIMEOUT;

    /** How long a path may be, in UTF-8: systems take little more than a hundred bytes, and the socket is bound in a folder first. */
    public static final int MOST_PATH_BYTES = 90;

    private final Duration connectTimeout;

    /** For the service loader: gives up connecting after {@link #DEFAULT_CONNECT_TIMEOUT}. */
    public UnixTransport() {
        this(DEFAULT_CONNECT_TIMEOUT);
    }

    /** A transport that gives up connecting to a listener whose queue is full after the given time. */
    public UnixTransport(Duration connectTimeout) {
        this.connectTimeout = Objects.requireNonNull(connectTimeout, "connectTimeout");
    }

    @Override
    public Set<String> schemes() {
        return Set.of("unix");
    }

    private static Path path(URI address) {
        String path = address.getPath();
        if (address.isOpaque()
                || address.getRawAuthority() != null
                || address.getRawQuery() != null
                || path == null
                || path.length() < 2
                || path.endsWith("/")) {
            throw new TransportException(
                    Problem.BAD_ADDRESS, "address: uri=" + address + " names no file; write unix:///PATH/TO/SOCKET");
        }
        int bytes = path.getBytes(StandardCharsets.UTF_8).length;
        if (bytes > MOST_PATH_BYTES) {
            throw new TransportException(
                    Problem.BAD_ADDRESS,
                    "address: uri=" + address + ", pathBytes=" + bytes + " > mostPathBytes=" + MOST_PATH_BYTES
                            + "; take a shorter path");
        }
        return Path.of(path);
    }

    @Override
    public Listener listen(URI address, IoLoops loops, Function<Wire, Receiver> accept) {
        SocketFile file = SocketFile.bind(address, path(address));
        try {
            TcpListener listener = TcpListener.of(address, file.channel(), NettyLoop.all(loops), (loop, connection) -> {
                connection.configureBlocking(false);
                TcpWire wire = new TcpWire(loop, connection, address.toString(), true);
                wire.register(() -> wire.open(accept), failure -> wire.abandon());
            });
            return new FileListener(listener, file);
        } catch (IOException | RuntimeException failure) {
            TcpWire.closeQuietly(file.channel());
            file.delete();
            throw new TransportException(Problem.FAILED, "listen: address=" + address + " failed", failure);
        }
    }

    @Override
    public void connect(
            URI address, Dispatcher loop, Function<Wire, Receiver> opened, Consumer<TransportException> failed) {
        UnixConnect connect = new UnixConnect(address, path(address), NettyLoop.of(loop), opened, failed);
        loop.execute(() -> connect.begin(TimeUnit.NANOSECONDS.convert(connectTimeout)));
    }

    /** Deletes the file at the end. */
    private record FileListener(TcpListener socket, SocketFile file) implements Listener {
        @Override
        public URI address() {
            return socket.address();
        }

        @Override
        public void close() {
            file.delete();
            socket.close();
        }
    }
}
