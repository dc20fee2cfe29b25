package io.tellask.remote.session;

import io.tellask.actor.WaitChain;
import io.tellask.actor.contract.ContractMethod;
import io.tellask.actor.contract.LocalReference;
import io.tellask.codec.ByteWriter;
import io.tellask.codec.MessageForm;
import io.tellask.codec.ScopedEncoder;
import io.tellask.remote.CallRefusedException;
import io.tellask.remote.frame.FailureFrames;
import io.tellask.remote.frame.FailureLog;
import io.tellask.remote.frame.FrameType;
import io.tellask.remote.frame.Hello;
import io.tellask.remote.frame.OwnFailure;
import io.tellask.text.StackHeadroom;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/**
 * Writes every frame that is not a call of a proxy's: announcements, credit, answers, stream items, failures.
 *
 * <p>Thread-safe. Most methods take the batch's lock once; what user code takes part in is encoded before.
 */
final class FrameSender {
    /** What a reference among the items of a stream takes of its credit. */
    static final int REFERENCE_BYTES = 16;

    /** How many of the peer's calls are looked at for one that waits for an ask which is late. */
    private static final int ANSWERS_SEARCHED = 64;

    /** No number of bytes. */
    private static final int ELSEWHERE = -1;

    private final Endpoint endpoint;
    private final Outbound outbound;
    private final InterceptedCalls intercepted;
    private volatile ScopedEncoder encoder;
    private int inPlaceBytes; // written once, before any message
    private final UnansweredCalls unanswered;

    FrameSender(Endpoint endpoint) {
        this.endpoint = endpoint;
        outbound = endpoint.outbound();
        intercepted = endpoint.intercepted();
        unanswered = new UnansweredCalls(endpoint.memory());
        encoder = endpoint.settings().codec().newScopedEncoder(this::announceSchema);
    }

    /** The peer introduced itself, before any message was encoded for it: one that does not know the wide form gets none. */
    void introduced(Hello peer) {
        inPlaceBytes = endpoint.large().inPlaceBytes();
        if (!peer.readsWideForm()) {
            encoder = endpoint.settings().codec().newScopedEncoder(this::announceSchema, MessageForm.COMPACT);
        }
    }

    ScopedEncoder encoder() {
        return encoder;
    }

    /** What a message may take that is encoded within the batch. */
    int inPlaceBytes() {
        return inPlaceBytes;
    }

    /** The peer's calls that wait for an answer. */
    UnansweredCalls unanswered() {
        return unanswered;
    }

    /** Announces something that later messages refer to: never waits, for the caller holds the lock that keeps the order. */
    void announce(int kind, ByteWriter body) {
        StackHeadroom.forCall();
        try {
            if (endpoint.large().fitOneFrame(body.position())) {
                whole(kind, body.array(), body.position());
            } else {
                endpoint.large().send(kind, body.array(), body.position(), false);
            }
        } catch (Throwable failure) { // what refers to it later could not be read
            endpoint.failed(failure);
            throw failure;
        }
    }

    /** Sends a message made beforehand, in fragments if it is long. */
    void message(int kind, ByteWriter body) {
        message(kind, body.array(), body.position());
    }

    private void message(int kind, byte[] body, int length) {
        if (endpoint.large().fitOneFrame(length)) {
            whole(kind, body, length);
        } else {
            endpoint.large().send(kind, body, length);
        }
    }

    private void whole(int kind, byte[] body, int length) {
        ByteWriter out = outbound.lockAndBeginFrame(length);
        out.writeBytes(body, 0, length);
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
        int most = endpoint.limits().outboundBytes();
        if (waiting <= most) {
            outbound.largeBytes = 0;
        }
        return waiting > (long) most + outbound.largeBytes ? waiting : 0;
    }

    /**
     * A large message is added whole, by an actor that cannot wait: some of them at once, as much as one may be long, are no sign that the peer does
     * not read. With the lock held.
     */
    void addsLarge(int bytes) {
        outbound.largeBytes =
                Math.min(outbound.largeBytes + bytes, endpoint.limits().messageBytes());
    }

