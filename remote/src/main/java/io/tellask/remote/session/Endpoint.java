package io.tellask.remote.session;

import io.tellask.actor.Cancellable;
import io.tellask.actor.Dispatcher;
import io.tellask.actor.runtime.ActorCell;
import io.tellask.codec.ByteReader;
import io.tellask.codec.Codec;
import io.tellask.remote.DisconnectedException;
import io.tellask.remote.Interceptor;
import io.tellask.remote.Limits;
import io.tellask.remote.MemoryHolder;
import io.tellask.remote.Principal;
import io.tellask.remote.Receiver;
import io.tellask.remote.TraceContext;
import io.tellask.remote.Wire;
import io.tellask.remote.frame.FrameType;
import io.tellask.remote.frame.Hello;
import io.tellask.remote.resume.ResumableWire;
import io.tellask.text.SafeText;
import io.tellask.text.SpokenProtocol;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.security.cert.X509Certificate;
import java.util.Objects;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One side of a session: what both ends of a connection have in common. It owns the outbound batch, the calls that wait, the references
 * handed out and held, and the end of it all.
 *
 * <p>States: introducing (until the peer's hello), open, ended. An ended endpoint settles everything once
 * ({@link SessionEnd}).
 *
 * <p>Thread-safety: what the wire calls and {@link #end} on the loop; the rest says where it belongs. What is sent goes through
 * {@link FrameSender} and {@link RemoteTarget}, from any thread.
 */
public final class Endpoint implements MemoryHolder.Owner {
    /** What a session takes by itself. */
    static final int BASE_BYTES = 16 * 1024;

    private static final Logger LOG = System.getLogger("io.tellask.remote");

    private final ResumableWire wire;
    private final Continuity continuity = new Continuity(this);
    private final SessionSettings settings;
    private final MemoryHolder memory;
    private final QueuedCalls queued;
    private final Outbound outbound;
    private final Calls calls;
    private final Exports exports = new Exports(this);
    private final Imports imports = new Imports(this);
    private final RemoteWatches watches = new RemoteWatches(this);
    private @Nullable Credit pipelineCredit; // under the outbound's lock
    private final OpenStreams streams = new OpenStreams(this);
    private final PipelinedCalls pipelined;
    private final LargeMessages large;
    private final FrameSender frames;
    private final SessionValues values;
    private final Inbound inbound;
    private final SessionTimers timers;
    private final Scratch scratch = new Scratch(this);
    private final AnswerRoom answerRoom = new AnswerRoom(this);
    private final Introduction introduction;
    private final InterceptedCalls intercepted;
    private final SessionEnd end = new SessionEnd(this);
    private @Nullable Object attachment;
    private @Nullable ActorCell<?> loopCell; // null until needed
    private volatile @Nullable SpokenProtocol spoken;
    private @Nullable TraceContext traced; // the loop's

    public Endpoint(Wire wire, SessionSettings settings) {
        this.settings = settings;
        memory = settings.memory().open(this, BASE_BYTES);
        this.wire = new ResumableWire(wire, continuity, settings.limits(), memory);
        values = new SessionValues(this);
        queued = new QueuedCalls(new ReservedDecoder(this), memory);
        calls = new Calls(settings.limits().callsInFlight());
        outbound = new Outbound(this.wire, memory, calls, answerRoom::tellWaiters, this::failed);
        introduction = new Introduction(this);
        Interceptor interceptor = settings.guard().interceptor();
        intercepted = new InterceptedCalls(this, interceptor, settings.traffic());
        pipelined = new PipelinedCalls(this);
        large = new LargeMessages(this);
        frames = new FrameSender(this);
        inbound = new Inbound(this);
        timers = new SessionTimers(this);
    }

    /** What the wire calls. */
    public Receiver receiver() {
        return Objects.requireNonNull(wire.link(), "the first connection");
    }

    /**
     * Introduces this side, if it is the one that opened the connection, and starts the clock; false where there is no memory for another session, and
     * the connection is turned away. On the loop.
     */
    public boolean begin(boolean byOpening) {
        timers.begin();
        String full = memory.reason();
        if (full != null) {
            refuse(full);
            return false;
        }
        introduction.begin(byOpening);
        return true;
    }

    /** The account of what the peer makes this process hold. */
    MemoryHolder memory() {
        return memory;
    }

    /** Refuses to make something for a peer that already holds too much. */
    public void requireMemory() {
        String full = memory.reason();
        if (full != null) {
            throw disconnected();
        }
    }

    /** What waits in mailboxes. */
    QueuedCalls queued() {
        return queued;
    }

    @Override
    public void closeForMemory(String reason) {
        runOnLoopLater(() -> inbound.end().forMemory(reason), Dispatcher::executeAhead);
    }

    /** The wire has let go of everything; on the loop. */
    void wireClosed() {
        outbound.wireClosed();
        wire.end();
        memory.end(queued.heldBytes());
    }

    ResumableWire wire() {
        return wire;
    }

    /** How the session goes on when its connection breaks. */
    public Continuity continuity() {
        return continuity;
    }

    SessionSettings settings() {
        return settings;
    }

    /** Encodes and decodes objects of this session, with the grants of the application. */
    public Codec codec() {
        return settings.codec();
    }

    Limits limits() {
        return settings.limits();
    }

    Hello peerLimits() {
        return introduction.peerLimits();
    }

    /** Who the peer is, where this side asks that. */
    public Principal principal() {
        return introduction.principal();
    }

    /** The certificate that the peer proved to hold. */
    public @Nullable X509Certificate certificate() {
        return wire.certificate();
    }

    /** How the two sides get to know each other. */
    Introduction introduction() {
        return introduction;
    }

    /** The calls that somebody sees: an interceptor, a flight recording, those who watch. */
    InterceptedCalls intercepted() {
        return intercepted;
    }

    void endIntercepted() {
        intercepted.endAll();
    }

    Outbound outbound() {
        return outbound;
    }

    Calls calls() {
        return calls;
    }

    Exports exports() {
        return exports;
    }

    Imports imports() {
        return imports;
    }

    /** Those of this side who watch actors of the peer. */
    RemoteWatches watches() {
        return watches;
    }

    /** Where messages are written before they are sent. */
    Scratch scratch() {
        return scratch;
    }

    FrameSender frames() {
        return frames;
    }

    /** How many references the two sides hold of each other's actors. */
    public int references() {
        return exports.count() + imports.count();
    }

    /** The peer's calls of actors that its other calls bring it. */
    PipelinedCalls pipelined() {
        return pipelined;
    }

    /** What this side may call before it has the reference. */
    Credit pipelineCredit() {
        Hello peer = peerLimits();
        outbound.lock();
        try {
            if (pipelineCredit == null) {
                pipelineCredit = new Credit(peer.creditMessages(), peer.creditBytes());
            }
            return pipelineCredit;
        } finally {
            outbound.unlock();
        }
    }

    /** Where publishers are called that are passed outside of actors. */
    synchronized ActorCell<?> loopCell() {
        if (loopCell == null) {
            loopCell = PassedStream.loopCell(this);
        }
        return loopCell;
    }

    OpenStreams streams() {
        return streams;
    }

    LargeMessages large() {
        return large;
    }

    /** How values travel. */
    SessionValues values() {
        return values;
    }

    Inbound inbound() {
        return inbound;
    }

    SessionTimers timers() {
        return timers;
    }

    public Dispatcher loop() {
        return wire.loop();
    }

    @Override
    public String peer() {
        return wire.peer();
    }

    /** Whether the peer said a valid hello. */
    public boolean isIntroduced() {
        return introduction.isOpen();
    }

    /** What the peer seems to speak, where that is not our protocol. */
    public @Nullable SpokenProtocol spoken() {
        return spoken;
    }

    void spoken(SpokenProtocol other) {
        spoken = other;
    }

    public boolean isEnded() {
        return end.isEnded();
    }

    /** Whether there is a connection: a session may outlive the one it had. From any thread. */
    boolean isConnected() {
        return wire.link() != null;
    }

    /** Runs a task of this session on the loop; its failure ends this session, and nothing else. */
    void runOnLoop(Runnable task) {
        try {
            wire.loop().execute(() -> run(task));
        } catch (RejectedExecutionException loopEnded) {
            end(null);
        }
    }

    /** Runs a task of this session; its failure ends this session, and nothing else. On the loop. */
    void run(Runnable task) {
        try {
            task.run();
        } catch (Throwable failure) {
            failed(failure);
        }
    }

    /** Runs a task of this session on the loop after a delay, as {@link #runOnLoop}. */
    Cancellable schedule(Runnable task, long delayNanos) {
        return wire.loop().schedule(() -> run(task), delayNanos);
    }

    /** Code of this session failed where nobody else can be told: ends it, and tells the peer if that is possible. From any thread. */
    void failed(Throwable failure) {
        loop().failed("a session failed: peer=", peer(), failure);
        if (loop().isCurrent()) {
            endFailed(failure);
        } else {
            runOnLoopLater(() -> endFailed(failure));
        }
    }

    private void endFailed(Throwable failure) {
        try {
            failNow("session: it failed with " + failure.getClass().getName() + ", see the log there; connect again");
        } catch (Throwable again) {
            wire.close();
            end(null);
        }
    }

    /** Whether this side opened the connection; on the loop. */
    boolean isOpener() {
        return introduction.isByOpening();
    }

    /** The peer introduced itself, and may come in. */
    void opened(Hello hello) {
        inbound.opened();
        frames.introduced(hello);
        outbound.lock();
        calls.lowerLimit(hello.callsInFlight());
        outbound.unlock();
    }

    /** The session is open, and the peer has been told so. */
    void toldOpened() {
        timers.introduced();
        settings.events().opened(this);
    }

    /** When an ask made now is given up, with a deadline of its own or the session's. */
    long deadline(int ownMillis) {
        return timers.deadline(ownMillis);
    }

    /** As {@link #deadline}, without the lock. */
    long deadlineFor(int ownMillis) {
        outbound.lock();
        long deadlineNanos = timers.deadline(ownMillis);
        outbound.unlock();
        return deadlineNanos;
    }

    /** Tells the peer that nobody waits for the answer of a call that has settled here; its slot is kept until the peer confirms. On the loop. */
    void giveUp(RemotePromise promise) {
        if (!promise.givenUp && !promise.partlySent && calls.find(promise.callId) == promise) {
            promise.givenUp = true;
            frames.cancel(promise.callId);
        }
    }

    /** Frees the slot of an ask that the peer never got to know in full. From any thread. */
    void neverSent(RemotePromise promise) {
        runOnLoopLater(() -> {
            if (calls.find(promise.callId) == promise) {
                promise.settling(null);
                inbound.answers().removed(promise.callId);
                inbound.answers().releaseCalls();
            }
        });
    }

    /** The array of the message that is read, which from now on is the caller's; null where that is the array of other messages too. */
    byte @Nullable [] keepWholeMessage(ByteReader in) {
        return inbound.keepWholeMessage(in);
    }

    void failNow(String reason) {
        inbound.end().fail(reason);
    }

    /** Runs a task on the loop without waiting; the outbound's lock may be held. */
    void runOnLoopLater(Runnable task) {
        runOnLoopLater(task, Dispatcher::execute);
    }

    private void runOnLoopLater(Runnable task, BiConsumer<Dispatcher, Runnable> queue) {
        try {
            queue.accept(loop(), () -> run(task));
        } catch (RejectedExecutionException loopEnded) {
            // the wire has ended with its loop, and has told this session, which settles its calls
            LOG.log(Level.DEBUG, "the loop of the session with {0} has ended", peer());
        }
    }

    /** The trace of the peer's call that is handled now; null: none. On the loop. */
    @Nullable
    TraceContext traced() {
        return traced;
    }

    /** Says which trace the call carries that is handled next; null behind it. On the loop. */
    void traced(@Nullable TraceContext trace) {
        traced = trace;
    }

    /** Gives memory back that a burst took: the connection has fallen silent; on the loop. */
    void shrink() {
        inbound.shrink();
        outbound.shrink();
        wire.shrink();
        frames.unanswered().shrink();
        scratch.drop();
    }

    /** Asks of the peer's that wait for an answer; on the loop. */
    public long unanswered() {
        return inbound.unanswered();
    }

    /** Where what the peer must read waits. */
    AnswerRoom answerRoom() {
        return answerRoom;
    }

    DisconnectedException disconnected() {
        return new DisconnectedException("call: the session with " + peer() + " has ended" + endedBecause() + "; "
                + settings.events().remedy());
    }

    String endedBecause() {
        return end.because();
    }

    /** Asks nicely: tells the peer, lets what was sent leave, then closes. From any thread. */
    public void close(String reason) {
        close(FrameType.CLOSED_AS_ASKED, reason);
    }

    private void close(int code, String reason) {
        runOnLoop(() -> {
            if (!end.isEnded()) {
                inbound.end().sendClose(code, reason);
                outbound.flushAll();
                wire.close();
                end(null);
            }
        });
    }

    /**
     * Turns a new connection away: tells the peer why, and that it may come back later. Nothing of what it sends is handled, be it there
     * already. Before the receiver of its bytes is handed out.
     */
    public void refuse(String reason) {
        inbound.stop();
        runOnLoop(() -> inbound.end().turnAway(reason));
    }

    /** As {@link #close}, of a server that goes: the peer may come back later. From any thread. */
    public void closeForNow(String reason) {
        close(FrameType.CLOSED_FOR_NOW, reason);
    }

    /** Whether the calling thread runs actors and must not wait. */
    public static boolean onActorThread() {
        return !WaitingCallers.mayPark();
    }

    /** Runs a task on the loop, at once if this is the loop. */
    public void onLoop(Runnable task) {
        if (loop().isCurrent()) {
            task.run();
        } else {
            runOnLoop(task);
        }
    }

    /** Calls the listener once when the session has ended, with null for a close that somebody asked for; at once if it has. */
    public void onEnd(Consumer<@Nullable RuntimeException> listener) {
        end.listen(listener);
    }

    /** Told when the peer holds no reference to an actor any more. */
    public void onReleased(Consumer<ActorCell<?>> listener) {
        exports.onReleased(listener);
    }

    /** The one object of a class that belongs to this session. */
    public synchronized <T> T attachment(Class<T> type, Supplier<T> factory) {
        if (attachment == null) {
            attachment = factory.get();
        }
        return type.cast(attachment);
    }

    /** The session is over: settles everything. On the loop; a second call changes nothing. */
    void end(@Nullable RuntimeException reason) {
        end.end(reason);
    }

    /** A part of the session's end failed; the others go on. */
    void endFailedPartly(Throwable failure) {
        end.failedPartly(failure);
    }

    /**
     * Finds what the peer has published under a name; for {@link RemoteContract#UNTYPED} by whatever interface it is published, and the promise
     * brings an {@link UntypedReference}.
     *
     * @throws IllegalStateException without an interface where values are in the binary form
     */
    public RemotePromise lookup(String name, RemoteContract<?> contract) {
        if (contract == RemoteContract.UNTYPED && values.texts() == null) {
            throw new IllegalStateException("lookup: name=" + SafeText.of(name)
                    + ", calls without the interface need texts; connect with encoding=json or encoding=cbor");
        }
        return Lookups.begin(this, name, contract);
    }
}
