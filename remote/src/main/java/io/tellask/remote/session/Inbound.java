package io.tellask.remote.session;

import io.tellask.actor.runtime.ContractMethod;
import io.tellask.codec.ByteReader;
import io.tellask.codec.ByteWriter;
import io.tellask.codec.CodecException;
import io.tellask.remote.CallRefusedException;
import io.tellask.remote.DisconnectedException;
import io.tellask.remote.LookupException;
import io.tellask.remote.ProtocolException;
import io.tellask.remote.Receiver;
import io.tellask.remote.RemotingException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The reading half of an endpoint: finds the frames in what the wire brought and acts on each. On the loop.
 *
 * <p>What breaks the protocol closes the connection, after the peer has been told why. The buffer holds one frame and one read; it is
 * given back when the connection falls silent with nothing in it.
 */
final class Inbound implements Receiver {
    private static final Logger LOG = System.getLogger("io.tellask.remote");
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int MOST_REASON_CHARS = 300; // in one frame of any size, whatever the characters
    private static final int SMALL_BYTES = 4 * 1024;

    private final Endpoint endpoint;
    private final FragmentAssembler fragments;
    private final StreamFrames streams;
    private final ByteReader in = new ByteReader();
    private byte[] buffer = new byte[SMALL_BYTES];
    private int start;
    private int end;
    private boolean introduced;
    private boolean stopped;
    private long asksReceived;

    Inbound(Endpoint endpoint) {
        this.endpoint = endpoint;
        fragments = new FragmentAssembler(endpoint.limits().messageBytes());
        streams = new StreamFrames(endpoint);
    }

    @Override
    public byte[] array(int bytes) {
        if (buffer.length - end < bytes) {
            makeRoom(bytes);
        }
        return buffer;
    }

    private void makeRoom(int bytes) {
        int held = end - start;
        byte[] target = buffer.length - held >= bytes
                ? buffer
                : new byte[Math.max(held + bytes, Math.min(2 * buffer.length, 1 << 20))];
        System.arraycopy(buffer, start, target, 0, held);
        buffer = target;
        start = 0;
        end = held;
    }

    void shrink() {
        if (start == end) {
            buffer = new byte[SMALL_BYTES];
            start = 0;
            end = 0;
        }
    }

    @Override
    public int offset() {
        return end;
    }

    @Override
    public void received(int bytes) {
        if (stopped) {
            return; // what comes behind the end is dropped
        }
        end += bytes;
        endpoint.timekeeper().received();
        Outbound outbound = endpoint.outbound();
        outbound.holdFlush();
        try {
            readFrames();
        } catch (ProtocolException broken) {
            failWith(String.valueOf(broken.getMessage()));
        } catch (CodecException damaged) {
            failWith("frame: " + damaged.getMessage());
        }
        releaseCalls();
        if (start == end) {
            start = 0;
            end = 0;
        }
        outbound.flush();
    }

    private void readFrames() {
        int frameBytes = endpoint.limits().frameBytes();
        while (!stopped && end - start >= Kind.HEADER_BYTES) {
            int header = (int) INT.get(buffer, start);
            int length = header & 0xFF_FFFF;
            if (length > frameBytes - Kind.HEADER_BYTES) {
                throw new ProtocolException("frame: bytes=" + (length + Kind.HEADER_BYTES) + " > frameBytes="
                        + frameBytes + "; the peer must send fragments");
            }
            if (end - start - Kind.HEADER_BYTES < length) {
                return;
            }
            in.wrap(buffer, start + Kind.HEADER_BYTES, length);
            start += Kind.HEADER_BYTES + length;
            handle(header >>> 24, in);
        }
    }

    private void releaseCalls() {
        Calls calls = endpoint.calls();
        if (calls.hasRemoved()) {
            endpoint.outbound().lock();
            calls.release();
            endpoint.outbound().unlock();
            endpoint.outbound().signal();
        }
    }

    private void handle(int kind, ByteReader body) {
        switch (kind) {
            case Kind.TELL -> {
                int bytes = body.remaining();
                export(body).receivedTell(body, bytes);
            }
            case Kind.ASK, Kind.ASK | Kind.DEADLINE_FLAG -> ask(kind, body);
            case Kind.ANSWER -> answer(body);
            case Kind.CREDIT -> credit(body);
            default -> handleRare(kind, body);
        }
    }