    /** Ends the session if there is an overrun. */
    void endOverrun(int waitingBytes) {
        if (waitingBytes > 0) {
            endpoint.runOnLoop(() -> endpoint.failNow("send: waiting bytes=" + waitingBytes + " > outboundBytes="
                    + endpoint.limits().outboundBytes() + "; the peer does not read"));
        }
    }

    private ByteWriter beginShort() {
        return outbound.lockAndBeginFrame(32);
    }

    void credit(int referenceId, int messages, int bytes) {
        ByteWriter out = beginShort();
        out.writeVarInt(referenceId);
        out.writeVarInt(messages);
        out.writeVarInt(bytes);
        finish(FrameType.CREDIT);
    }

    /** Lets go of a reference that came so many times: in several frames where that is more than a count can say. */
    void release(int referenceId, long times) {
        for (long left = times; left > 0; ) {
            int now = (int) Math.min(left, Integer.MAX_VALUE);
            ByteWriter out = beginShort();
            out.writeVarInt(referenceId);
            out.writeVarInt(now);
            finish(FrameType.RELEASE);
            left -= now;
        }
    }

    void released(int referenceId) {
        ByteWriter out = beginShort();
        out.writeVarInt(referenceId);
        finish(FrameType.RELEASED);
    }

    void request(int callId, int items, int bytes) {
        ByteWriter out = beginShort();
        out.writeInt32(callId);
        out.writeVarInt(items);
        out.writeVarInt(bytes);
        finish(FrameType.REQUEST);
    }

    void cancel(int callId) {
        ByteWriter out = beginShort();
        out.writeInt32(callId);
        finish(FrameType.CANCEL);
    }

    /** Ends a stream, unless the peer was told already. */
    void end(int callId) {
        ByteWriter out = beginAnswer(callId);
        if (out != null) {
            finish(FrameType.END);
        }
        ended(callId, null);
    }

    /** A call of the peer's has ended; who intercepts calls is told. */
    private void ended(int callId, @Nullable Throwable failure) {
        if (intercepted.hasBegun()) {
            intercepted.ended(callId, failure);
        }
    }

    /** The peer has given a call up: confirms that, unless the answer is on its way, and drops what comes of the call later. */
    void confirmGivenUp(int callId) {
        outbound.lock();
        DeferredAnswer answer = unanswered.deferred(callId);
        outbound.unlock();
        if (intercepted.hasBegun()) {
            intercepted.ended(callId, new CancellationException("call: its caller has given it up"));
        }
        end(callId);
        if (answer != null) {
            writeDownWait(callId, answer);
            answer.givenUp();
        }
    }

    /** Why the answer did not come in time: actors that wait for one another are named where they are. */
    private void writeDownWait(int callId, DeferredAnswer answer) {
        if (endpoint.timers().maySearch()) {
            FailureLog log = endpoint.settings().failures();
            long now = endpoint.loop().nanoTime();
            answer.waitChain().ifPresent(chain -> log.givenUp(now, callId, answer.method(), endpoint.peer(), chain));
        }
    }

    /** Which of the peer's own calls waits for an ask to that peer, in words for a failure; nothing if none is found. */
    String peersWait(RemotePromise ask) {
        outbound.lock();
        List<DeferredAnswer> answers = unanswered.someDeferred(ANSWERS_SEARCHED);
        outbound.unlock();
        for (DeferredAnswer answer : answers) {
            Optional<WaitChain> chain = answer.waitsFor(ask);
            if (chain.isPresent()) {
                return "; meanwhile a call of the peer waits for it, so the two may wait for one another: "
                        + chain.get();
            }
        }
        return "";
    }

    /** What some calls of the peer's wait for, for those who look inside: none where the lock is taken, which they must not wait for. */
    List<WaitChain> waitChains(int most) {
        if (!outbound.tryLock()) {
            return List.of();
        }
        List<DeferredAnswer> answers;
        try {
            answers = unanswered.someDeferred(most);
        } finally {
            outbound.unlock();
        }
        return answers.stream().flatMap(each -> each.waitChain().stream()).toList();
    }

