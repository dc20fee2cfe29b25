package io.tellask.remote.session;

import io.tellask.actor.runtime.ActorCell;
import io.tellask.actor.runtime.Message;
import io.tellask.actor.runtime.MessageChain;
import io.tellask.codec.ByteReader;
import io.tellask.codec.CodecException;
import io.tellask.remote.MemoryHolder;
import io.tellask.remote.ProtocolException;
import io.tellask.remote.Receiver;
import io.tellask.remote.TurnBudget;
import io.tellask.remote.TurnScheduler;
import io.tellask.remote.frame.Counts;
import io.tellask.remote.frame.FragmentAssembler;
import io.tellask.remote.frame.FrameType;
import io.tellask.remote.frame.ReceivedBytes;
import io.tellask.remote.frame.TraceFrames;
import io.tellask.text.SpokenProtocol;
import java.lang.System.Logger;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * The reading half of an endpoint: finds the frames in what the wire brought and acts on each. On the loop.
 *
 * <p>What breaks the protocol closes the connection, after the peer has been told why. Received bytes go into an array that all connections
 * of a loop share; only the beginning of a frame that has not arrived completely is kept, and frames that take longer than a turn.
 */
final class Inbound implements Receiver, TurnScheduler.Waiter {
    private static final Logger LOG = System.getLogger("io.tellask.remote");
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    /** Of so many frames, one may end the turn; of the first ones more. */
    private static final int FRAMES_PER_LOOK = 32;

    /** What a schema takes that the peer teaches, about, by the bytes that describe it. */
    private static final int SCHEMA_FACTOR = 8;

    private static final int SCHEMA_BYTES = 1_024;

    private final Endpoint endpoint;
    private final MemoryHolder memory;
    private final MemoryWait wait;
    private final FragmentAssembler fragments;
    private final CallFrames calls;
    private final AnswerFrames answers;
    private final StreamFrames streams;
    private final Goodbye goodbye;
    private final ByteReader in = new ByteReader();
    private final ReceivedBytes received;
    private final MessageChain gathered = new MessageChain(); // calls for one actor; empty between turns
    private boolean gathers; // during a turn
    private final TurnScheduler turns;
    private final TurnBudget turn;
    private int granted; // bytes of the read that is to come
    private boolean awaitsTurn; // meanwhile nothing is read
    private boolean framesAreLeft;
    private int frameBytes; // before the hello it is as much as a stranger may send
    private boolean helloCame;
    private boolean introduced;
    private boolean stopped;
    private FragmentAssembler.@Nullable Part wholeMessage; // that is being read
    private long handledBytes; // of this turn, behind the introduction
    private long upkeepBytes; // those of them that only keep the connection alive
    private long receivedBytes;

    Inbound(Endpoint endpoint) {
        this.endpoint = endpoint;
        memory = endpoint.memory();
        received = new ReceivedBytes(memory, endpoint.limits().frameBytes());
        turns = endpoint.wire().turns();
        turn = new TurnBudget(endpoint.loop(), turns::processorNanos);
        wait = new MemoryWait(endpoint, this::waitChanged);
        fragments = new FragmentAssembler(endpoint.limits().messageBytes(), memory);
        calls = new CallFrames(endpoint);
        answers = new AnswerFrames(endpoint);
        streams = new StreamFrames(endpoint);
        goodbye = new Goodbye(endpoint, this);
        frameBytes = Math.min(endpoint.limits().frameBytes(), endpoint.limits().unauthenticatedBytes());
    }

    @Override
    public int mostBytes() {
        if (stopped) {
            return Integer.MAX_VALUE;
        }
        granted = awaitsTurn || wait.isNeeded() ? 0 : turns.mostBytes(this);
        if (granted == 0 && !awaitsTurn && !wait.isWaiting()) {
            awaitTurn();
        }
        return granted == TurnScheduler.TURN_BYTES ? Integer.MAX_VALUE : granted;
    }

    @Override
    public byte[] array(int bytes) {
        if (!received.makeRoom(bytes)) {
            stopped = true; // the end of the session is on its way
            clear();
            received.makeRoomForNothing(bytes);
        }
        return received.array();
    }

    /** Gives back the array for beginnings of frames while it is empty. */
    void shrink() {
        received.shrink();
    }

    /** Forgets what has arrived and was not handled: the session is about to end. */
    void clear() {
        turns.forget(this);
        received.clear();
        fragments.clear();
    }

    @Override
    public int offset() {
        return received.end();
    }

    @Override
    public void received(int bytes) {
        if (stopped) {
            return; // what comes behind the end is dropped
        }
        received.add(bytes);
        receivedBytes += bytes;
        endpoint.timers().received();
        int most = granted > 0 ? granted : Integer.MAX_VALUE; // a wire that cannot hold bytes back does not ask
        granted = 0;
        turn(bytes, most);
    }

