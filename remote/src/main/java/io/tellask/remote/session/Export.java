package io.tellask.remote.session;

import io.tellask.actor.ActorStoppedException;
import io.tellask.actor.Promise;
import io.tellask.actor.contract.ContractMethod;
import io.tellask.actor.runtime.ActorCell;
import io.tellask.actor.runtime.CallMessage;
import io.tellask.actor.runtime.CallerBacklog;
import io.tellask.actor.runtime.RunContext;
import io.tellask.codec.ByteReader;
import io.tellask.codec.CodecException;
import io.tellask.remote.CallRefusedException;
import io.tellask.remote.DeadlineExceededException;
import io.tellask.remote.IncomingCall;
import io.tellask.remote.ProtocolException;
import io.tellask.remote.TraceContext;
import io.tellask.remote.frame.FailureFrames;
import io.tellask.remote.frame.FrameType;
import io.tellask.remote.frame.OwnFailure;
import io.tellask.remote.frame.TraceFrames;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * An actor of this side that a session's peer may call: the receiving end of its calls, of one session.
 *
 * <p>A call runs in place where the loop that read it is the actor's own dispatcher and nothing is queued, else it becomes a message.
 * Executed calls give credit back in halves of the window. While the peer does not read its answers, further calls of this session wait
 * here in order, as the bytes that came, bounded by the credit they hold; other sessions' calls go on.
 *
 * <p>Thread-safety: {@code received…} on the loop; {@code reply}, {@code fail}, {@code admits} on the actor's dispatcher.
 */
class Export extends ExportFields implements SessionCaller, AnswerRoom.Waiter {
    /** Arguments longer than this are decoded on the actor's dispatcher, not on the loop. */
    static final int LARGE_BYTES = 64 * 1024;

    private final Endpoint endpoint;
    private final InterceptedCalls intercepted;
    private final int referenceId;
    private final ActorCell<?> cell;
    private final RemoteContract<?> contract;
    private final Skeleton skeleton;
    private final Inbound inbound;
    private final int halfMessages;
    private final int halfBytes;

    private volatile long grantedMessages; // written twice a window
    private volatile long grantedBytes;
    private final CallerBacklog backlog = new CallerBacklog();
    private final ArrayDeque<CallMessage> postponed = new ArrayDeque<>();
    private volatile boolean hasQueued;
    private boolean abandoned; // the actor's own
    private boolean resuming;
    private volatile boolean postponing;
    private @Nullable Set<Integer> bringers;
    private @Nullable Object local; // the loop's
    private boolean wasReleased; // guarded by Exports
    private boolean leftCell; // guarded by Exports
    private long peerCount; // how often the peer was handed this reference; guarded by Exports

    Export(Endpoint endpoint, int referenceId, ActorCell<?> cell, RemoteContract<?> contract, Skeleton skeleton) {
        this.endpoint = endpoint;
        intercepted = endpoint.intercepted();
        this.referenceId = referenceId;
        this.cell = cell;
        this.contract = contract;
        this.skeleton = skeleton;
        halfMessages = Math.max(1, endpoint.limits().creditMessages() / 2);
        halfBytes = Math.max(1, endpoint.limits().creditBytes() / 2);
        grantedMessages = endpoint.limits().creditMessages();
        grantedBytes = endpoint.limits().creditBytes();
        inbound = endpoint.inbound();
        postponing = skeleton instanceof Relay; // whose calls are all kept as they came
        cell.countRemoteCallers(1);
    }

    int referenceId() {
        return referenceId;
    }

    ActorCell<?> cell() {
        return cell;
    }

    RemoteContract<?> contract() {
        return contract;
    }

    /** What is handed out: the actor, or the publisher, the router or the reference of another session that stands for one. */
    Object target() {
        return skeleton instanceof PassedStream ? skeleton : cell;
    }

    /** The publisher that this stands for; null for an actor. */
    @Nullable
    PassedStream stream() {
        return skeleton instanceof PassedStream passed ? passed : null;
    }

    /** The reference by which this process calls the actor; for a publisher what it was passed as. */
    Object reference() {
        if (local == null) {
            local = skeleton instanceof PassedStream passed ? passed : contract.newLocal(cell);
        }
        return local;
    }