    /** Keeps what will answer a call, as {@link UnansweredCalls#defer}. */
    boolean defer(int callId, DeferredAnswer answer) {
        outbound.lock();
        try {
            return unanswered.defer(callId, answer);
        } finally {
            outbound.unlock();
        }
    }

    /** The session has ended, so nobody waits for the answers that are to come: the stages that would bring them are cancelled. */
    void giveUpDeferred() {
        outbound.lock();
        unanswered.end();
        outbound.unlock();
        for (int i = 0; i < UnansweredCalls.SEGMENTS; i++) {
            outbound.lock();
            @Nullable DeferredAnswer[] answers = unanswered.takeDeferred(i);
            outbound.unlock();
            if (answers != null) {
                Each.of(answers, DeferredAnswer::givenUp, endpoint::endFailedPartly);
            }
        }
    }

    /** Begins the frame that settles a call; null, without the lock, if the call is settled. */
    private @Nullable ByteWriter beginAnswer(int callId) {
        outbound.lock();
        if (!unanswered.settle(callId)) {
            outbound.unlock();
            return null;
        }
        outbound.answered++;
        try {
            ByteWriter out = outbound.beginFrame(32);
            out.writeInt32(callId);
            return out;
        } catch (Throwable failure) {
            outbound.unlockFailed();
            throw failure;
        }
    }

    void ping(int kind, long value) {
        ByteWriter out = beginShort();
        out.writeVarLong(value);
        finish(kind);
    }

    /** Answers an ask with a value, a reference or null. */
    void answer(int callId, ContractMethod method, ResultCodec codec, @Nullable Object value) {
        try {
            int bytes = sendValue(FrameType.ANSWER, callId, codec, value);
            if (intercepted.hasBegun()) {
                intercepted.sent(callId, bytes);
            }
            ended(callId, null);
        } catch (Throwable unsendable) { // classes of the application take part
            failureInstead(callId, unsendable, method);
        }
    }

    /** Answers with a failure what could not be answered otherwise; a call that is settled already, and whose frame is lost, ends the session. */
    private void failureInstead(int callId, Throwable failure, @Nullable ContractMethod method) {
        Throwable told = failure instanceof CallRefusedException limit ? new OwnFailure(limit) : failure;
        if (!failure(callId, told, method) && failure instanceof VirtualMachineError) {
            endpoint.failed(failure);
        }
    }

    /** Sends one item of a stream; the bytes of its body, which both sides count as its credit. */
    int item(int callId, ResultCodec codec, Object item) {
        int bytes = sendValue(FrameType.ITEM, callId, codec, item);
        if (intercepted.hasBegun()) {
            intercepted.sentItem(callId, bytes);
        }
        return bytes;
    }

    /** As {@link #item(int, ResultCodec, Object)}, for one that was encoded before. */
    int item(int callId, StreamSender.Encoded item) {
        byte[] body = item.body();
        if (intercepted.hasBegun()) {
            intercepted.sentItem(callId, body.length);
        }
        endpoint.large().checkSize("answer", body.length);
        if (item.passed() == null) {
            message(FrameType.ITEM, body, body.length);
        } else {
            sendWith(item.passed(), FrameType.ITEM, 0, body, body.length);
        }
        return body.length;
    }

    /** The body of the frame of an item that is sent later, and that may be dropped before. From any thread. */
    StreamSender.Encoded encodeItem(int callId, ResultCodec codec, Object item) {
        codec.requireFits(item);
        ByteWriter body = endpoint.scratch().take();
        body.writeInt32(callId);
        write(FrameType.ITEM, codec, item, body);
        StreamSender.Encoded encoded = new StreamSender.Encoded(body.toByteArray(), PassedReferences.take(body));
        endpoint.scratch().giveBack(body);
        return encoded;
    }