    private void handleRare(int kind, ByteReader body) {
        if (!introduced && kind != Kind.HELLO && kind != Kind.WELCOME && kind != Kind.CLOSE) {
            throw new ProtocolException(
                    "hello: first frame has kind=" + kind + "; the peer must introduce itself first");
        }
        switch (kind) {
            case Kind.HELLO, Kind.WELCOME -> hello(kind, body);
            case Kind.CLOSE -> closedByPeer(body);
            case Kind.PING -> endpoint.frames().ping(Kind.PONG, body.readVarLong());
            case Kind.PONG -> body.readVarLong();
            case Kind.LOOKUP -> lookup(body);
            case Kind.CONTRACT -> endpoint.imports().announced(body);
            case Kind.SCHEMA -> endpoint.decoder().learn(body.readVarInt(), body);
            case Kind.RELEASED -> endpoint.imports().released(body.readVarInt());
            case Kind.RELEASE -> release(body);
            case Kind.OPEN -> open(body);
            case Kind.ANSWER_NULL -> settle(body.readInt32(), null);
            case Kind.ANSWER_REFERENCE -> answerReference(body);
            case Kind.FAILURE -> failure(body);
            case Kind.REQUEST -> streams.request(body);
            case Kind.CANCEL -> streams.cancel(body);
            case Kind.ITEM -> streams.item(body);
            case Kind.ITEM_REFERENCE -> streams.itemReference(body);
            case Kind.END -> endOfStream(body);
            case Kind.FRAGMENT -> fragments.add(body.readVarInt(), body);
            case Kind.FRAGMENT_END -> lastFragment(body);
            default ->
                throw new ProtocolException(
                        "frame: kind=" + kind + " is unknown; the peer is newer, damaged or hostile");
        }
    }

    private void hello(int kind, ByteReader body) {
        if (introduced) {
            throw new ProtocolException("hello: came twice; the peer is damaged or hostile");
        }
        introduced = true;
        endpoint.introduced(Hello.read(body), kind == Kind.WELCOME);
    }

    private Export export(ByteReader body) {
        int referenceId = body.readVarInt();
        Export export = endpoint.exports().find(referenceId);
        if (export == null) {
            throw new ProtocolException("call: reference=" + Integer.toUnsignedString(referenceId)
                    + " was not handed to this peer; it is damaged or hostile");
        }
        return export;
    }

    private void ask(int kind, ByteReader body) {
        int bytes = body.remaining();
        Export export = export(body);
        int callId = callId(body);
        int method = export.readMethod(body);
        long deadline = 0;
        if (kind != Kind.ASK) {
            deadline = endpoint.loop().nanoTime() + TimeUnit.MILLISECONDS.toNanos(body.readVarInt());
        }
        export.receivedAsk(body, callId, method, deadline, bytes);
    }

    private int callId(ByteReader body) {
        int callId = body.readInt32();
        if (callId == 0) {
            throw new ProtocolException("call: call id=0; the peer is damaged or hostile");
        }
        int most = endpoint.limits().callsInFlight();
        if (++asksReceived - endpoint.frames().answeredEstimate() > most && unanswered() > most) {
            throw new ProtocolException("call: unanswered asks=" + unanswered() + " > callsInFlight=" + most
                    + "; the peer sent more than it may");
        }
        return callId;
    }

    private void release(ByteReader body) {
        int referenceId = body.readVarInt();
        int times = body.readVarInt();
        if (times < 1) {
            throw new ProtocolException("release: times=" + times + " < 1; the peer is damaged or hostile");
        }
        endpoint.exports().release(referenceId, times);
    }

    private void open(ByteReader body) {
        int bytes = body.remaining();
        Export export = export(body);
        int callId = callId(body);
        int method = export.readMethod(body);
        int firstItems = body.readVarInt();
        int firstBytes = body.readVarInt();
        if (endpoint.streams().open(callId, export.cell(), Math.max(0, firstItems), Math.max(0, firstBytes))) {
            export.receivedAsk(body, callId, method, 0, bytes);
        } else {
            export.refused(bytes);
        }
    }

    private void lookup(ByteReader body) {
        int callId = callId(body);
        String name = body.readUtf8();
        SessionSettings.Publication found =
                name == null ? null : endpoint.settings().published().apply(name);
        if (found == null) {
            endpoint.frames()
                    .failure(
                            callId,
                            new LookupException(
                                    "lookup: name=" + name
                                            + " is not published there; publish it before the server starts, or check the name"),
                            null);
        } else {
            endpoint.frames().answerReference(callId, found.reference(), found.contract());
        }
    }

    private void answer(ByteReader body) {
        int callId = body.readInt32();
        if (endpoint.calls().find(callId) instanceof RemotePromise promise) {
            removed(callId);
            Object value;
            try {
                value = promise.result().read(body, endpoint.decoder());
            } catch (CodecException undecodable) {
                promise.completeExceptionally(undecodable);
                return;
            }
            promise.complete(value);
        } else {
            throw unexpected("answer", callId);
        }
    }

