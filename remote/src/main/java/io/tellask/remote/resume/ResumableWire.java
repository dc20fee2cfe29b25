package io.tellask.remote.resume;

import io.tellask.actor.Cancellable;
import io.tellask.actor.Dispatcher;
import io.tellask.remote.DisconnectedException;
import io.tellask.remote.Limits;
import io.tellask.remote.MemoryHolder;
import io.tellask.remote.ProtocolException;
import io.tellask.remote.Receiver;
import io.tellask.remote.TurnScheduler;
import io.tellask.remote.Wire;
import java.security.cert.X509Certificate;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The wire of a session, which goes on over another connection where the first one broke.
 *
 * <p>Until {@link #begin} it is no more than its connection. From then on it keeps what it sends until the peer has acknowledged that; a connection
 * that ends leaves it detached, and nothing is writable, until {@link #attach} brings another one or {@code resumeTime} is over.
 *
 * <p>On the session's loop, except as {@link Wire} says.
 */
public final class ResumableWire implements Wire, Link.Owner {
    /** Each time so much was received it is acknowledged: often enough for the smallest window of a peer. */
    private static final int ACKNOWLEDGE_BYTES = SentBytes.LEAST_WINDOW_BYTES / 4;

    /** What was received is acknowledged after so long at the latest. */
    private static final long ACKNOWLEDGE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Dispatcher loop;
    private final TurnScheduler turns;
    private final Session session;
    private final Limits limits;
    private final MemoryHolder memory;
    private volatile Wire last; // the connection that there is, or was
    private volatile @Nullable Link link;
    private volatile @Nullable SentBytes sent;
    private volatile boolean callersMaySend; // within the monitor of what was sent
    private int introductionBytes; // of this side, still to be sent
    private long received;
    private long acknowledged;
    private long peerAcknowledged; // by the last ACK
    private boolean acknowledgementIsDue;
    private boolean reading = true;
    private boolean closing;
    private boolean told;
    private @Nullable Throwable brokenOff;
    private @Nullable Cancellable expiry;

    /** The session, as its wire calls it: on the loop, and not from inside a method of the wire but {@code attach}. */
    public interface Session {
        Receiver input();

        /** There is no connection any more: what has come of a frame will come again. */
        void detached(@Nullable Throwable cause);

        /** There is a connection again. */
        void attached();

        /** Tells the peer up to which position its bytes were handled. */
        void acknowledge(long position);

        /** What ended a connection, in words. */
        String describe(@Nullable Throwable cause);

        /** A task that the session runs on the loop; its failure ends the session. */
        Cancellable schedule(Runnable task, long delayNanos);
    }

    /** {@code link} is the first connection, whose owner this is to be. */
    public ResumableWire(Wire first, Session session, Limits limits, MemoryHolder memory) {
        loop = first.loop();
        turns = first.turns();
        last = first;
        this.session = session;
        this.limits = limits;
        this.memory = memory;
        link = new Link(first, this);
    }

    /** The connection, as its transport calls it; null while there is none. */
    public @Nullable Link link() {
        return link;
    }

    /** Both sides can resume: from here on what is sent is kept, but for so many bytes of this side's introduction that are still to be sent. */
    public void begin(int ownIntroductionBytes) {
        introductionBytes = ownIntroductionBytes;
        sent = new SentBytes(memory, limits.resumeWindowBytes());
    }

    public boolean isResumable() {
        return sent != null;
    }

    /** Whether a session waits for a connection. */
    public boolean isDetached() {
        return sent != null && link == null && !closing && !told;
    }

    /** Up to where the peer's bytes were handled. */
    public long received() {
        return received;
    }

    /**
     * Frames of the peer were handled.
     *
     * @param bytes their length
     * @param ofCalls whether there were others among them than those that keep the connection alive
     */
    public void handled(long bytes, boolean ofCalls) {
        if (sent == null) {
            return;
        }
        received += bytes;
        if (received - acknowledged >= ACKNOWLEDGE_BYTES) {
            acknowledge();
        } else if (ofCalls && !acknowledgementIsDue) {
            acknowledgementIsDue = true;
            session.schedule(this::acknowledgeDue, ACKNOWLEDGE_NANOS);
        }
    }

    private void acknowledgeDue() {
        acknowledgementIsDue = false;
        if (link != null && !closing && received > acknowledged) {
            acknowledge();
        }
    }

    private void acknowledge() {
        acknowledged = received;
        session.acknowledge(received);
    }

    /** The peer has handled all before a position. */
    public void acknowledged(long position) {
        SentBytes known = sent;
        if (known == null) {
            throw new ProtocolException(
                    "acknowledgement: the session cannot be resumed; the peer is damaged or hostile");
        }
        if (position < peerAcknowledged) {
            throw new ProtocolException("acknowledgement: position=" + position + " is not within " + peerAcknowledged
                    + " to " + known.end() + "; the peer is damaged or hostile");
        }
        peerAcknowledged = position;
        known.acknowledge(Math.max(position, known.start())); // one that is sent again may say less than the hello did
    }

    /** Counts the tells that were sent and that the peer has not acknowledged. */
    public void countUnacknowledged(TellCounter counter) {
        SentBytes known = sent;
        if (known != null) {
            known.forEach(known.start(), counter);
        }
    }

    public void shrink() {
        SentBytes known = sent;
        if (known != null) {
            known.shrink();
        }
    }

    /** The session is over, and nothing is kept any more. */
    public void end() {
        SentBytes known = sent;
        if (known != null) {
            known.drop();
        }
        stopExpiry();
    }

    private void stopExpiry() {
        Cancellable due = expiry;
        if (due != null) {
            due.cancel();
            expiry = null;
        }
    }

    /** The connection is of no use any more, though nobody has closed it: the session waits for another. */
    public void breakOff(Throwable cause) {
        Link known = link;
        if (known != null) {
            brokenOff = cause;
            known.wire().abort();
        }
    }

    /** Gives the connection away, which another session goes on with; null if it has ended. This wire does nothing from here on. */
    public @Nullable Link release() {
        Link given = link;
        link = null;
        closing = true;
        told = true;
        if (given != null) {
            given.handTo(null);
            given.wire().reading(false);
        }
        return given;
    }

    @Override
    public Receiver input() {
        return session.input();
    }

    @Override
    public void ended(Link ended, @Nullable Throwable cause) {
        if (ended != link) {
            return;
        }
        link = null;
        Throwable why = brokenOff == null ? cause : brokenOff;
        brokenOff = null;
        if (sent == null || closing) {
            tellClosed(why);
        } else {
            detach(why);
        }
    }

    private void detach(@Nullable Throwable cause) {
        stopSending();
        try {
            expiry = loop.schedule(() -> expire(cause), limits.resumeTime().toNanos());
        } catch (RejectedExecutionException loopEnded) {
            tellClosed(cause);
            return;
        }
        session.detached(cause);
    }

    /** No caller writes by itself until the loop has found the connection writable. */
    private void stopSending() {
        SentBytes known = sent;
        if (known != null) {
            synchronized (known) {
                callersMaySend = false;
            }
        }
    }

    private void expire(@Nullable Throwable cause) {
        if (link == null) {
            giveUp(new DisconnectedException(
                    session.describe(cause) + "; no other connection came within resumeTime=" + limits.resumeTime()));
        }
    }

    /** No other connection will come: the session ends. */
    public void giveUp(@Nullable Throwable cause) {
        if (!closing) {
            closing = true;
            Link known = link;
            if (known == null) {
                tellClosed(cause);
            } else {
                brokenOff = cause;
                known.wire().abort();
            }
        }
    }

    private void tellClosed(@Nullable Throwable cause) {
        if (!told) {
            told = true;
            stopExpiry();
            session.input().closed(cause);
        }
    }

    /** Whether what the peer still lacks is there to be sent, where it has received so much. */
    public boolean canGoOnFrom(long peerReceived) {
        SentBytes known = sent;
        return known != null && !closing && !told && known.has(peerReceived);
    }

    /**
     * Goes on over another connection, which belongs to nobody; one that there still is gives way.
     *
     * @param next lives on the session's loop, and has told how far the peer came
     * @param introduction what the peer is told first, if anything
     * @param peerReceived what the peer has received; {@link #canGoOnFrom} holds
     */
    public void attach(Link next, byte[] introduction, long peerReceived) {
        SentBytes known = sent;
        if (known == null) {
            throw new IllegalStateException("resume: the session of " + peer() + " ends with its connection");
        }
        Link before = link;
        if (before != null) {
            before.handTo(null);
            before.wire().abort();
            stopSending();
            session.detached(null);
        }
        stopExpiry();
        acknowledged = received; // which this side has told
        synchronized (known) {
            known.acknowledge(peerReceived);
            last = next.wire();
            link = next;
            next.handTo(this);
            next.wire().send(introduction, 0, introduction.length);
            next.wire().reading(reading);
            known.forEach(peerReceived, next.wire()::send);
        }
        session.attached();
    }

    @Override
    public Dispatcher loop() {
        return loop;
    }

    @Override
    public TurnScheduler turns() {
        return turns;
    }

    @Override
    public void send(byte[] bytes, int offset, int length) {
        SentBytes known = sent;
        if (known != null) {
            keep(known, bytes, offset, length);
        }
        Link to = link;
        if (to != null) {
            to.wire().send(bytes, offset, length);
        }
    }

    /** Without memory for it the session cannot be resumed any more; as a rule it is about to end for that. */
    private void keep(SentBytes known, byte[] bytes, int offset, int length) {
        int own = Math.min(introductionBytes, length);
        introductionBytes -= own;
        if (length == own) {
            return;
        }
        if (known.makeRoom(length - own)) {
            known.add(bytes, offset + own, length - own);
        } else {
            known.drop();
        }
    }

    @Override
    public int sendNow(byte[] bytes, int offset, int length) {
        SentBytes known = sent;
        if (known == null) {
            Link to = link;
            return to == null ? 0 : to.wire().sendNow(bytes, offset, length);
        }
        synchronized (known) {
            Link to = link;
            if (to == null || !callersMaySend || known.isFull() || !known.makeRoom(length)) {
                return 0;
            }
            int count = to.wire().sendNow(bytes, offset, length);
            known.add(bytes, offset, count);
            return count;
        }
    }

    @Override
    public boolean isWritable() {
        Link to = link;
        SentBytes known = sent;
        boolean writable = to != null && to.wire().isWritable() && (known == null || !known.isFull());
        if (writable) {
            callersMaySend = true;
        }
        return writable;
    }

    @Override
    public boolean canMove() {
        Link known = link;
        return known != null && known.wire().canMove();
    }

    @Override
    public void reading(boolean wanted) {
        reading = wanted;
        Link from = link;
        if (from != null) {
            from.wire().reading(wanted);
        }
    }

    @Override
    public void readNow(int mostBytes) {
        Link from = link;
        if (from != null) {
            from.wire().readNow(mostBytes);
        }
    }

    @Override
    public void close() {
        closing = true;
        Link known = link;
        if (known != null) {
            known.wire().close();
        } else {
            loop.execute(() -> tellClosed(null));
        }
    }

    @Override
    public void abort() {
        closing = true;
        Link known = link;
        if (known != null) {
            known.wire().abort();
        } else {
            loop.executeAhead(() -> tellClosed(null));
        }
    }

    @Override
    public String peer() {
        return last.peer();
    }

    @Override
    public @Nullable X509Certificate certificate() {
        return last.certificate();
    }

    @Override
    public boolean isPrivate() {
        return last.isPrivate();
    }
}