    private int sendValue(int kind, int callId, ResultCodec codec, @Nullable Object value) {
        if (value == null) {
            if (beginAnswer(callId) != null) {
                finish(FrameType.ANSWER_NULL);
            }
            return FrameType.CALL_ID_BYTES;
        }
        if (codec.contract() != null && PassedReferences.isHanded(value, endpoint)) {
            int referenceKind = kind == FrameType.ANSWER ? FrameType.ANSWER_REFERENCE : FrameType.ITEM_REFERENCE;
            endpoint.exports()
                    .hand(
                            value,
                            codec.contract(),
                            (referenceId, contractId) ->
                                    writeReference(referenceKind, callId, referenceId, contractId));
            return REFERENCE_BYTES;
        }
        if (endpoint.values().texts() != null) {
            return sendScratch(kind, callId, codec, value);
        }
        return codec.isSmall() ? sendSmall(kind, callId, codec, value) : sendLong(kind, callId, codec, value);
    }

    private ByteWriter beginItem(int callId) {
        ByteWriter out = beginShort();
        out.writeInt32(callId);
        return out;
    }

    private int sendSmall(int kind, int callId, ResultCodec codec, Object value) {
        codec.requireFits(value);
        ByteWriter out = kind == FrameType.ANSWER ? beginAnswer(callId) : beginItem(callId);
        if (out == null) {
            return 0;
        }
        codec.write(value, out, encoder);
        int bytes = out.position() - outbound.frameStart - FrameType.HEADER_BYTES;
        finish(kind);
        return bytes;
    }

    private int sendLong(int kind, int callId, ResultCodec codec, Object value) {
        codec.requireFits(value);
        if (codec.tries().isWorthIt()) {
            int bytes = sendInPlace(kind, callId, codec, value);
            if (bytes != ELSEWHERE) {
                return bytes;
            }
        }
        return sendScratch(kind, callId, codec, value);
    }

    private void write(int kind, ResultCodec codec, Object value, ByteWriter out) {
        TextValues texts = endpoint.values().texts();
        if (texts == null) {
            codec.write(value, out, encoder);
        } else if (kind == FrameType.ITEM) {
            codec.writeItemText(value, out, texts);
        } else {
            codec.writeText(value, out, texts);
        }
    }

    private int sendScratch(int kind, int callId, ResultCodec codec, Object value) {
        codec.requireFits(value);
        ByteWriter body = endpoint.scratch().take();
        body.writeInt32(callId);
        write(kind, codec, value, body);
        int bytes = body.position();
        endpoint.large().checkSize("answer", bytes);
        PassedReferences passed = PassedReferences.take(body);
        if (passed != null) {
            sendWith(passed, kind, callId, body.array(), bytes);
        } else if (kind == FrameType.ITEM || settle(callId)) {
            message(kind, body);
        }
        endpoint.scratch().giveBack(body);
        return bytes;
    }

    /** The references are handed before the call is settled, so that it can still fail if that is refused. */
    private void sendWith(PassedReferences passed, int kind, int callId, byte[] body, int length) {
        byte[] list = passed.hand();
        boolean sent = false;
        try {
            endpoint.large().checkSize("answer", list.length + length);
            byte[] whole = Arrays.copyOf(list, list.length + length);
            System.arraycopy(body, 0, whole, list.length, length);
            if (kind == FrameType.ITEM || settle(callId)) {
                message(kind | FrameType.REFERENCES_FLAG, whole, whole.length);
                sent = true;
            }
        } finally {
            if (sent) {
                passed.left();
            } else {
                passed.takeBack();
            }
        }
    }

    /** Encodes a value within the batch; gives {@link #ELSEWHERE}, with the batch and the call as they were, where it has to be encoded before. */
    private int sendInPlace(int kind, int callId, ResultCodec codec, Object value) {
        ByteWriter out = beginInPlace(kind, callId);
        if (out == null) {
            return 0;
        }
        try {
            codec.write(value, out, encoder);
        } catch (Throwable failure) { // told where the value is encoded again
            outbound.dropFrame();
            outbound.unlockAndWake();
            codec.tries().failed(failure);
            return ELSEWHERE;
        }
        out.endInPlace();
        if (kind == FrameType.ANSWER) {
            unanswered.settle(callId);
            outbound.answered++;
        }
        int bytes = out.position() - outbound.frameStart - FrameType.HEADER_BYTES;
        finish(kind);
        return bytes;
    }

