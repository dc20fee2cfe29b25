package io.tellask.remote.session;

import io.tellask.codec.ByteReader;
import io.tellask.codec.CodecException;
import io.tellask.remote.CallRefusedException;
import io.tellask.remote.DeadlineExceededException;
import io.tellask.remote.ProtocolException;
import io.tellask.remote.TraceContext;
import io.tellask.remote.frame.FrameType;
import io.tellask.remote.frame.OwnFailure;
import io.tellask.remote.frame.TraceFrames;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The peer's calls of actors that other calls of its own bring it: each names the call whose result its actor is.
 *
 * <p>Those whose actor is not there yet wait here, as the bytes that came, and go on in their order as soon as that call is answered; one
 * that came before is so always ahead of one that names the actor itself. Which actors the peer was brought is kept by the slots of the
 * calls that brought them, until it lets go of the actor or another call of that slot brings one.
 *
 * <p>Credit is one account for all of them, which CREDIT of reference 0 fills.
 *
 * <p>What waits and what was brought is guarded by the lock of the session's {@link Outbound}, under which calls settle; the rest is the
 * loop's, but for {@link #executed}.
 */
final class PipelinedCalls {
    private static final Logger LOG = System.getLogger("io.tellask.remote");

    /** What the place of an actor takes that was brought, and a call that waits, beside its bytes. */
    private static final int BROUGHT_BYTES = 96;

    private static final int WAITING_BYTES = 160;

    /** A call id may come again after so many asks. */
    private static final int GENERATIONS = 0x1_0000;

    private final Endpoint endpoint;
    private final Map<Integer, Brought> brought = new HashMap<>();
    private final Map<Integer, List<Call>> waiting = new HashMap<>();
    private volatile boolean hasSettled;
    private long receivedMessages; // the loop's, as the next
    private long receivedBytes;
    private int executedMessages; // guarded by this, as the next
    private int executedBytes;
    private volatile long grantedMessages;
    private volatile long grantedBytes;

    /** The actor that a call brought. */
    private record Brought(int callId, Export export, long asks) {}

    /** A call as it came, from behind the name of its actor. */
    record Call(
            int bringer,
            int contractId,
            int kind,
            int callId,
            int method,
            long deadlineNanos,
            int wireBytes,
            byte[] rest,
            @Nullable IntFunction<Object> references,
            @Nullable TraceContext trace) {}

    PipelinedCalls(Endpoint endpoint) {
        this.endpoint = endpoint;
        grantedMessages = endpoint.limits().creditMessages();
        grantedBytes = endpoint.limits().creditBytes();
    }

    /** A call is about to be answered with a reference to an actor of this side. From any thread. */
    void brings(int callId, Export export) {
        if (!endpoint.peerLimits().pipelines()) {
            return;
        }
        int slot = callId & 0xFFFF;
        Brought now = new Brought(callId, export, endpoint.inbound().asksReceived());
        endpoint.outbound().lock();
        try {
            if (endpoint.frames().unanswered().isOpen(callId)) { // else it was given up, and its slot may be another's
                Brought before = brought.put(slot, now);
                if (before == null) {
                    endpoint.memory().add(BROUGHT_BYTES);
                } else {
                    before.export.bringers().remove(slot);
                }
                export.bringers().add(slot);
            }
        } catch (Throwable failure) {
            endpoint.outbound().unlockFailed();
            throw failure;
        }
        endpoint.outbound().unlock();
    }

    /** The peer has let go of an actor. From any thread. */
    void forget(Export export) {
        endpoint.outbound().lock();
        try {
            for (int slot : export.bringers()) {
                if (brought.get(slot) instanceof Brought known && known.export == export) {
                    brought.remove(slot);
                    endpoint.memory().add(-BROUGHT_BYTES);
                }
            }
        } catch (Throwable failure) {
            endpoint.outbound().unlockFailed();
            throw failure;
        }
        endpoint.outbound().unlock();
    }

    /** The session has ended: nothing goes on. */
    void end() {
        endpoint.outbound().lock();
        waiting.clear();
        brought.clear();
        endpoint.outbound().unlock();
    }

    /** A call is settled, and some wait for one. With the lock held, which nothing may break. */
    void settled() {
        if (!hasSettled) {
            hasSettled = true;
            try {
                endpoint.runOnLoopLater(this::goOnOrClose);
            } catch (Throwable notQueued) { // for want of memory; the next turn goes on with them
                LOG.log(Level.DEBUG, "calls of {0} wait for its next frame: {1}", endpoint.peer(), notQueued);
            }
        }
    }

    /** As {@link #goOn}, outside of a turn, which would tell the peer what is wrong with them. */
    private void goOnOrClose() {
        try {
            goOn();
        } catch (ProtocolException | CodecException damaged) {
            endpoint.failNow(String.valueOf(damaged.getMessage()));
        }
    }

    /** Calls that were waiting go on, before anything that came later. On the loop. */
    void goOn() {
        while (hasSettled && !endpoint.isEnded()) {
            for (Call call : takeSettled()) {
                endpoint.memory().add(-heldBytes(call));
                goOn(call);
            }
        }
    }

    private List<Call> takeSettled() {
        List<Call> calls = new ArrayList<>();
        endpoint.outbound().lock();
        try {
            hasSettled = false;
            waiting.entrySet().removeIf(each -> {
                boolean open = endpoint.frames().unanswered().isOpen(each.getKey());
                return !open && calls.addAll(each.getValue());
            });
            if (waiting.isEmpty()) {
                endpoint.frames().unanswered().onSettled(null);
            }
        } catch (Throwable failure) {
            endpoint.outbound().unlockFailed();
            throw failure;
        }
        endpoint.outbound().unlock();
        return calls;
    }