    Skeleton skeleton() {
        return skeleton;
    }

    @Override
    public Endpoint endpoint() {
        return endpoint;
    }

    /** The slots of calls that brought the peer this reference, under the lock of the session's {@link Outbound}. */
    Set<Integer> bringers() {
        if (bringers == null) {
            bringers = new HashSet<>(2);
        }
        return bringers;
    }

    void countUp() {
        peerCount++;
    }

    /** The peer let go of it so many times. */
    long released(int times) {
        wasReleased = true;
        return countDown(times);
    }

    /** Whether the peer has had it, and let go of it at least once. */
    boolean wasReleased() {
        return wasReleased;
    }

    /** The peer can call the actor no more. */
    void leaveCell() {
        if (!leftCell) {
            leftCell = true;
            cell.countRemoteCallers(-1);
        }
    }

    long countDown(int by) {
        peerCount -= by;
        return peerCount;
    }

    /** A tell came. */
    void receivedTell(ByteReader in, int wireBytes) {
        checkCredit(wireBytes);
        tell(readMethod(in, FrameType.TELL), in, wireBytes);
    }

    /** As {@link #receivedTell}, of a method that is known; its credit is counted, {@code wireBytes} is negative if that was another's. */
    void tell(int method, ByteReader in, int wireBytes) {
        called();
        IncomingCall seen = null;
        TraceContext trace = endpoint.traced();
        if (intercepted.seesCalls()) {
            seen = begin(method, 0, wireBytes);
            if (seen == null) {
                return;
            }
            trace = seen.carriedOn().orElse(null);
        }
        RunContext thread = RunContext.ofActors();
        if (postponing || size(wireBytes) > LARGE_BYTES || !enter(thread)) {
            queue(id(method, 0), 0, in, wireBytes, seen, trace);
            return;
        }
        thread.caller(this, 0, trace);
        Throwable failed = null;
        try {
            skeleton.call(method, cell.actor(), in, endpoint.values());
        } catch (Throwable failure) {
            reportTell(method, failure);
            failed = failure;
        } finally {
            thread.noCaller();
            cell.leave(thread, this, contract, method);
            executed(wireBytes);
        }
        if (seen != null) {
            intercepted.ended(seen, failed);
        }
    }

    /** Begins to run the actor in place, behind all that has arrived before. */
    private boolean enter(RunContext thread) {
        if (!cell.isOn(thread)) {
            return false;
        }
        inbound.sendGathered();
        return cell.tryEnter(thread);
    }

    /** Asks the interceptor; null for a call that is refused, and whose caller has been told. */
    private @Nullable IncomingCall begin(int method, int callId, int wireBytes) {
        try {
            return intercepted.begin(contract, method, callId, size(wireBytes));
        } catch (RuntimeException refusal) {
            refuse(method, callId, wireBytes, new OwnFailure(refusal));
            return null;
        }
    }

    /** An ask came, or the opening of a stream; {@code callId} is not 0. */
    void receivedAsk(ByteReader in, int callId, int method, long deadlineNanos, int wireBytes) {
        checkCredit(wireBytes);
        ask(in, callId, method, deadlineNanos, wireBytes);
    }

    /** As {@link #receivedAsk}, with credit as in {@link #tell}. */
    void ask(ByteReader in, int callId, int method, long deadlineNanos, int wireBytes) {
        called();
        TraceContext trace = endpoint.traced();
        if (intercepted.seesCalls()) {
            IncomingCall seen = begin(method, callId, wireBytes);
            if (seen == null) {
                return;
            }
            trace = seen.carriedOn().orElse(null);
        }
        RunContext thread = RunContext.ofActors();
        if (postponing
                || isStream(method) // what it is opened with is counted, as that of calls that wait
                || size(wireBytes) > LARGE_BYTES
                || endpoint.answerRoom().isFull()
                || !enter(thread)) {
            queue(id(method, callId), deadlineNanos, in, wireBytes, null, trace);
            return;
        }
        thread.caller(this, deadlineNanos, trace);
        try {
            answer(callId, method, skeleton.call(method, cell.actor(), in, endpoint.values()));
        } catch (Throwable failure) {
            failed(callId, method, failure);
        } finally {
            thread.noCaller();
            cell.leave(thread, this, contract, method);
            executed(wireBytes);
        }
    }

