package io.tellask.kv.resp;

import io.tellask.kv.resp.client.Client;
import io.tellask.kv.resp.client.ClientLink;
import io.tellask.kv.resp.client.Engine;
import io.tellask.kv.resp.loop.ForcedReplies;
import io.tellask.kv.resp.message.ErrorReply;
import io.tellask.kv.resp.message.Outbox;
import io.tellask.kv.resp.message.Reply;
import io.tellask.kv.resp.message.ReplyTooLongException;
import io.tellask.kv.resp.message.RequestParser;
import io.tellask.remote.MemoryHolder;
import io.tellask.remote.Receiver;
import io.tellask.remote.TurnBudget;
import io.tellask.remote.TurnScheduler;
import io.tellask.remote.Wire;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Objects;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One connection: finds the requests in what it receives, has them executed, and sends their replies, all of one read in one write.
 *
 * <p>The arguments of a request are looked at where they lie in the array that was read into, and an idle connection holds no buffer
 * ({@link ReceivedRequests}). Belongs to its loop.
 */
final class Connection
        implements ClientLink, Receiver, MemoryHolder.Owner, TurnScheduler.Waiter, ForcedReplies.Withheld {
    /** What a connection takes by itself. */
    static final int BASE_BYTES = 4 << 10;

    /** Requests longer than this ask for room for the copies that commands make. */
    private static final int LONG_REQUEST_BYTES = 64 << 10;

    /** Replies gathered before they are sent although more requests are there. */
    private static final int BATCH_BYTES = 64 << 10;

    /** How long who tries passwords waits for each refusal beyond the limit. */
    private static final long REFUSAL_DELAY_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final Logger LOG = System.getLogger("io.tellask.kv");

    private final Engine engine;
    private final Executor executor;
    private final Wire wire;
    private final MemoryHolder memory;
    private final RequestParser parser;
    private final ReceivedRequests input;
    private final HeldReplies output;
    private final Client client;
    private final TurnBudget turn;

    private boolean closing;
    private boolean refusing;
    private boolean awaitsTurn;
    private boolean unexecuted;
    private int granted;
    private boolean cutOff;
    private long counted;

    Connection(Engine engine, Executor executor, Wire wire, long id) {
        this.engine = engine;
        this.executor = executor;
        this.wire = wire;
        memory = engine.memory().open(this, BASE_BYTES);
        parser = new RequestParser(
                engine.limits().requestArguments(), engine.limits().requestBytes());
        input = new ReceivedRequests(engine, parser, this::room);
        output = new HeldReplies(engine.forces(), this, new Outbox(wire, this::room));
        client = new Client(engine, this, id);
        turn = new TurnBudget(engine.loop(), engine.turns()::processorNanos);
        parser.trust(client.isAuthenticated());
    }

    Client client() {
        return client;
    }

    /** The other side's address, as Redis writes it. */
    @Override
    public String peer() {
        return wire.peer().substring(wire.peer().indexOf('/') + 1);
    }

    @Override
    public void trust(boolean authenticated) {
        parser.trust(authenticated);
    }

    @Override
    public int unparsedBytes() {
        return input.keptLength();
    }

    @Override
    public long waitingBytes() {
        return output.waiting();
    }

    @Override
    public long heldBytes() {
        return input.heldBytes() + parser.heldBytes() + output.waiting() + client.heldBytes();
    }

    @Override
    public boolean room(long bytes) {
        boolean granted = memory.reserve(bytes);
        counted += granted ? bytes : 0;
        return granted;
    }

    @Override
    public byte[] array(int bytes) {
        int most =
                client.isAuthenticated() ? Integer.MAX_VALUE : engine.limits().unauthenticatedBytes();
        closing |= !input.prepare(bytes, most); // without room its end is on its way
        return input.array();
    }

    @Override
    public int offset() {
        return input.keptLength();
    }

    @Override
    public int mostBytes() {
        granted = closing || awaitsTurn ? 0 : engine.turns().mostBytes(this);
        if (granted == 0 && !closing && !awaitsTurn) {
            awaitTurn();
        }
        return closing || granted == TurnScheduler.TURN_BYTES ? Integer.MAX_VALUE : granted;
    }

    @Override
    public void received(int bytes) {
        byte[] array = input.takeArray();
        if (closing) {
            return;
        }
        int end = input.keptLength() + bytes;
        int most = granted > 0 || awaitsTurn ? granted : engine.turns().mostBytes(this);
        granted = 0;
        if (most > 0) {
            turn(array, end, bytes, most);
        } else {
            input.keep(array, 0, end);
            unexecuted = true;
            if (!awaitsTurn) {
                awaitTurn();
            }
            count();
        }
    }

    /** What it sent is executed when others have had their turn; meanwhile nothing more is read. */
    private void awaitTurn() {
        awaitsTurn = true;
        wire.reading(false);
        if (!client.awaits(this::goOn)) {
            engine.turns().await(this);
        }
    }

    /** What its command waited for is there. */
    private void goOn() {
        if (!closing) {
            engine.turns().await(this);
        }
    }

    @Override
    public void continueTurn(int mostBytes) {
        awaitsTurn = false;
        if (unexecuted && !closing) {
            turn(input.kept(), input.keptLength(), 0, mostBytes);
        } else if (!closing) {
            granted = mostBytes;
            wire.readNow(mostBytes);
            granted = 0;
        }
        if (!awaitsTurn) {
            wire.reading(true);
        }
    }

    private void turn(byte[] array, int end, int readBytes, int mostBytes) {
        turn.begin(readBytes, mostBytes);
        try {
            Reply reply = engine.begin(client);
            int at = executeAll(array, end, reply);
            turn.add(at);
            keep(array, at, end);
            sendReplies(reply);
        } catch (ReplyTooLongException tooLong) {
            executor.clear();
            if (!memory.isClosing()) {
                end("outputBytes=" + engine.limits().outputBytes());
            }
        } catch (OutOfMemoryError tooMuch) {
            executor.clear();
            endForMemory();
        } catch (Throwable failure) {
            executor.clear(); // replies that are missing are none of the next connection's
            fail(failure);
        } finally {
            engine.end();
        }
        engine.turns().spent(turn.end());
        unexecuted = turn.isCutShort();
        if (unexecuted && !closing) {
            awaitTurn();
        }
        count();
    }

    @Override
    public void works(long bytes) {
        turn.add(bytes);
    }

    @Override
    public boolean isDivided() {
        return client.isDivided();
    }

    @Override
    public TurnBudget budget() {
        return turn;
    }

    /** Returns where the first request begins that is not complete. */
    private int executeAll(byte[] array, int end, Reply reply) {
        int at = 0;
        executor.goOn(client, reply);
        if (client.isDivided()) {
            turn.cutShort();
            return at;
        }
        while (at < end && !closing) {
            String other = client.hasRun() ? null : OtherPeers.refusal(array, at, end);
            if (other != null) {
                executor.refuse(client, other, reply);
                return end;
            }
            int length = parser.parse(array, at, end);
            if (length == RequestParser.INCOMPLETE) {
                break;
            } else if (length == RequestParser.REFUSED) {
                executor.finish(client, reply);
                if (client.isDivided()) {
                    turn.cutShort(); // it is found again behind the replies
                    return at;
                }
                executor.refuse(client, parser.error(), reply);
                return end;
            }
            if ((client.isHeavy(parser.request()) || length > TurnScheduler.SHORT_TURN_BYTES)
                    && !engine.turns().takesHeavy(turn)) {
                turn.cutShort();
                break;
            }
            if (length > LONG_REQUEST_BYTES && !room(2L * length)) {
                executor.clear();
                return end;
            }
            if (parser.request().count() > 0 && !executor.execute(client, parser.request(), length, reply)) {
                break;
            }
            at += length;
            if (reply.length() >= BATCH_BYTES) {
                sendReplies(reply);
            }
            if (client.isDivided() || at < end && turn.isOver(at + (long) reply.length())) {
                turn.cutShort();
                break;
            }
        }
        executor.finish(client, reply);
        if (client.isDivided()) {
            turn.cutShort();
        }
        return at;
    }

    private void keep(byte[] array, int at, int end) {
        int rest = closing ? 0 : end - at;
        boolean known = client.isAuthenticated();
        if (rest > engine.limits().requestBytes()
                || !known && rest > engine.limits().unauthenticatedBytes()) {
            executor.refuse(client, known ? "request too long" : "unauthenticated request too long", engine.reply());
            rest = 0;
        }
        input.keep(array, at, at + rest);
        if (closing) {
            parser.drop();
        } else {
            parser.trim();
        }
    }

    @Override
    public void wrote(int database) {
        output.wrote(database);
    }

    private void sendReplies(Reply reply) {
        int length = reply.length();
        if (length > 0) {
            turn.add(length);
            output.send(reply);
            checkOutput();
        }
        if (closing) {
            closeOnceSent();
        }
    }

    private void closeOnceSent() {
        if (!refusing && output.waiting() == 0) {
            wire.close();
        }
    }

    private void checkOutput() {
        String passed = client.passedOutputLimit(output.waiting());
        if (passed != null) {
            end(passed);
        }
    }

    @Override
    public boolean push(Reply message) {
        if (closing) {
            return false;
        }
        if (engine.isRunning(client)) {
            message.forEachPiece(engine.reply()::raw);
        } else {
            output.add(message);
            checkOutput();
            engine.flushLater(this);
            count();
        }
        return true;
    }

    /** Sends what may leave. */
    void flush() {
        output.flush();
        if (closing) {
            closeOnceSent();
        }
        count();
    }

    @Override
    public void release(int length) {
        if (output.release(length)) {
            flush();
        }
    }

    @Override
    public void refuse(ErrorReply error) {
        if (output.refuse(error.text())) {
            engine.logEnd(this, "closed, " + error.text());
            input.drop();
            closing = true;
            flush();
        }
    }

    @Override
    public void closeAfterReplies() {
        closing = true;
    }

    @Override
    public void refuseLater(String error) {
        closing = true;
        refusing = true;
        engine.loop().schedule(() -> refuseNow(error), REFUSAL_DELAY_NANOS);
    }

    private void refuseNow(String error) {
        refusing = false;
        output.add(error);
        flush();
    }

    @Override
    public void abort() {
        drop();
        wire.close();
        engine.forgetLater(client);
    }

    @Override
    public void fail(Throwable failure) {
        engine.loop().failed("resp: a connection failed: peer=", peer(), failure);
        try {
            abort();
        } catch (Throwable again) {
            engine.loop().failed("resp: the end of a connection failed: peer=", peer(), again);
        }
    }

    @Override
    public void flushSafely() {
        try {
            flush();
        } catch (Throwable failure) {
            fail(failure);
        }
    }

    /** Whether there was no memory for one more connection. */
    boolean isRefused() {
        return memory.isClosing();
    }

    @Override
    public void closeForMemory(String reason) {
        if (engine.loop().isCurrent() && !engine.isRunning(client)) {
            letGo(); // at once: others of this turn of the loop may need the room
        }
        try {
            engine.loop().executeAhead(this::endForMemory);
        } catch (RejectedExecutionException loopEnded) {
            LOG.log(Level.DEBUG, "resp: connection ended with its loop", loopEnded);
        }
    }

    private void letGo() {
        cutOff |= output.waiting() > 0;
        drop();
        parser.drop();
        count();
    }

    private void drop() {
        closing = true;
        output.clear();
        input.drop();
    }

    /** Ends this connection because all together hold too much; it is told so if that can leave at once. */
    void endForMemory() {
        boolean tell = !cutOff && output.waiting() == 0 && wire.isWritable();
        if (tell) {
            String reason = Objects.requireNonNullElse(memory.reason(), "memory: the heap is full");
            byte[] text = HeldReplies.errorLine("ERR closed, " + reason);
            wire.send(text, 0, text.length);
        }
        abort();
        if (!tell) {
            wire.abort();
        }
    }

    private void end(String passed) {
        engine.logEnd(
                this, "ended, " + passed + " exceeded; let the client read faster or ask for less, or raise the limit");
        abort();
    }

    /** Counts what this connection holds now. */
    private void count() {
        long change = heldBytes() - counted;
        if (change != 0) {
            counted += change;
            memory.add(change);
        }
    }

    @Override
    public void kept(int changeBytes) {
        memory.add(changeBytes);
    }

    @Override
    public void writable() {
        flush();
    }

    /** Whatever was complete has been executed; its replies leave first, as they do behind QUIT. */
    @Override
    public boolean inputEnded() {
        closing = true;
        input.drop();
        closeOnceSent();
        count();
        return true;
    }

    @Override
    public void closed(@Nullable Throwable cause) {
        drop();
        if (!engine.isRunning(client)) {
            parser.drop(); // else the command that runs still needs its arguments, and keep() does it
        }
        engine.turns().forget(this);
        engine.forget(client);
        count();
        memory.end(heldBytes()); // what it listened to and watched is taken back by and by
    }

    @Override
    public void tookBack() {
        count();
    }
}
