package io.tellask.netty;

import io.tellask.actor.Cancellable;
import io.tellask.remote.Receiver;
import io.tellask.remote.TransportException;
import io.tellask.remote.TransportException.Problem;
import io.tellask.remote.Wire;
import io.tellask.text.SafeLog;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One attempt to open a connection: ends with an open {@link TcpWire} or with the reason why not. Belongs to its loop. */
final class TcpConnect {
    private final TcpAddress address;
    private final NettyLoop loop;
    private final Function<Wire, Receiver> opened;
    private final Consumer<TransportException> failed;
    private @Nullable Cancellable timeout;
    private boolean settled;

    TcpConnect(
            TcpAddress address, NettyLoop loop, Function<Wire, Receiver> opened, Consumer<TransportException> failed) {
        this.address = address;
        this.loop = loop;
        this.opened = opened;
        this.failed = failed;
    }

    void begin(InetAddress host, Duration patience) {
        SocketChannel channel = null;
        try {
            channel = SocketChannel.open();
            TcpWire.configure(channel);
            SocketChannel connecting = channel;
            TcpWire wire = new TcpWire(loop, channel, address.uri().toString());
            boolean atOnce = channel.connect(new InetSocketAddress(host, address.port()));
            timeout = loop.schedule(() -> timedOut(wire, patience), TimeUnit.NANOSECONDS.convert(patience));
            wire.register(() -> finish(wire, connecting, atOnce), failure -> fail(wire, failure));
        } catch (Throwable failure) {
            TcpWire.closeQuietly(channel);
            settle(problem(failure));
        }
    }

    private void finish(TcpWire wire, SocketChannel channel, boolean connected) {
        if (connected) {
            settled(wire);
        } else {
            wire.whenConnectable(() -> finishConnect(wire, channel));
        }
    }

    private void finishConnect(TcpWire wire, SocketChannel channel) {
        if (settled) {
            return;
        }
        try {
            if (channel.finishConnect()) {
                settled(wire);
            }
        } catch (Throwable failure) {
            fail(wire, failure);
        }
    }

    private void settled(TcpWire wire) {
        settled = true;
        stopTimer();
        wire.open(opened);
    }

    private void fail(TcpWire wire, Throwable failure) {
        wire.abandon();
        settle(problem(failure));
    }

    private void timedOut(TcpWire wire, Duration patience) {
        if (!settled) {
            wire.abandon();
            settle(new TransportException(
                    Problem.TIMED_OUT,
                    "connect: address=" + address.uri() + " did not answer, connectTimeoutMillis="
                            + TimeUnit.MILLISECONDS.convert(patience) + "; check host, port and firewall"));
        }
    }

    private void settle(TransportException reason) {
        if (!settled) {
            settled = true;
            stopTimer();
            failed.accept(reason);
        }
    }

    private void stopTimer() {
        if (timeout != null) {
            timeout.cancel();
        }
    }

    private TransportException problem(Throwable failure) {
        if (failure instanceof ConnectException) {
            return new TransportException(
                    Problem.REFUSED,
                    "connect: address=" + address.uri()
                            + " refused, nobody listens there; start the server, or check host and port",
                    failure);
        }
        return new TransportException(
                Problem.FAILED, "connect: address=" + address.uri() + " failed, " + SafeLog.describe(failure), failure);
    }
}
