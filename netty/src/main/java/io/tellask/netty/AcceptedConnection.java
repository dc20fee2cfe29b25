package io.tellask.netty;

import io.tellask.actor.Cancellable;
import io.tellask.remote.Receiver;
import io.tellask.remote.TransportException;
import io.tellask.remote.TransportException.Problem;
import io.tellask.remote.Wire;
import java.net.SocketAddress;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A connection that a listener has accepted, until it serves a session: it counts among the handshakes, and why it comes to nothing is
 * logged once. Belongs to the connection's loop, except {@link #evict}.
 */
final class AcceptedConnection implements HandshakeLimit.Handshake {
    /** What begins on a connection: the header of a proxy, a handshake, or a session. */
    interface Stage {
        /** Puts its handlers in; {@code tls} where they are behind TLS. */
        void begin(AcceptedConnection connection, @Nullable TlsHandshake tls);
    }

    private final ChannelListener listener;
    private final NettyLoop loop;
    private final LoopChannel channel;
    private SocketAddress remote;
    private @Nullable Cancellable timer;
    private boolean settled;
    private boolean served;

    AcceptedConnection(ChannelListener listener, NettyLoop loop, LoopChannel channel, SocketAddress remote) {
        this.listener = listener;
        this.loop = loop;
        this.channel = channel;
        this.remote = remote;
    }

    NettyLoop loop() {
        return loop;
    }

    LoopChannel channel() {
        return channel;
    }

    /** The other side's address, behind the scheme of what it speaks. */
    String peer(String scheme) {
        return scheme + ":/" + remote;
    }

    /** The other side's address, as a trusted proxy says where there is one. */
    SocketAddress remote() {
        return remote;
    }

    /** The other side has this address, as a proxy says. */
    void comesFrom(SocketAddress client) {
        remote = client;
    }

    /** Closes the connection unless the stage ends in time. */
    void startTimer(long nanos, String stage) {
        timer = loop.schedule(
                () -> refuse(new TransportException(
                        Problem.TIMED_OUT,
                        "listen: peer=" + peer(listener.scheme()) + " did not finish " + stage
                                + " in time, handshakeTimeMillis=" + TimeUnit.NANOSECONDS.toMillis(nanos)
                                + "; check the network, or raise the transport's handshakeTime")),
                nanos);
    }

    void stopTimer() {
        if (timer != null) {
            timer.cancel();
            timer = null;
        }
    }

    /** The session's side of the wire that this has become. */
    Receiver open(Wire wire) {
        served();
        return listener.accept().apply(wire);
    }

    /** It serves somebody known from here on, and is no handshake any more. */
    void served() {
        served = true;
        settled = true;
        stopTimer();
        listener.limit().ended(this);
    }

    /** It comes to nothing; the first reason is the one that is told. */
    void fail(Throwable cause) {
        if (!settled) {
            settled = true;
            listener.log(peer(listener.scheme()), cause);
        }
        stopTimer();
    }

    /** The same, for a reason of the other side's. */
    void fail(String text) {
        fail(new TransportException(Problem.FAILED, "listen: peer=" + peer(listener.scheme()) + " " + text));
    }

    /** Ends it, in a way that lets the other side read what it was told. */
    void refuse(Throwable cause) {
        fail(cause);
        channel.close();
    }

    @Override
    public void evict(LoopChannel evicted, Throwable reason) {
        loop.execute(() -> {
            if (!served) { // one that has failed may still linger
                fail(reason);
                evicted.closeAtOnce();
            }
        });
    }

    /** Its channel has ended. */
    void closed() {
        stopTimer();
        listener.limit().ended(this);
    }
}
