package io.tellask.remote.session;

import io.tellask.actor.failure.Failures;
import io.tellask.codec.ByteReader;
import io.tellask.remote.LookupException;
import io.tellask.remote.ProtocolException;
import io.tellask.remote.frame.Counts;
import io.tellask.remote.frame.FrameType;
import io.tellask.remote.frame.OwnFailure;
import io.tellask.remote.frame.PublishedName;
import io.tellask.text.SafeLog;
import io.tellask.text.SafeText;
import java.util.concurrent.TimeUnit;

/** Acts on the frames by which the peer calls actors of this side: tells, asks, streams, look-ups, and references it lets go of. On the loop. */
final class CallFrames {
    private final Endpoint endpoint;
    private long asksReceived;
    private long answeredSeen; // so many are answered at least; read anew only where that may matter
    private long tellsReceived;

    CallFrames(Endpoint endpoint) {
        this.endpoint = endpoint;
    }

    /** Asks of the peer's that wait for an answer. */
    long unanswered() {
        return asksReceived - endpoint.frames().answered();
    }

    long asksReceived() {
        return asksReceived;
    }

    /** Calls and look-ups that came so far; from other threads an estimate. */
    long callsReceived() {
        return asksReceived + tellsReceived;
    }

    private Export export(int referenceId) {
        Export export = endpoint.exports().find(referenceId);
        if (export == null) {
            throw new ProtocolException("call: reference=" + Integer.toUnsignedString(referenceId)
                    + " was not handed to this peer; it is damaged or hostile");
        }
        return export;
    }

    void tell(ByteReader body) {
        tellsReceived++;
        int bytes = body.remaining();
        int referenceId = body.readVarInt();
        if (referenceId == 0) {
            endpoint.pipelined().received(FrameType.TELL, body, bytes);
        } else {
            export(referenceId).receivedTell(body, bytes);
        }
    }

    /** A call whose actor another call brought; {@code method} is the number that the actor's contract has for it. */
    void pipelined(Export export, int method, PipelinedCalls.Call call, ByteReader body) {
        int wireBytes = ~call.wireBytes(); // which says whose credit it has
        int callId = call.callId();
        export.requireFrameType(method, call.kind());
        if (call.kind() == FrameType.TELL) {
            export.tell(method, body, wireBytes);
            return;
        }
        if (call.kind() == FrameType.OPEN) {
            int firstItems = Counts.read(body, "open", "items", 0);
            int firstBytes = Counts.read(body, "open", "bytes", 0);
            if (!endpoint.streams().open(callId, export.cell(), firstItems, firstBytes)) {
                export.notExecuted(wireBytes);
                return;
            }
        }
        export.ask(body, callId, method, call.deadlineNanos(), wireBytes);
    }

    void ask(int kind, ByteReader body) {
        int bytes = body.remaining();
        int referenceId = body.readVarInt();
        if (referenceId == 0) {
            endpoint.pipelined().received(kind, body, bytes);
            return;
        }
        Export export = export(referenceId);
        int callId = callId(body);
        int method = export.readMethod(body, FrameType.ASK);
        export.receivedAsk(body, callId, method, deadline(kind, body), bytes);
    }

    /** When a call is no longer to be executed; 0 where its frame says nothing of that. */
    long deadline(int kind, ByteReader body) {
        return (kind & FrameType.DEADLINE_FLAG) == 0
                ? 0
                : endpoint.loop().nanoTime() + TimeUnit.MILLISECONDS.toNanos(Integer.toUnsignedLong(body.readVarInt()));
    }

    int callId(ByteReader body) {
        int callId = body.readInt32();
        if (callId == 0) {
            throw new ProtocolException("call: call id=0; the peer is damaged or hostile");
        }
        int most = endpoint.limits().callsInFlight();
        if (++asksReceived - answeredSeen > most && isOver(most)) {
            throw new ProtocolException("call: unanswered asks=" + unanswered() + " > callsInFlight=" + most
                    + "; the peer sent more than it may");
        }
        if (!endpoint.frames().unanswered().open(callId)) {
            throw new ProtocolException("call: call id=" + Integer.toUnsignedString(callId)
                    + " has the slot of a call that is not answered; the peer is damaged or hostile");
        }
        return callId;
    }

    private boolean isOver(int most) {
        answeredSeen = endpoint.frames().answered();
        return asksReceived - answeredSeen > most;
    }

    void release(ByteReader body) {
        int referenceId = body.readVarInt();
        int times = Counts.read(body, "release", "times", 1);
        endpoint.exports().release(referenceId, times);
    }

    void open(ByteReader body) {
        int bytes = body.remaining();
        int referenceId = body.readVarInt();
        if (referenceId == 0) {
            endpoint.pipelined().received(FrameType.OPEN, body, bytes);
            return;
        }
        Export export = export(referenceId);
        int callId = callId(body);
        int method = export.readMethod(body, FrameType.OPEN);
        int firstItems = Counts.read(body, "open", "items", 0);
        int firstBytes = Counts.read(body, "open", "bytes", 0);
        if (endpoint.streams().open(callId, export.cell(), firstItems, firstBytes)) {
            export.receivedAsk(body, callId, method, 0, bytes);
        } else {
            export.refused(bytes);
        }
    }

    void lookup(ByteReader body) {
        int callId = callId(body);
        String name = body.readUtf8();
        LookupException tooLong = PublishedName.refusal(name);
        if (tooLong != null) {
            refuse(callId, tooLong);
            return;
        }
        SessionSettings.Publication found =
                name == null ? null : endpoint.settings().published().get(name);
        SessionSettings.Resolver resolver =
                found != null || name == null ? null : endpoint.settings().resolver(name);
        if (found != null) {
            answer(callId, found);
        } else if (resolver != null && name != null) {
            resolve(callId, name, resolver);
        } else {
            refuse(
                    callId,
                    new LookupException(
                            "lookup: name=" + SafeText.of(name)
                                    + " is not published there; publish it by the builder of that server or client, or check the name"));
        }
    }

    private void answer(int callId, SessionSettings.Publication found) {
        endpoint.frames().answerReference(callId, found.reference(), found.contract());
    }

    /** Answers once somebody has found the actor, from whatever thread. */
    private void resolve(int callId, String name, SessionSettings.Resolver resolver) {
        try {
            resolver.function().apply(name).whenComplete((found, failure) -> {
                if (failure == null) {
                    answer(callId, found);
                } else {
                    refuse(callId, notResolved(name, Failures.unwrap(failure)));
                }
            });
        } catch (RuntimeException | Error failure) { // of the program that names resolve in
            refuse(callId, notResolved(name, failure));
        }
    }

    private static LookupException notResolved(String name, Throwable failure) {
        return new LookupException(
                "lookup: name=" + SafeText.of(name) + " was not resolved there, " + SafeLog.describe(failure));
    }

    private void refuse(int callId, RuntimeException reason) {
        endpoint.frames().failure(callId, new OwnFailure(reason), null);
    }
}
