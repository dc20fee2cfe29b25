package io.tellask.netty;

import io.tellask.actor.Dispatcher;
import io.tellask.actor.IoLoops;
import io.tellask.remote.Receiver;
import io.tellask.remote.Transport;
import io.tellask.remote.TransportException;
import io.tellask.remote.TransportException.Problem;
import io.tellask.remote.Wire;
import io.tellask.text.SafeLog;
import java.net.InetAddress;
import java.net.URI;
import java.time.Duration;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * TCP: {@code tellask://HOST:PORT}, where port 0 takes a free one.
 *
 * <p>Listens on loopback addresses only, unless the address ends in {@code ?plaintext=true}: nothing is encrypted here. A name with
 * several addresses is tried in their order. Works on loops of {@link NettyLoopProvider} only. Thread-safe.
 */
public final class TcpTransport implements Transport {
    /** How long one address may take to answer a connection request. */
    public static final Duration DEFAULT_CONNECT_TIMEOUT = Duration.ofSeconds(5);

    private final Duration connectTimeout;

    /** For the service loader: gives up connecting after {@link #DEFAULT_CONNECT_TIMEOUT}. */
    public TcpTransport() {
        this(DEFAULT_CONNECT_TIMEOUT);
    }

    /** A transport that gives up connecting to an address after the given time. */
    public TcpTransport(Duration connectTimeout) {
        this.connectTimeout = Objects.requireNonNull(connectTimeout, "connectTimeout");
    }

    @Override
    public Set<String> schemes() {
        return Set.of("tellask");
    }

    @Override
    public Listener listen(URI address, IoLoops loops, Function<Wire, Receiver> accept) {
        TcpAddress wanted = TcpAddress.of(address);
        InetAddress local = wanted.resolve()[0];
        if (!local.isLoopbackAddress() && !wanted.plaintext()) {
            throw new TransportException(
                    Problem.NOT_ALLOWED,
                    "listen: address=" + address
                            + " is reachable from other machines and not encrypted; listen on 127.0.0.1,"
                            + " or add ?plaintext=true where the network is trusted");
        }
        List<NettyLoop> all = loops.all().stream().map(TcpTransport::netty).toList();
        return TcpListener.open(wanted, local, all, accept);
    }

    @Override
    public void connect(
            URI address, Dispatcher loop, Function<Wire, Receiver> opened, Consumer<TransportException> failed) {
        TcpAddress wanted = TcpAddress.of(address);
        if (wanted.port() == 0) {
            throw new TransportException(
                    Problem.BAD_ADDRESS,
                    "address: uri=" + address + ", port=0; write the port that the server listens on");
        }
        NettyLoop netty = netty(loop);
        wanted.literal()
                .ifPresentOrElse(
                        known -> attempt(wanted, List.of(known).iterator(), netty, opened, failed),
                        () -> Thread.startVirtualThread(() -> resolveAndAttempt(wanted, netty, opened, failed)));
    }

    private void resolveAndAttempt(
            TcpAddress wanted, NettyLoop loop, Function<Wire, Receiver> opened, Consumer<TransportException> failed) {
        try {
            attempt(wanted, Arrays.asList(wanted.resolve()).iterator(), loop, opened, failed);
        } catch (TransportException unknownHost) {
            loop.execute(() -> failed.accept(unknownHost));
        } catch (Throwable failure) {
            loop.execute(() -> failed.accept(new TransportException(
                    Problem.FAILED,
                    "connect: address=" + wanted.uri() + " failed, " + SafeLog.describe(failure),
                    failure)));
        }
    }

    private void attempt(
            TcpAddress wanted,
            Iterator<InetAddress> candidates,
            NettyLoop loop,
            Function<Wire, Receiver> opened,
            Consumer<TransportException> failed) {
        InetAddress candidate = candidates.next();
        Consumer<TransportException> next =
                candidates.hasNext() ? refused -> attempt(wanted, candidates, loop, opened, failed) : failed;
        TcpConnect connect = new TcpConnect(wanted, loop, opened, next);
        loop.execute(() -> connect.begin(candidate, connectTimeout));
    }

    private static NettyLoop netty(Dispatcher loop) {
        if (loop instanceof NettyLoop netty) {
            return netty;
        }
        throw new IllegalArgumentException("tcp: loop=" + loop
                + " serves no sockets; let the actor system take its loops from tellask-netty (NettyLoopProvider)");
    }
}