    /** What it sent is handled when others have had their turn; meanwhile nothing more is read. */
    private void awaitTurn() {
        awaitsTurn = true;
        readOrNot();
        turns.await(this);
    }

    private void readOrNot() {
        endpoint.wire().reading(!awaitsTurn && !wait.isWaiting());
    }

    /** A wait for memory has begun or has ended. */
    private void waitChanged() {
        if (framesAreLeft && !stopped && !wait.isWaiting() && !awaitsTurn) {
            awaitTurn();
        } else {
            readOrNot();
        }
    }

    @Override
    public void continueTurn(int mostBytes) {
        try {
            goOn(mostBytes);
        } catch (Throwable failure) { // no wire is around this that would end the connection
            endpoint.failed(failure);
        }
    }

    private void goOn(int mostBytes) {
        awaitsTurn = false;
        if (stopped || wait.isNeeded()) {
            return;
        }
        if (framesAreLeft) {
            received.takeKept();
            turn(0, mostBytes);
        } else {
            granted = mostBytes;
            endpoint.wire().readNow(mostBytes);
            granted = 0;
        }
        if (!stopped && !awaitsTurn) {
            readOrNot();
        }
    }

    private void turn(int readBytes, int mostBytes) {
        turn.begin(readBytes, mostBytes);
        Outbound outbound = endpoint.outbound();
        outbound.holdFlush();
        framesAreLeft = false;
        gathers = true;
        try {
            if (!helloCame) {
                refuseOthers();
            }
            endpoint.pipelined().goOn();
            framesAreLeft = readFrames();
            endIfFull();
        } catch (ProtocolException broken) {
            goodbye.fail(String.valueOf(broken.getMessage()));
        } catch (CodecException damaged) {
            goodbye.fail("frame: " + damaged.getMessage());
        } catch (Throwable failure) {
            endpoint.failed(failure);
        }
        endGathering();
        answers.releaseCalls();
        tellHandled();
        if (!stopped && !received.keep()) {
            stopped = true; // for want of memory
            clear();
        }
        outbound.flush();
        if (framesAreLeft) {
            turn.cutShort();
        }
        turns.spent(turn.end());
        if (framesAreLeft && !stopped && !awaitsTurn) {
            awaitTurn();
        }
    }

    private void endGathering() {
        gathers = false;
        try {
            gathered.flush();
        } catch (Throwable failure) { // for want of memory or stack: calls are lost
            endpoint.failed(failure);
        }
    }

    /** Sends an actor a call that has come; during a turn together with others, and before whatever else the turn does. */
    void send(ActorCell<?> cell, Message call) {
        if (gathers) {
            gathered.add(cell, call);
        } else {
            cell.sendCredited(call);
        }
    }

    /** Sends what was gathered. */
    void sendGathered() {
        gathered.flush();
    }

    private void tellHandled() {
        if (introduced && !stopped) {
            endpoint.wire().handled(handledBytes, handledBytes > upkeepBytes);
        }
        handledBytes = 0;
        upkeepBytes = 0;
    }

    /** The connection is gone: what came of a frame, and frames that were not handled, will come again over another. */
    void detached() {
        turns.forget(this);
        received.clear();
        framesAreLeft = false;
        awaitsTurn = false;
        granted = 0;
        readOrNot();
    }

    @Override
    public TurnBudget budget() {
        return turn;
    }

    @Override
    public boolean isDivided() {
        return false;
    }

    /** A peer that speaks something else is told so, and not what its first bytes would mean as a frame. */
    private void refuseOthers() {
        SpokenProtocol other = SpokenProtocol.of(received.array(), received.start(), received.end());
        if (other != null && other != SpokenProtocol.TELLASK) {
            endpoint.spoken(other);
            throw new ProtocolException(OtherPeers.refusal(other, endpoint.isOpener()));
        }
    }

    /** Handles frames until there is none, or the turn is over; true if whole ones are left. */
    private boolean readFrames() {
        int begin = received.start();
        for (int frames = 1; readFrame(); frames++) {
            boolean looks = frames < FRAMES_PER_LOOK ? (frames & frames - 1) == 0 : frames % FRAMES_PER_LOOK == 0;
            if (looks && turn.isOver(received.start() - begin)) {
                return isFrameWhole();
            }
        }
        return false;
    }

    private boolean readFrame() {
        if (stopped || memory.reason() != null || !isFrameWhole()) {
            return false;
        }
        byte[] array = received.array();
        int start = received.start();
        int header = (int) INT.get(array, start);
        int length = header & 0xFF_FFFF;
        in.wrap(array, start + FrameType.HEADER_BYTES, length);
        received.skip(FrameType.HEADER_BYTES + length);
        handledBytes += FrameType.HEADER_BYTES + length;
        handle(header >>> 24, in);
        return true;
    }