    private boolean isStream(int method) {
        return contract.frameType(method) == FrameType.OPEN;
    }

    /** A call was answered by a refusal before it reached the actor. */
    void refused(int wireBytes) {
        checkCredit(wireBytes);
        notExecuted(wireBytes);
    }

    void notExecuted(int wireBytes) {
        cell.enqueue(() -> executed(wireBytes));
    }

    /** Reads which method is called; a frame of another type than the method's is refused, since nobody would answer it as its caller expects. */
    int readMethod(ByteReader in, int frameType) {
        int method = in.readVarInt();
        if (method < 0 || method >= contract.methodCount()) {
            throw new ProtocolException("call: method=" + Integer.toUnsignedString(method) + " >= methods of contract="
                    + contract.name() + ", " + contract.methodCount() + "; the peer is damaged or hostile");
        }
        requireFrameType(method, frameType);
        return method;
    }

    /** Refuses a frame of another type than the method's. */
    void requireFrameType(int method, int frameType) {
        if (contract.frameType(method) != frameType) {
            throw new ProtocolException("call: frame type=" + frameType + ", expected=" + contract.frameType(method)
                    + ", method=" + contract.method(method).name() + "; the peer is damaged or hostile");
        }
    }

    /** What a message finds its call by: the method and the call id, which is 0 for a tell. */
    private static long id(int method, int callId) {
        return (long) method << 32 | callId & 0xFFFF_FFFFL;
    }

    private void queue(
            long id,
            long deadlineNanos,
            ByteReader in,
            int wireBytes,
            @Nullable IncomingCall tell,
            @Nullable TraceContext trace) {
        int method = (int) (id >>> 32);
        int callId = (int) id;
        int seenBytes = (tell == null ? 0 : intercepted.waitingTellBytes()) + TraceFrames.heapBytes(trace);
        CallMessage call;
        boolean large = size(wireBytes) > LARGE_BYTES;
        if (large || postponing || callId != 0 && endpoint.answerRoom().isFull()) {
            UndecodedCall kept = undecoded(method, in, large, seenBytes);
            if (kept == null) { // no memory for it: the session is about to end, and with it the asks
                if (tell != null) {
                    intercepted.ended(tell, endpoint.disconnected());
                }
                return;
            }
            call = kept;
        } else {
            ReservedDecoder arguments = endpoint.queued().arguments();
            try {
                call = skeleton.message(method, in, arguments);
            } catch (Throwable undecodable) { // classes of the application take part
                arguments.close();
                refuse(method, callId, wireBytes, undecodable);
                if (tell != null) {
                    intercepted.ended(tell, undecodable);
                }
                return;
            }
            long reservedBytes = arguments.reservedBytes();
            call.heapBytes = arguments.endMessage() + contract.argumentBytes(method) + seenBytes;
            endpoint.queued().queued(QueuedCalls.bytes(size(wireBytes), call.heapBytes), reservedBytes);
        }
        if (!hasQueued) {
            hasQueued = true;
        }
        call.replyTo = tell == null ? this : intercepted.telling(this, tell);
        call.callId = id;
        call.deadlineNanos = deadlineNanos;
        call.trace = trace;
        call.wireBytes = wireBytes;
        if (cell.isStopped()) {
            call.refuse(new ActorStoppedException(
                    "call: actor=" + cell.name() + " has stopped; the call was not executed"));
        } else {
            inbound.send(cell, call);
        }
    }