    /** As {@link #beginAnswer} and {@link #beginItem}, but leaves the call open until its value is written. */
    private @Nullable ByteWriter beginInPlace(int kind, int callId) {
        outbound.lock();
        if (kind == FrameType.ANSWER && !unanswered.isOpen(callId)) {
            outbound.unlock();
            return null;
        }
        try {
            ByteWriter out = outbound.beginFrame(InPlaceTries.LEAST_ROOM);
            out.writeInt32(callId);
            out.beginInPlace(inPlaceBytes);
            return out;
        } catch (Throwable failure) {
            outbound.unlockFailed();
            throw failure;
        }
    }

    void answerReference(int callId, LocalReference reference, RemoteContract<?> contract) {
        try {
            endpoint.exports()
                    .hand(
                            reference,
                            contract,
                            (referenceId, contractId) ->
                                    writeReference(FrameType.ANSWER_REFERENCE, callId, referenceId, contractId));
        } catch (Throwable refused) {
            failureInstead(callId, refused, null);
        }
    }

    private boolean writeReference(int kind, int callId, int referenceId, int contractId) {
        Export export = endpoint.exports().find(referenceId);
        if (kind == FrameType.ANSWER_REFERENCE && export != null) {
            endpoint.pipelined().brings(callId, export);
        }
        ByteWriter out = kind == FrameType.ANSWER_REFERENCE ? beginAnswer(callId) : beginItem(callId);
        if (out == null) {
            return false;
        }
        out.writeVarInt(referenceId);
        out.writeVarInt(contractId);
        finish(kind);
        return true;
    }

    /** Answers a call with a failure, and writes it down first; false if the call was settled already. Ends the session where it cannot. */
    boolean failure(int callId, Throwable failure, @Nullable ContractMethod method) {
        try {
            return sendFailure(callId, failure, method);
        } catch (Throwable unsendable) {
            endpoint.failed(unsendable);
            return true;
        } finally {
            ended(callId, failure);
        }
    }

    private boolean sendFailure(int callId, Throwable failure, @Nullable ContractMethod method) {
        ByteWriter body = endpoint.scratch().take();
        body.references(null); // an exception that holds some goes by its name
        body.writeInt32(callId);
        String failureId = FailureFrames.write(failure, method, body, encoder, endpoint.values()::writeFailure);
        if (!endpoint.large().fits(body.position())) {
            body.clear();
            body.writeInt32(callId);
            failureId = FailureFrames.writeByName(failure, body);
        }
        writeDown(callId, failure, method, failureId);
        boolean open = settle(callId);
        if (open) {
            message(FrameType.FAILURE, body);
        }
        endpoint.scratch().giveBack(body);
        return open;
    }

    private void writeDown(int callId, Throwable told, @Nullable ContractMethod method, @Nullable String failureId) {
        FailureLog log = endpoint.settings().failures();
        Throwable failure = OwnFailure.unmarked(told);
        if (failureId == null) {
            log.asItself(callId, method, endpoint.peer(), failure);
        } else {
            log.byName(endpoint.loop().nanoTime(), callId, method, endpoint.peer(), failureId, failure);
        }
    }

    /** Settles a call before its answer can leave: the peer may use the slot again as soon as it has read it. */
    private boolean settle(int callId) {
        outbound.lock();
        boolean open = unanswered.settle(callId);
        outbound.answered += open ? 1 : 0;
        outbound.unlock();
        return open;
    }

    /** Calls of the peer's that were answered or given up so far. */
    long answered() {
        outbound.lock();
        long count = outbound.answered;
        outbound.unlock();
        return count;
    }

    private void announceSchema(int id, byte[] descriptor) {
        ByteWriter out = new ByteWriter(descriptor.length + 8);
        out.writeVarInt(id);
        out.writeBytes(descriptor, 0, descriptor.length);
        announce(FrameType.SCHEMA, out);
    }
}