    /** Whether the next frame has come completely. */
    private boolean isFrameWhole() {
        int available = received.available() - FrameType.HEADER_BYTES;
        if (available < 0) {
            return false;
        }
        int length = (int) INT.get(received.array(), received.start()) & 0xFF_FFFF;
        if (length > frameBytes - FrameType.HEADER_BYTES) {
            throw tooLong(length + FrameType.HEADER_BYTES);
        }
        return length <= available;
    }

    /** Ends the session at once that holds most: until its loop came to that, what it reads would go on taking memory. */
    private void endIfFull() {
        if (memory.reason() != null) {
            goodbye.forMemory(memory.reason());
        }
    }

    private ProtocolException tooLong(int bytes) {
        return introduced || bytes > endpoint.limits().frameBytes()
                ? new ProtocolException("frame: bytes=" + bytes + " > frameBytes="
                        + endpoint.limits().frameBytes() + "; the peer must send fragments")
                : new ProtocolException("hello: bytes=" + bytes + " > unauthenticatedBytes="
                        + endpoint.limits().unauthenticatedBytes() + "; the peer must introduce itself first");
    }

    private void handle(int kind, ByteReader body) {
        switch (kind) {
            case FrameType.TELL -> calls.tell(body);
            case FrameType.ASK, FrameType.ASK | FrameType.DEADLINE_FLAG -> calls.ask(kind, body);
            case FrameType.ANSWER -> {
                gathered.flush();
                answers.answer(body);
            }
            case FrameType.CREDIT -> credit(body);
            default -> handleRare(kind, body);
        }
    }

    private void handleRare(int kind, ByteReader body) {
        if ((kind & FrameType.REFERENCES_FLAG) != 0) {
            handleWithReferences(kind & ~FrameType.REFERENCES_FLAG, body);
            return;
        }
        if ((kind & FrameType.TRACE_FLAG) != 0) {
            handleWithTrace(kind & ~FrameType.TRACE_FLAG, body);
            return;
        }
        gathered.flush();
        if (kind != FrameType.HELLO && kind != FrameType.WELCOME && kind != FrameType.CLOSE) {
            requireIntroduced(kind);
        }
        switch (kind) {
            case FrameType.HELLO, FrameType.WELCOME -> hello(kind, body);
            case FrameType.CLOSE -> goodbye.heard(body);
            case FrameType.PING -> {
                upkeep(body);
                endpoint.frames().ping(FrameType.PONG, body.readVarLong());
            }
            case FrameType.PONG -> upkeep(body);
            case FrameType.ACK -> {
                upkeep(body);
                endpoint.wire().acknowledged(body.readVarLong());
            }
            case FrameType.LOOKUP -> calls.lookup(body);
            case FrameType.CONTRACT -> endpoint.imports().announced(body);
            case FrameType.SCHEMA -> schema(body);
            case FrameType.RELEASED -> endpoint.imports().released(body.readVarInt());
            case FrameType.RELEASE -> calls.release(body);
            case FrameType.WATCH -> endpoint.exports().watch(body.readVarInt());
            case FrameType.STOPPED -> endpoint.watches().stopped(body);
            case FrameType.OPEN -> calls.open(body);
            case FrameType.ANSWER_NULL -> answers.answerNull(body);
            case FrameType.ANSWER_REFERENCE -> answers.answerReference(body);
            case FrameType.FAILURE -> answers.failure(body);
            case FrameType.REQUEST -> streams.request(body);
            case FrameType.CANCEL -> streams.cancel(body);
            case FrameType.ITEM -> streams.item(body);
            case FrameType.ITEM_REFERENCE -> streams.itemReference(body);
            case FrameType.END -> answers.end(body);
            case FrameType.FRAGMENT -> stopIf(fragments.add(body.readVarInt(), body) == null);
            case FrameType.FRAGMENT_END -> lastFragment(body);
            default ->
                throw new ProtocolException(
                        "frame: kind=" + kind + " is unknown; the peer is newer, damaged or hostile");
        }
    }

    private void upkeep(ByteReader body) {
        upkeepBytes += FrameType.HEADER_BYTES + body.remaining();
    }

    /** A call, an answer or an item that brings references. */
    private void handleWithReferences(int kind, ByteReader body) {
        requireIntroduced(kind);
        int plain = kind & ~(FrameType.DEADLINE_FLAG | FrameType.TRACE_FLAG);
        if (plain != FrameType.TELL
                && plain != FrameType.ASK
                && plain != FrameType.OPEN
                && plain != FrameType.ANSWER
                && plain != FrameType.ITEM) {
            throw new ProtocolException("frame: kind=" + kind
                    + " brings references, and only calls, answers and items do;" + " the peer is damaged or hostile");
        }
        body.references(ReceivedReferences.read(body, endpoint));
        try {
            handle(kind, body);
        } finally {
            body.references(null);
        }
    }