    /** A call that keeps its arguments as they came, in a copy unless they are its own; null where there is no memory for one. */
    private @Nullable UndecodedCall undecoded(int method, ByteReader in, boolean large, int seenBytes) {
        int bytes = in.remaining();
        if (!large) {
            int counted = QueuedCalls.undecodedBytes(bytes) + ReceivedReferences.heapBytes(in.references()) + seenBytes;
            endpoint.queued().queued(counted, 0);
            return new UndecodedCall(this, method, in, in.readBytes(bytes), 0, bytes, counted);
        }
        int counted = bytes + ReceivedReferences.heapBytes(in.references()) + seenBytes;
        if (!endpoint.memory().reserve(counted)) {
            return null;
        }
        endpoint.queued().addLarge(counted);
        byte[] whole = endpoint.keepWholeMessage(in);
        return whole != null
                ? new UndecodedCall(this, method, in, whole, in.position(), bytes, counted)
                : new UndecodedCall(this, method, in, in.readBytes(bytes), 0, bytes, counted);
    }

    private void refuse(int method, int callId, int wireBytes, Throwable undecodable) {
        if (callId == 0) {
            reportTell(method, undecodable);
        } else {
            failed(callId, method, undecodable instanceof CodecException codec ? new OwnFailure(codec) : undecodable);
        }
        cell.enqueue(() -> executed(wireBytes));
    }

    private void checkCredit(int wireBytes) {
        receivedMessages++;
        if (receivedMessages > grantedMessages || receivedBytes >= grantedBytes) {
            throw new ProtocolException("credit: reference=" + referenceId + ", messages=" + receivedMessages + " of "
                    + grantedMessages + ", bytes=" + receivedBytes + " of " + grantedBytes
                    + "; the peer sent more than it was granted");
        }
        receivedBytes += wireBytes;
    }