    static ProtocolException unexpected(String what, int callId) {
        return new ProtocolException(what + ": call id=" + Integer.toUnsignedString(callId)
                + " is not waiting for it; the peer is damaged or hostile");
    }

    private void settle(int callId, @Nullable Object value) {
        if (endpoint.calls().find(callId) instanceof RemotePromise promise) {
            removed(callId);
            promise.complete(value);
        } else {
            throw unexpected("answer", callId);
        }
    }

    private void removed(int callId) {
        if (endpoint.calls().remove(callId)) {
            releaseCalls();
        }
    }

    private void answerReference(ByteReader body) {
        int callId = body.readInt32();
        if (!(endpoint.calls().find(callId) instanceof RemotePromise promise) || promise.contract() == null) {
            throw unexpected("reference", callId);
        }
        removed(callId);
        try {
            promise.complete(endpoint.imports().received(body.readVarInt(), body.readVarInt(), promise.contract()));
        } catch (LookupException | CallRefusedException unusable) {
            promise.completeExceptionally(unusable);
        }
    }

    private void failure(ByteReader body) {
        int callId = body.readInt32();
        Object call = endpoint.calls().find(callId);
        if (call == null) {
            throw unexpected("failure", callId);
        }
        removed(callId);
        ContractMethod method = null;
        if (call instanceof RemotePromise promise) {
            method = promise.method();
        } else if (call instanceof StreamReceiver stream) {
            method = stream.method();
        }
        Throwable failure;
        try {
            failure = FailureFrames.read(body, method, endpoint.decoder(), callId);
        } catch (CodecException undecodable) {
            failure = undecodable;
        }
        if (call instanceof RemotePromise promise) {
            promise.completeExceptionally(failure);
        } else {
            ((StreamReceiver) call).fail(failure);
        }
    }

    private void credit(ByteReader body) {
        RemoteTarget target = endpoint.imports().find(body.readVarInt());
        int messages = body.readVarInt();
        int bytes = body.readVarInt();
        if (messages < 0 || bytes < 0) {
            throw new ProtocolException(
                    "credit: messages=" + messages + ", bytes=" + bytes + " < 0; the peer is damaged or hostile");
        }
        if (target != null) {
            target.refill(messages, bytes);
        }
    }

    private void endOfStream(ByteReader body) {
        int callId = body.readInt32();
        StreamReceiver stream = streams.receiver(callId);
        removed(callId);
        stream.complete();
    }

    private void lastFragment(ByteReader body) {
        int id = body.readVarInt();
        int kind = body.readByte() & 0xFF;
        if (kind == Kind.FRAGMENT || kind == Kind.FRAGMENT_END) {
            throw new ProtocolException("fragments: a fragment within a fragment; the peer is damaged or hostile");
        }
        if (kind < Kind.LOOKUP) {
            throw new ProtocolException("fragments: kind=" + kind
                    + " governs the session and must be a frame of its own;" + " the peer is damaged or hostile");
        }
        ByteWriter whole = fragments.finish(id, body);
        ByteReader reader = new ByteReader();
        reader.wrap(whole.array(), 0, whole.position());
        handle(kind, reader);
    }

    private void closedByPeer(ByteReader body) {
        int code = body.readVarInt();
        String reason = body.readUtf8();
        stopped = true;
        endpoint.wire().close();
        endpoint.end(
                code == 0
                        ? null
                        : new ProtocolException("peer " + endpoint.peer() + " closed the connection: " + reason));
    }

    /** Ends the session because the peer broke the protocol, telling it why. */
    void failWith(String reason) {
        if (stopped) {
            return;
        }
        stopped = true;
        LOG.log(Level.DEBUG, () -> "closing connection with " + endpoint.peer() + ": " + reason);
        endpoint.outbound().dropOver(Endpoint.HIGH_WATER_BYTES);
        sendClose(1, reason);
        endpoint.outbound().flushAll();
        endpoint.wire().close();
        endpoint.end(new ProtocolException(reason));
    }

    void sendClose(int code, String reason) {
        ByteWriter out = new ByteWriter(256);
        out.writeVarInt(code);
        out.writeUtf8(reason.length() <= MOST_REASON_CHARS ? reason : reason.substring(0, MOST_REASON_CHARS));
        endpoint.frames().message(Kind.CLOSE, out);
    }

    long unanswered() {
        return asksReceived - endpoint.frames().answered();
    }

    @Override
    public void writable() {
        endpoint.outbound().flush();
    }

    @Override
    public void closed(@Nullable Throwable cause) {
        stopped = true;
        RemotingException reason = cause == null
                ? null
                : new DisconnectedException("connection with " + endpoint.peer() + " failed: " + cause.getMessage());
        endpoint.end(reason);
        buffer = Arrays.copyOf(buffer, 0);
    }
}
