package io.tellask.netty;

import io.tellask.remote.TransportException;
import io.tellask.remote.TransportException.Problem;
import io.tellask.text.SafeLog;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;

/** The addresses of a host, tried one after the other in the order of the look-up. Belongs to the loop of the connection. */
final class HostAddresses {
    /** One attempt to connect. */
    interface Attempt {
        /** Begins, on the loop; {@code next} goes on with the next address, or fails where this was the last. */
        void begin(InetAddress candidate, Consumer<TransportException> next);
    }

    private final NettyLoop loop;
    private final Iterator<InetAddress> candidates;
    private final Attempt attempt;
    private final Consumer<TransportException> failed;

    private HostAddresses(
            NettyLoop loop, Iterator<InetAddress> candidates, Attempt attempt, Consumer<TransportException> failed) {
        this.loop = loop;
        this.candidates = candidates;
        this.attempt = attempt;
        this.failed = failed;
    }

    /** Looks the host up, on a thread of its own unless it is a literal address, and tries its addresses on the loop. */
    static void tryEach(TcpAddress wanted, NettyLoop loop, Attempt attempt, Consumer<TransportException> failed) {
        wanted.literal()
                .ifPresentOrElse(
                        known -> new HostAddresses(loop, List.of(known).iterator(), attempt, failed).tryNext(),
                        () -> Thread.startVirtualThread(() -> resolveAndTry(wanted, loop, attempt, failed)));
    }

    private static void resolveAndTry(
            TcpAddress wanted, NettyLoop loop, Attempt attempt, Consumer<TransportException> failed) {
        try {
            Iterator<InetAddress> found = Arrays.asList(wanted.resolve()).iterator();
            new HostAddresses(loop, found, attempt, failed).tryNext();
        } catch (TransportException unknownHost) {
            loop.execute(() -> failed.accept(unknownHost));
        } catch (Throwable failure) {
            loop.execute(() -> failed.accept(new TransportException(
                    Problem.FAILED,
                    "connect: address=" + wanted.uri() + " failed, " + SafeLog.describe(failure),
                    failure)));
        }
    }

    private void tryNext() {
        InetAddress candidate = candidates.next();
        Consumer<TransportException> next = candidates.hasNext() ? refused -> tryNext() : failed;
        loop.execute(() -> attempt.begin(candidate, next));
    }
}
