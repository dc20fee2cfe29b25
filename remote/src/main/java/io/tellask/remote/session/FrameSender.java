package io.tellask.remote.session;

import io.tellask.actor.runtime.ContractMethod;
import io.tellask.actor.runtime.LocalReference;
import io.tellask.codec.ByteWriter;
import io.tellask.codec.ScopedEncoder;
import org.jspecify.annotations.Nullable;

/**
 * Writes every frame that is not a call of a proxy's: announcements, credit, answers, stream items, failures.
 *
 * <p>Thread-safe. Each method takes the batch's lock once; what user code takes part in is encoded before.
 */
final class FrameSender {
    /** What a reference among the items of a stream takes of its credit. */
    static final int REFERENCE_BYTES = 16;

    private final Endpoint endpoint;
    private final Outbound outbound;
    private final ScopedEncoder encoder;
    private long answered; // under the outbound's lock

    FrameSender(Endpoint endpoint) {
        this.endpoint = endpoint;
        outbound = endpoint.outbound();
        encoder = endpoint.settings().codec().newScopedEncoder(this::announceSchema);
    }

    ScopedEncoder encoder() {
        return encoder;
    }

    /** Announces something that later messages refer to: never waits, for the caller holds the lock that keeps the order. */
    void announce(int kind, ByteWriter body) {
        if (endpoint.fitsOneFrame(body)) {
            whole(kind, body);
        } else {
            endpoint.large().send(kind, body.array(), body.position(), false);
        }
    }

    /** Sends a message made beforehand, in fragments if it is long. */
    void message(int kind, ByteWriter body) {
        if (endpoint.fitsOneFrame(body)) {
            whole(kind, body);
        } else {
            endpoint.large().send(kind, body.array(), body.position());
        }
    }

    private void whole(int kind, ByteWriter body) {
        outbound.lock();
        ByteWriter out = outbound.beginFrame(body.position());
        out.writeBytes(body.array(), 0, body.position());
        finish(kind);
    }

    void finish(int kind) {
        outbound.endFrame(kind);
        int overrunBytes = overrunBytes();
        if (outbound.closed) {
            outbound.filling.clear();
        }
        outbound.unlockAndSend();
        endOverrun(overrunBytes);
    }

    /** What waits for a peer that does not read, where that is more than may; else 0. With the lock held. */
    int overrunBytes() {
        int waiting = outbound.pendingBytes();
        return waiting > endpoint.limits().outboundBytes() ? waiting : 0;
    }

    /** Ends the session if there is an overrun. */
    void endOverrun(int waitingBytes) {
        if (waitingBytes > 0) {
            endpoint.runOnLoop(() -> endpoint.failNow("send: waiting bytes=" + waitingBytes + " > outboundBytes="
                    + endpoint.limits().outboundBytes() + "; the peer does not read"));
        }
    }

    private ByteWriter beginShort() {
        outbound.lock();
        return outbound.beginFrame(32);
    }

    void credit(int referenceId, int messages, int bytes) {
        ByteWriter out = beginShort();
        out.writeVarInt(referenceId);
        out.writeVarInt(messages);
        out.writeVarInt(bytes);
        finish(Kind.CREDIT);
    }

    void release(int referenceId, int times) {
        ByteWriter out = beginShort();
        out.writeVarInt(referenceId);
        out.writeVarInt(times);
        finish(Kind.RELEASE);
    }

    void released(int referenceId) {
        ByteWriter out = beginShort();
        out.writeVarInt(referenceId);
        finish(Kind.RELEASED);
    }

    void request(int callId, int items, int bytes) {
        ByteWriter out = beginShort();
        out.writeInt32(callId);
        out.writeVarInt(items);
        out.writeVarInt(bytes);
        finish(Kind.REQUEST);
    }

    void cancel(int callId) {
        ByteWriter out = beginShort();
        out.writeInt32(callId);
        finish(Kind.CANCEL);
    }

    void end(int callId) {
        ByteWriter out = beginShort();
        out.writeInt32(callId);
        answered++;
        finish(Kind.END);
    }

    void ping(int kind, long value) {
        ByteWriter out = beginShort();
        out.writeVarLong(value);
        finish(kind);
    }

    /** Answers an ask with a value, a reference or null. */
    void answer(int callId, ResultCodec codec, @Nullable Object value) {
        try {
            sendValue(Kind.ANSWER, callId, codec, value);
        } catch (RuntimeException unsendable) {
            failure(callId, unsendable, null);
        }
    }

