package io.tellask.netty;

import io.tellask.remote.Receiver;
import io.tellask.remote.TransportException;
import io.tellask.remote.TransportException.Problem;
import io.tellask.remote.Wire;
import io.tellask.text.SafeLog;
import java.io.IOException;
import java.net.ConnectException;
import java.net.StandardProtocolFamily;
import java.net.URI;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * One attempt to connect to a socket file, on its loop. Where the listener's queue is full the system says so at once, and it is tried
 * again for the time that a connect has.
 */
final class UnixConnect {
    private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private final URI address;
    private final Path path;
    private final NettyLoop loop;
    private final Function<Wire, Receiver> opened;
    private final Consumer<TransportException> failed;

    UnixConnect(
            URI address,
            Path path,
            NettyLoop loop,
            Function<Wire, Receiver> opened,
            Consumer<TransportException> failed) {
        this.address = address;
        this.path = path;
        this.loop = loop;
        this.opened = opened;
        this.failed = failed;
    }

    void begin(long patienceNanos) {
        attempt(loop.nanoTime(), patienceNanos);
    }

    private void attempt(long beginNanos, long patienceNanos) {
        SocketChannel channel = null;
        try {
            channel = SocketChannel.open(StandardProtocolFamily.UNIX);
            channel.configureBlocking(false);
            if (isConnected(channel)) {
                TcpWire wire = new TcpWire(loop, channel, address.toString(), true);
                wire.register(() -> wire.open(opened), failure -> {
                    wire.abandon();
                    failed.accept(problem(failure));
                });
                return;
            }
        } catch (Throwable failure) {
            TcpWire.closeQuietly(channel);
            failed.accept(problem(failure));
            return;
        }
        TcpWire.closeQuietly(channel);
        if (loop.nanoTime() - beginNanos < patienceNanos) {
            loop.schedule(() -> attempt(beginNanos, patienceNanos), RETRY_NANOS);
        } else {
            failed.accept(new TransportException(
                    Problem.TIMED_OUT,
                    "connect: address=" + address + " took no connection, connectTimeoutMillis="
                            + TimeUnit.NANOSECONDS.toMillis(patienceNanos) + "; its process is busy or stuck"));
        }
    }

    /** False where the listener's queue is full. */
    private boolean isConnected(SocketChannel channel) throws IOException {
        try {
            return channel.connect(UnixDomainSocketAddress.of(path));
        } catch (IOException refused) {
            if (String.valueOf(refused.getMessage()).contains("temporarily unavailable")) {
                return false;
            }
            throw refused;
        }
    }

    private TransportException problem(Throwable failure) {
        String where = "connect: address=" + address;
        if (failure instanceof ConnectException || failure instanceof IOException && Files.notExists(path)) {
            return new TransportException(
                    Problem.REFUSED,
                    where + " refused, nobody listens there; start the server, or check the path",
                    failure);
        }
        return new TransportException(
                Problem.FAILED,
                where + " failed, " + SafeLog.describe(failure) + "; only the owner of the file may connect",
                failure);
    }
}