    private static long heldBytes(Call call) {
        return WAITING_BYTES
                + (long) call.rest.length
                + ReceivedReferences.heapBytes(call.references)
                + TraceFrames.heapBytes(call.trace);
    }

    private void goOn(Call call) {
        ByteReader body = new ByteReader();
        body.wrap(call.rest, 0, call.rest.length);
        body.references(call.references);
        if (call.callId != 0 && !endpoint.frames().unanswered().isOpen(call.callId)) {
            executed(call.wireBytes); // given up meanwhile
        } else if (call.deadlineNanos != 0 && endpoint.loop().nanoTime() - call.deadlineNanos > 0) {
            refuse(call, new DeadlineExceededException("call: its actor came past its deadline; it was not executed"));
        } else {
            deliver(brought(call.bringer), call, body);
        }
    }

    private @Nullable Export brought(int callId) {
        endpoint.outbound().lock();
        Brought known = brought.get(callId & 0xFFFF);
        endpoint.outbound().unlock();
        return known != null && known.callId == callId && endpoint.inbound().asksReceived() - known.asks < GENERATIONS
                ? known.export
                : null;
    }

    /** A call came whose reference id is 0; {@code wireBytes} is what it takes of the credit. On the loop. */
    void received(int kind, ByteReader body, int wireBytes) {
        if (!endpoint.isIntroduced()) {
            throw new ProtocolException("call: it came before the welcome; the peer is damaged or hostile");
        }
        goOn();
        checkCredit(wireBytes);
        int bringer = body.readInt32();
        int contractId = body.readVarInt();
        CallFrames calls = endpoint.inbound().calls();
        int callId = kind == FrameType.TELL ? 0 : calls.callId(body);
        int method = body.readVarInt();
        Call call = new Call(
                bringer,
                contractId,
                kind & ~FrameType.DEADLINE_FLAG,
                callId,
                method,
                calls.deadline(kind, body),
                wireBytes,
                PassedReferences.NONE,
                body.references(),
                endpoint.traced());
        if (!waits(call, body)) {
            goOn(); // what waited for the same call, if that was settled just now
            deliver(brought(bringer), call, body);
        }
    }

    /** Lets a call wait if the one that brings its actor is not answered. */
    private boolean waits(Call call, ByteReader body) {
        endpoint.outbound().lock();
        boolean open = endpoint.frames().unanswered().isOpen(call.bringer) && call.bringer != call.callId;
        endpoint.outbound().unlock();
        if (!open) {
            return false;
        }
        long held = heldBytes(call) + body.remaining();
        if (!endpoint.memory().reserve(held)) {
            return true; // the session is about to end
        }
        int from = body.position();
        byte[] rest = body.readBytes(body.remaining());
        Call kept = new Call(
                call.bringer,
                call.contractId,
                call.kind,
                call.callId,
                call.method,
                call.deadlineNanos,
                call.wireBytes,
                rest,
                call.references,
                call.trace);
        boolean waits;
        endpoint.outbound().lock();
        try {
            waits = endpoint.frames().unanswered().isOpen(call.bringer);
            if (waits) {
                waiting.computeIfAbsent(call.bringer, _ -> new ArrayList<>(2)).add(kept);
                endpoint.frames().unanswered().onSettled(this);
            }
        } catch (Throwable failure) {
            endpoint.outbound().unlockFailed();
            throw failure;
        }
        endpoint.outbound().unlock();
        if (!waits) {
            endpoint.memory().add(-held);
            body.advanceTo(from);
        }
        return waits;
    }

    private void deliver(@Nullable Export export, Call call, ByteReader body) {
        if (export == null) {
            refuse(
                    call,
                    new CallRefusedException("call: its actor was to be the result of call id="
                            + Integer.toUnsignedString(call.bringer)
                            + ", which brought none; await that call or lookup, whose own failure says why"));
            return;
        }
        int[] methods = endpoint.imports().methodsOf(call.contractId, export.contract());
        int method = call.method;
        if (methods == null || method < 0 || method >= methods.length || methods[method] < 0) {
            refuse(
                    call,
                    new CallRefusedException(
                            "call: contract=" + export.contract().name()
                                    + " has no such method on this side; use the same version of the interface"));
            return;
        }
        TraceContext before = endpoint.traced();
        endpoint.traced(call.trace);
        try {
            endpoint.inbound().calls().pipelined(export, methods[method], call, body);
        } finally {
            endpoint.traced(before);
        }
    }

    private void refuse(Call call, RuntimeException why) {
        executed(call.wireBytes);
        if (call.callId != 0) {
            endpoint.frames().failure(call.callId, new OwnFailure(why), null);
        }
    }

    private void checkCredit(int wireBytes) {
        receivedMessages++;
        if (receivedMessages > grantedMessages || receivedBytes >= grantedBytes) {
            throw new ProtocolException("credit: pipelined messages=" + receivedMessages + " of " + grantedMessages
                    + ", bytes=" + receivedBytes + " of " + grantedBytes + "; the peer sent more than it was granted");
        }
        receivedBytes += wireBytes;
    }

    /** A call was executed, or will not be. From any thread. */
    void executed(int wireBytes) {
        int messages = 0;
        int bytes = 0;
        synchronized (this) {
            executedMessages++;
            executedBytes += wireBytes;
            if (executedMessages >= Math.max(1, endpoint.limits().creditMessages() / 2)
                    || executedBytes >= endpoint.limits().creditBytes() / 2) {
                messages = executedMessages;
                bytes = executedBytes;
                executedMessages = 0;
                executedBytes = 0;
                grantedMessages += messages;
                grantedBytes += bytes;
            }
        }
        if (messages > 0) {
            endpoint.frames().credit(0, messages, bytes);
        }
    }
}