    /** Sends one item of a stream; the bytes of its body, which both sides count as its credit. */
    int item(int callId, ResultCodec codec, Object item) {
        return sendValue(Kind.ITEM, callId, codec, item);
    }

    private int sendValue(int kind, int callId, ResultCodec codec, @Nullable Object value) {
        if (value == null) {
            ByteWriter out = beginShort();
            out.writeInt32(callId);
            answered++;
            finish(Kind.ANSWER_NULL);
            return 4;
        }
        if (value instanceof LocalReference reference && codec.contract() != null) {
            int referenceKind = kind == Kind.ANSWER ? Kind.ANSWER_REFERENCE : Kind.ITEM_REFERENCE;
            endpoint.exports()
                    .hand(
                            reference,
                            codec.contract(),
                            (referenceId, contractId) ->
                                    writeReference(referenceKind, callId, referenceId, contractId));
            return REFERENCE_BYTES;
        }
        return codec.isSmall() ? sendSmall(kind, callId, codec, value) : sendLong(kind, callId, codec, value);
    }

    private int sendSmall(int kind, int callId, ResultCodec codec, Object value) {
        codec.requireFits(value);
        ByteWriter out = beginShort();
        out.writeInt32(callId);
        codec.write(value, out, encoder);
        int bytes = out.position() - outbound.frameStart - Kind.HEADER_BYTES;
        answered += kind == Kind.ANSWER ? 1 : 0;
        finish(kind);
        return bytes;
    }

    private int sendLong(int kind, int callId, ResultCodec codec, Object value) {
        ByteWriter body = endpoint.takeScratch();
        body.writeInt32(callId);
        codec.requireFits(value);
        codec.write(value, body, encoder);
        int bytes = body.position();
        endpoint.large().checkSize("answer", bytes);
        if (kind == Kind.ANSWER) {
            countAnswer();
        }
        message(kind, body);
        endpoint.returnScratch(body);
        return bytes;
    }

    void answerReference(int callId, LocalReference reference, RemoteContract<?> contract) {
        try {
            endpoint.exports()
                    .hand(
                            reference,
                            contract,
                            (referenceId, contractId) ->
                                    writeReference(Kind.ANSWER_REFERENCE, callId, referenceId, contractId));
        } catch (RuntimeException refused) {
            failure(callId, refused, null);
        }
    }

    private void writeReference(int kind, int callId, int referenceId, int contractId) {
        ByteWriter out = beginShort();
        out.writeInt32(callId);
        out.writeVarInt(referenceId);
        out.writeVarInt(contractId);
        answered += kind == Kind.ANSWER_REFERENCE ? 1 : 0;
        finish(kind);
    }

    /** Answers a call with a failure, and writes it down first. */
    void failure(int callId, Throwable failure, @Nullable ContractMethod method) {
        ByteWriter body = endpoint.takeScratch();
        body.writeInt32(callId);
        boolean asItself = FailureFrames.write(failure, method, body, encoder);
        if (!endpoint.large().fits(body.position())) {
            body.clear();
            body.writeInt32(callId);
            FailureFrames.writeByName(failure, body);
            asItself = false;
        }
        writeDown(callId, failure, method, asItself);
        countAnswer();
        message(Kind.FAILURE, body);
        endpoint.returnScratch(body);
    }

    private void writeDown(int callId, Throwable failure, @Nullable ContractMethod method, boolean asItself) {
        FailureLog log = endpoint.settings().failures();
        if (asItself) {
            log.asItself(callId, method, endpoint.peer(), failure);
        } else {
            log.byName(endpoint.loop().nanoTime(), callId, method, endpoint.peer(), failure);
        }
    }

    /** Before the answer can leave: the peer may use the slot again as soon as it has read it. */
    private void countAnswer() {
        outbound.lock();
        answered++;
        outbound.unlock();
    }

    /** Asks of the peer's that were answered so far. */
    long answered() {
        outbound.lock();
        long count = answered;
        outbound.unlock();
        return count;
    }

    /** As {@link #answered}, without the lock. */
    long answeredEstimate() {
        return answered;
    }

    private void announceSchema(int id, byte[] descriptor) {
        ByteWriter out = new ByteWriter(descriptor.length + 8);
        out.writeVarInt(id);
        out.writeBytes(descriptor, 0, descriptor.length);
        announce(Kind.SCHEMA, out);
    }
}
