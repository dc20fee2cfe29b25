package io.tellask.remote.session;

import io.tellask.actor.Cancellable;
import io.tellask.codec.ByteWriter;
import io.tellask.remote.DisconnectedException;
import io.tellask.remote.Receiver;
import io.tellask.remote.SessionListener;
import io.tellask.remote.frame.FrameType;
import io.tellask.remote.frame.Hello;
import io.tellask.remote.frame.ResumePoint;
import io.tellask.remote.resume.Link;
import io.tellask.remote.resume.ResumableWire;
import io.tellask.remote.resume.TellCounter;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * How a session goes on when its connection breaks, and what it tells of that.
 *
 * <p>On the loop, except {@link #listen} and {@link #unacknowledgedTells}.
 */
final class Continuity implements ResumableWire.Session {
    private final Endpoint endpoint;
    private final List<SessionListener> listeners = new CopyOnWriteArrayList<>();
    private ResumableSessions.@Nullable Place place; // of a server's session
    private byte[] token = {}; // of a client's
    private long acknowledging; // the position that the last acknowledgement says, or will
    private boolean acknowledgementWaits; // for a caller that sends
    private volatile long unacknowledgedTells;

    Continuity(Endpoint endpoint) {
        this.endpoint = endpoint;
    }

    private ResumableWire wire() {
        return endpoint.wire();
    }

    void listen(SessionListener listener) {
        listeners.add(listener);
    }

    /** The tells that had left when the session ended and that the peer had not acknowledged. */
    long unacknowledgedTells() {
        return unacknowledgedTells;
    }

    /** What a server adds to the hello by which it opens a session. */
    ResumePoint offer(Hello client) {
        ResumableSessions sessions = endpoint.settings().resumable();
        boolean possible = sessions != null
                && client.resumes()
                && !endpoint.limits().resumeTime().isZero()
                && wire().canMove();
        if (!possible || sessions == null) {
            return ResumePoint.ABSENT;
        }
        place = sessions.open(endpoint);
        return new ResumePoint(place.firstToken(), ResumePoint.NEW);
    }

    /** A server has opened the session, and said whether it may go on. */
    void offered(ResumePoint point) {
        if (point.hasToken()) {
            token = point.token();
            wire().begin(0);
        }
    }

    /** What a client shows to go on with this session. */
    ResumePoint here() {
        return new ResumePoint(token, wire().received());
    }

    /** A client's session goes on over a connection on which the server has said so. */
    void goOn(Link link, ResumePoint server) {
        token = server.token();
        wire().attach(link, new byte[0], server.position());
    }

    /** A client wants to go on with this session of a server's, over a connection that has come to this session's loop. */
    void goOnForClient(Link link, Hello client) {
        if (link.isEnded()) {
            return;
        }
        ResumableSessions.Place known = place;
        byte[] shown = client.resume().token();
        if (known == null
                || !known.takes(shown)
                || !wire().canGoOnFrom(client.resume().position())) {
            refuse(link); // and the session goes on: what came may be an old hello that somebody repeats
            return;
        }
        ByteWriter welcome = new ByteWriter(128);
        welcome.writeInt32(0);
        Hello.of(endpoint.limits())
                .resuming(new ResumePoint(known.nextToken(shown), wire().received()))
                .write(welcome);
        welcome.patchInt32(0, FrameType.header(FrameType.WELCOME, welcome.position() - FrameType.HEADER_BYTES));
        wire().attach(link, welcome.toByteArray(), client.resume().position());
    }

    private static void refuse(Link link) {
        ByteWriter close = new ByteWriter(128);
        FrameType.writeClose(close, FrameType.CLOSED_AS_LOST, "resume: the session is over; open a new one");
        link.wire().send(close.array(), 0, close.position());
        link.wire().close();
    }

    @Override
    public Receiver input() {
        return endpoint.inbound();
    }

    @Override
    public void detached(@Nullable Throwable cause) {
        endpoint.inbound().detached();
        endpoint.timers().detached();
        if (place != null) {
            place.waits(true);
        }
        DisconnectedException why = endpoint.inbound().disconnected(cause);
        endpoint.settings().events().disconnected(endpoint, why);
        tell(listener -> listener.onDisconnected(why));
    }

    @Override
    public void attached() {
        endpoint.timers().attached();
        if (place != null) {
            place.waits(false);
        }
        endpoint.outbound().flush();
        endpoint.settings().events().resumed(endpoint);
        tell(SessionListener::onResumed);
    }

    @Override
    public void acknowledge(long position) {
        acknowledging = position;
        if (!acknowledgementWaits) {
            sendAcknowledgement();
        }
    }

    /**
     * Never behind what waits until the peer acknowledges something: it may wait for the same. While a caller sends it waits for that, and then says how far
     * this side has come by then: positions never go back.
     */
    private void sendAcknowledgement() {
        ByteWriter frame = new ByteWriter(16);
        frame.writeInt32(0);
        frame.writeVarLong(acknowledging);
        frame.patchInt32(0, FrameType.header(FrameType.ACK, frame.position() - FrameType.HEADER_BYTES));
        acknowledgementWaits = !endpoint.outbound().sendAhead(frame.array(), frame.position());
        if (acknowledgementWaits) {
            endpoint.runOnLoopLater(this::sendAcknowledgement);
        }
    }

    @Override
    public String describe(@Nullable Throwable cause) {
        return String.valueOf(endpoint.inbound().disconnected(cause).getMessage());
    }

    @Override
    public Cancellable schedule(Runnable task, long delayNanos) {
        return endpoint.schedule(task, delayNanos);
    }

    /** The session is about to end; what waits to leave is still there. */
    void ending(@Nullable RuntimeException reason) {
        if (reason != null && wire().isResumable()) {
            TellCounter counter = new TellCounter();
            wire().countUnacknowledged(counter);
            endpoint.outbound().countWaiting(counter);
            unacknowledgedTells = counter.tells();
        }
        wire().end();
        if (place != null) {
            place.end();
        }
    }

    void ended(@Nullable RuntimeException reason) {
        if (reason != null) {
            long tells = unacknowledgedTells;
            tell(listener -> listener.onLost(reason, tells));
        }
        listeners.clear();
    }

    private void tell(Consumer<SessionListener> event) {
        for (SessionListener listener : listeners) {
            try {
                event.accept(listener);
            } catch (Throwable failure) { // the application's own
                endpoint.loop().failed("a listener to a session failed: peer=", endpoint.peer(), failure);
            }
        }
    }
}
