package io.tellask.remote.session;

import io.tellask.actor.Cancellable;
import io.tellask.actor.Dispatcher;
import io.tellask.codec.ByteWriter;
import io.tellask.remote.Credential;
import io.tellask.remote.DisconnectedException;
import io.tellask.remote.Principal;
import io.tellask.remote.Receiver;
import io.tellask.remote.SessionListener;
import io.tellask.remote.Wire;
import io.tellask.remote.frame.FrameType;
import io.tellask.remote.frame.Hello;
import io.tellask.remote.frame.ResumePoint;
import io.tellask.remote.resume.Link;
import io.tellask.remote.resume.ResumableWire;
import io.tellask.remote.resume.TellCounter;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * How a session goes on when its connection breaks, and what it tells of that.
 *
 * <p>On the loop, except what is public.
 */
public final class Continuity implements ResumableWire.Session {
    private final Endpoint endpoint;
    private final List<SessionListener> listeners = new CopyOnWriteArrayList<>();
    private ResumableSessions.@Nullable Place place; // of a server's session
    private byte[] token = {}; // of a client's
    private long acknowledging; // the position that the last acknowledgement says, or will
    private boolean acknowledgementWaits; // for a caller that sends
    private volatile long unacknowledgedTells;
    private volatile int comeBackMillis;
    private volatile @Nullable Endpoint handedTo;
    private @Nullable Object disconnection; // while it lasts, where it is recorded
    private String brokenBy = "";

    Continuity(Endpoint endpoint) {
        this.endpoint = endpoint;
    }

    private ResumableWire wire() {
        return endpoint.wire();
    }

    /** Tells what becomes of the session. */
    public void listen(SessionListener listener) {
        listeners.add(listener);
    }

    /** The tells that had left when the session ended and that the peer had not acknowledged. */
    public long unacknowledgedTells() {
        return unacknowledgedTells;
    }

    /** Whether the session waits for another connection; from other threads than the loop an estimate. */
    public boolean isDetached() {
        return wire().isDetached();
    }

    /** Ends a session that waits for another connection, which will not come. */
    public void giveUpWaiting(RuntimeException reason) {
        endpoint.runOnLoopLater(() -> {
            if (isDetached()) {
                wire().giveUp(reason);
            }
        });
    }

    /** The peer has not been heard of: the session waits for another connection, or ends. */
    void fallSilent(String reason) {
        if (wire().isResumable()) {
            wire().breakOff(new DisconnectedException(reason));
        } else {
            endpoint.failNow(reason);
        }
    }

    /** The peer said when it may be asked again. */
    void comeBackAfter(int millis) {
        comeBackMillis = millis;
    }

    /** After how many milliseconds the peer wants to be asked again; 0 where it did not say so. */
    public int comeBackMillis() {
        return comeBackMillis;
    }

    /** Goes on over another connection of a client's, whose loop is the session's; on that. See {@link ResumeHandshake}. */
    public Receiver goOnOver(Wire next, @Nullable Credential credential, Consumer<ResumeHandshake.Outcome> outcome) {
        return ResumeHandshake.begin(endpoint, next, credential, outcome);
    }

    /** The session that the connection was given to, which it had been opened for; null for any other. */
    public @Nullable Endpoint handedTo() {
        return handedTo;
    }

    /** Gives the connection, over which a client goes on with another session, to that. */
    void handOver(Endpoint session, Hello client) {
        Link link = wire().release();
        Principal shown = endpoint.principal();
        handedTo = session;
        endpoint.end(null);
        endpoint.wireClosed();
        if (link == null || link.isEnded()) {
            return;
        }
        Dispatcher there = session.loop();
        try {
            if (there == endpoint.loop()) {
                session.continuity().goOnForClient(link, client, shown);
            } else if (link.wire().canMove()) {
                link.wire()
                        .moveTo(
                                there,
                                () -> session.run(() -> session.continuity().goOnForClient(link, client, shown)));
            } else {
                refuse(
                        link,
                        FrameType.CLOSED_FOR_FAULT,
                        "resume: connections of this transport stay where they come in; come by another address");
            }
        } catch (RejectedExecutionException loopEnded) {
            link.wire().abort();
        }
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
    private void goOnForClient(Link link, Hello client, Principal principal) {
        if (link.isEnded()) {
            return;
        }
        ResumableSessions.Place known = place;
        byte[] shown = client.resume().token();
        if (known == null
                || !known.takes(shown)
                || client.encoding() != endpoint.peerLimits().encoding()
                || !wire().canGoOnFrom(client.resume().position())) {
            refuse(
                    link,
                    FrameType.CLOSED_AS_LOST,
                    "resume: the session is over; open a new one"); // and the session goes on: what came may be an old
            // hello that somebody repeats
            return;
        }
        endpoint.introduction().renewed(principal);
        ByteWriter welcome = new ByteWriter(128);
        welcome.writeInt32(0);
        Hello.of(endpoint.limits())
                .choosing(client.encoding())
                .resuming(new ResumePoint(known.nextToken(shown), wire().received()))
                .write(welcome);
        welcome.patchInt32(0, FrameType.header(FrameType.WELCOME, welcome.position() - FrameType.HEADER_BYTES));
        wire().attach(link, welcome.toByteArray(), client.resume().position());
    }

    private static void refuse(Link link, int code, String reason) {
        ByteWriter close = new ByteWriter(128);
        FrameType.writeClose(close, code, reason);
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
        DisconnectedException why = endpoint.inbound().end().disconnected(cause);
        brokenBy = String.valueOf(why.getMessage());
        disconnection = FlightEvents.disconnected();
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
        endDisconnection();
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
        return String.valueOf(endpoint.inbound().end().disconnected(cause).getMessage());
    }

    @Override
    public Cancellable schedule(Runnable task, long delayNanos) {
        return endpoint.schedule(task, delayNanos);
    }

    /** The session is about to end; what waits to leave is still there. */
    void ending() {
        if (wire().isResumable()) {
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
        endDisconnection();
        if (reason != null) {
            long tells = unacknowledgedTells;
            tell(listener -> listener.onLost(reason, tells));
        }
        listeners.clear();
    }

    private void endDisconnection() {
        Object begun = disconnection;
        disconnection = null;
        if (begun != null) {
            FlightEvents.connectedAgain(begun, endpoint, brokenBy);
        }
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