    /** Counts an executed call, and gives credit back by halves of the window; on the actor's dispatcher. */
    private void executed(int wireBytes) {
        if (wireBytes < 0) {
            endpoint.pipelined().executed(~wireBytes);
            return;
        }
        executedMessages++;
        executedBytes += wireBytes;
        if (executedMessages >= halfMessages || executedBytes >= halfBytes) {
            int messages = executedMessages;
            int bytes = executedBytes;
            executedMessages = 0;
            executedBytes = 0;
            grant(messages, bytes);
        }
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // one writer
    private void grant(int messages, int bytes) {
        grantedMessages += messages;
        grantedBytes += bytes;
        endpoint.frames().credit(referenceId, messages, bytes);
    }

    /** A call that waited has been handled: on the actor's dispatcher, as {@link #executed}. */
    private void handled(CallMessage call) {
        executed(call.wireBytes);
        handledBytes += call instanceof UndecodedCall kept
                ? kept.release()
                : QueuedCalls.bytes(size(call.wireBytes), call.heapBytes);
        if (handledBytes >= QueuedCalls.HANDLED_STEP_BYTES || abandoned) {
            tellHandled();
        }
    }

    private void tellHandled() {
        endpoint.queued().handled(handledBytes);
        handledBytes = 0;
    }

    /** The peer has let go of it: no further calls come, which would make this tell what it gathered. From any thread. */
    void abandon() {
        endStopWatch();
        if (hasQueued) {
            cell.enqueue(() -> {
                abandoned = true;
                tellHandled();
            });
        }
    }

    @Override
    public void reply(CallMessage call, @Nullable Object result) {
        int callId = (int) call.callId;
        if (callId != 0 && isStream((int) (call.callId >>> 32))) {
            int wireBytes = call instanceof UndecodedCall ? 0 : size(call.wireBytes);
            endpoint.streams().hold(callId, 2L * wireBytes + call.heapBytes);
        }
        handled(call);
        if (callId != 0) {
            answer(callId, (int) (call.callId >>> 32), result);
        }
    }

    @Override
    public void fail(CallMessage call, Throwable failure) {
        int callId = (int) call.callId;
        int method = (int) (call.callId >>> 32);
        if (callId == 0) {
            reportTell(method, failure);
        } else {
            failed(callId, method, failure);
        }
        if (RunContext.current() != null && ActorCell.current() == cell) {
            handled(call);
        } else {
            cell.enqueue(() -> handled(call));
        }
    }

    @Override
    public void refuse(CallMessage call, RuntimeException reason) {
        fail(call, new OwnFailure(reason));
    }

    @Override
    public CallerBacklog backlog() {
        return backlog;
    }

    @Override
    public boolean admits(CallMessage call) {
        int callId = (int) call.callId;
        if (callId != 0
                && (endpoint.isEnded() || !endpoint.frames().unanswered().isOpen(callId))) {
            handled(call); // the peer has gone, or has given it up
            return false;
        }
        if (call.deadlineNanos != 0 && endpoint.loop().nanoTime() - call.deadlineNanos > 0) {
            refuse(
                    call,
                    new DeadlineExceededException(
                            "call: method=" + call.method() + " waited past its deadline; it was not executed"));
            return false;
        }
        if ((int) call.callId != 0 && endpoint.memory().reason() != null) {
            handled(call); // nobody waits for it, and its session held too much
            return false;
        }
        return !postpones(call);
    }

    /** Whether a call waits here instead of being executed now. */
    boolean postpones(CallMessage call) {
        boolean wait = !resuming
                && (postponing
                        || (int) call.callId != 0 && endpoint.answerRoom().isFull());
        if (wait) {
            postponing = true;
            postponed.add(call);
            endpoint.answerRoom().await(this);
        }
        return wait;
    }

    @Override
    public void roomMade() {
        cell.enqueue(this::resume);
    }

    private void resume() {
        resuming = true;
        try {
            while (!postponed.isEmpty()) {
                if (endpoint.answerRoom().isFull()) {
                    endpoint.answerRoom().await(this);
                    return;
                }
                postponed.poll().deliver(cell);
            }
            postponing = false;
        } finally {
            resuming = false;
        }
    }

    /** Sends a result, now or when it is there; on the actor's dispatcher. */
    private void answer(int callId, int index, @Nullable Object result) {
        ContractMethod method = contract.method(index);
        switch (method.kind()) {
            case ASK -> answerLater(callId, index, (CompletionStage<?>) result);
            case STREAM -> stream(callId, index, (Flow.Publisher<?>) result);
            case BLOCKING -> answerNow(callId, index, result);
            case TELL -> throw new AssertionError(method.signature());
        }
    }

    private void answerLater(int callId, int index, @Nullable CompletionStage<?> stage) {
        if (stage instanceof CompletableFuture<?> future
                && tellsState(future)
                && future.state() == Future.State.SUCCESS) {
            answerNow(callId, index, future.resultNow());
        } else if (stage == null) {
            failed(callId, index, new NullPointerException("the method returned null instead of a promise"));
        } else {
            new DeferredAnswer(this, callId, index).begin(stage);
        }
    }

    void answerNow(int callId, int index, @Nullable Object value) {
        endpoint.frames().answer(callId, contract.method(index), contract.result(index), value);
    }

    /** A subclass may be a minimal stage, which throws when it is asked. */
    private static boolean tellsState(CompletableFuture<?> future) {
        return future.getClass() == Promise.class || future.getClass() == CompletableFuture.class;
    }

    @SuppressWarnings("unchecked")
    private void stream(int callId, int index, Flow.@Nullable Publisher<?> publisher) {
        StreamSender sender = endpoint.streams().sender(callId);
        if (publisher == null) {
            failed(callId, index, new NullPointerException("the method returned null instead of a publisher"));
        } else if (sender != null) {
            ResultCodec items = skeleton instanceof PassedStream passed ? passed.items() : contract.result(index);
            sender.begin(contract.method(index), items, (Flow.Publisher<Object>) publisher);
        }
    }

    void failed(int callId, int method, Throwable failure) {
        if (isStream(method) && !endpoint.streams().forget(callId)) {
            return; // cancelled before it began, and the peer knows
        }
        endpoint.frames().failure(callId, told(method, failure), contract.method(method));
    }

    private Throwable told(int method, Throwable failure) {
        if (failure instanceof OwnFailure own && own.reason() instanceof CodecException undecodable) {
            return new OwnFailure(new CallRefusedException(
                    "call: method=" + contract.method(method).name() + " was refused by the peer, which says: "
                            + undecodable.getMessage()));
        }
        return FailureFrames.ofActor(cell, failure);
    }

    ContractMethod method(int index) {
        return contract.method(index);
    }

    private void reportTell(int method, Throwable failure) {
        cell.reportTellFailure(contract.method(method).name(), OwnFailure.unmarked(failure));
    }
}