    /** A call that carries a trace. */
    private void handleWithTrace(int kind, ByteReader body) {
        requireIntroduced(kind);
        int plain = kind & ~FrameType.DEADLINE_FLAG;
        if (plain != FrameType.TELL && plain != FrameType.ASK && plain != FrameType.OPEN) {
            throw new ProtocolException(
                    "frame: kind=" + kind + " carries a trace, and only calls do; the peer is damaged or hostile");
        }
        endpoint.traced(TraceFrames.read(body));
        try {
            handle(kind, body);
        } finally {
            endpoint.traced(null);
        }
    }

    private void requireIntroduced(int kind) {
        if (!introduced) {
            throw new ProtocolException(
                    "hello: first frame has kind=" + kind + "; the peer must introduce itself first");
        }
    }

    private void schema(ByteReader body) {
        if (memory.reserve(SCHEMA_BYTES + (long) SCHEMA_FACTOR * body.remaining())) {
            endpoint.values().decoder().learn(body.readVarInt(), body);
        } else {
            stopIf(true);
        }
    }

    private void hello(int kind, ByteReader body) {
        endpoint.introduction().received(kind, body);
        helloCame = true;
    }

    /** The peer has introduced itself, and may come in. */
    void opened() {
        introduced = true;
        handledBytes = 0;
        upkeepBytes = 0;
        frameBytes = endpoint.limits().frameBytes();
    }

    private void credit(ByteReader body) {
        requireIntroduced(FrameType.CREDIT);
        int referenceId = body.readVarInt();
        RemoteTarget target = endpoint.imports().find(referenceId);
        int messages = Counts.read(body, "credit", "messages", 0);
        int bytes = Counts.read(body, "credit", "bytes", 0);
        if (target != null) {
            target.refill(messages, bytes);
        } else if (referenceId == 0) {
            Credit credit = endpoint.pipelineCredit();
            endpoint.outbound().lock();
            credit.refill(messages, bytes);
            endpoint.outbound().unlockAndWake();
        }
    }

    private void lastFragment(ByteReader body) {
        int id = body.readVarInt();
        int kind = body.readByte() & 0xFF;
        if (kind == FrameType.ABANDONED) {
            FragmentAssembler.Part given = fragments.finish(id, body);
            if (given != null) {
                fragments.release(given);
            }
            return;
        }
        if (kind == FrameType.FRAGMENT || kind == FrameType.FRAGMENT_END) {
            throw new ProtocolException("fragments: a fragment within a fragment; the peer is damaged or hostile");
        }
        if (kind < FrameType.LOOKUP) {
            throw new ProtocolException("fragments: kind=" + kind
                    + " governs the session and must be a frame of its own;" + " the peer is damaged or hostile");
        }
        FragmentAssembler.Part whole = fragments.finish(id, body);
        if (whole == null) {
            stopIf(true);
            return;
        }
        ByteReader reader = new ByteReader();
        reader.wrap(whole.array(), 0, whole.length());
        wholeMessage = whole;
        try {
            handle(kind, reader);
        } finally {
            wholeMessage = null;
            fragments.release(whole);
        }
    }

    CallFrames calls() {
        return calls;
    }

    /** Asks that came so far; from other threads an estimate. */
    long asksReceived() {
        return calls.asksReceived();
    }

    AnswerFrames answers() {
        return answers;
    }

    /** As {@link Endpoint#keepWholeMessage}. */
    byte @Nullable [] keepWholeMessage(ByteReader in) {
        FragmentAssembler.Part whole = wholeMessage;
        return whole != null && whole.array() == in.array() ? whole.keep() : null;
    }

    /** Handles nothing more where there is no memory for it: the end of the session is on its way. */
    private void stopIf(boolean full) {
        stopped |= full;
    }

    /** Handles nothing more: the session ends, or the connection is another one's from here on. False if that was so before. */
    boolean stop() {
        boolean before = stopped;
        stopped = true;
        return !before;
    }

    /** How the end of the session is said and heard. */
    Goodbye end() {
        return goodbye;
    }

    /** Bytes that came so far; from other threads an estimate. */
    long receivedBytes() {
        return receivedBytes;
    }

    long unanswered() {
        return calls.unanswered();
    }

    @Override
    public void kept(int changeBytes) {
        memory.add(changeBytes);
    }

    @Override
    public void writable() {
        endpoint.outbound().flush();
    }

    @Override
    public void closed(@Nullable Throwable cause) {
        stopped = true;
        endpoint.end(goodbye.disconnected(cause));
        clear();
        endpoint.wireClosed();
    }
}
