package io.tellask.netty;

import io.tellask.remote.TransportException;
import io.tellask.remote.TransportException.Problem;
import io.tellask.text.SafeLog;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
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
        aside(wanted, loop, failed, () -> {
            Iterator<InetAddress> found = Arrays.asList(wanted.resolve()).iterator();
            new HostAddresses(loop, found, attempt, failed).tryNext();
        });
    }

    /** Runs a part of connecting on a thread that has nobody to throw to: what fails there, {@code failed} is told. */
    static void aside(TcpAddress wanted, NettyLoop loop, Consumer<TransportException> failed, Runnable part) {
        try {
            part.run();
        } catch (Throwable failure) {
            fail(loop, failed, described(wanted, failure));
        }
    }

    private static TransportException described(TcpAddress wanted, Throwable failure) {
        if (failure instanceof TransportException known) {
            return known;
        }
        String reason = failure instanceof RejectedExecutionException
                ? "the actor system is closed; connect with an open one"
                : SafeLog.describe(failure);
        return new TransportException(
                Problem.FAILED, "connect: address=" + wanted.uri() + " failed, " + reason, failure);
    }

    /** On the loop; where that has ended, on this thread, beside which nothing of the connection runs any more. */
    private static void fail(NettyLoop loop, Consumer<TransportException> failed, TransportException failure) {
        try {
            loop.execute(() -> failed.accept(failure));
        } catch (RejectedExecutionException loopEnded) {
            failed.accept(failure);
        }
    }

    private void tryNext() {
        InetAddress candidate = candidates.next();
        Consumer<TransportException> next = candidates.hasNext() ? refused -> tryNext() : failed;
        loop.execute(() -> attempt.begin(candidate, next));
    }
}
