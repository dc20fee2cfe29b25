package io.tellask.kv.resp;

import io.tellask.remote.Receiver;
import io.tellask.remote.Wire;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * One connection: finds the requests in what it receives, has them executed, and sends their replies, all of one read in one write.
 *
 * <p>Received bytes go into an array that all connections of the loop share, and the arguments of a request are looked at where they lie
 * there. Only the beginning of a request that has not arrived completely is kept: so an idle connection holds no buffer. Belongs to its loop.
 */
final class Connection implements Receiver {
    /** Replies gathered before they are sent although more requests are there. */
    private static final int BATCH_BYTES = 64 << 10;

    private static final byte[] NONE = {};
    private static final Logger LOG = System.getLogger("io.tellask.kv");

    private final Engine engine;
    private final Wire wire;
    private final RequestParser parser;
    private final Outbox outbox;
    private final Client client;

    private byte[] kept = NONE;
    private int keptLength;
    private byte[] received = NONE;
    private boolean writes;
    private boolean closing;
    private long counted;

    Connection(Engine engine, Wire wire, long id) {
        this.engine = engine;
        this.wire = wire;
        parser = new RequestParser(
                engine.limits().requestArguments(), engine.limits().requestBytes());
        outbox = new Outbox(wire);
        client = new Client(engine, this, id);
        parser.trust(client.isAuthenticated());
    }

    Client client() {
        return client;
    }

    /** The other side's address, as Redis writes it. */
    String peer() {
        return wire.peer().substring(wire.peer().indexOf('/') + 1);
    }

    void trust(boolean authenticated) {
        parser.trust(authenticated);
    }

    int unparsedBytes() {
        return keptLength;
    }

    long waitingBytes() {
        return outbox.waiting();
    }

    /** What this connection makes the server hold. */
    long heldBytes() {
        return kept.length + outbox.waiting() + client.transaction().heldBytes();
    }

    @Override
    public byte[] array(int bytes) {
        byte[] shared = engine.input();
        if (keptLength + bytes <= shared.length) {
            System.arraycopy(kept, 0, shared, 0, keptLength);
            received = shared;
        } else {
            if (kept.length - keptLength < bytes) {
                kept = Arrays.copyOf(kept, Math.max(keptLength + bytes, 2 * keptLength));
            }
            received = kept;
        }
        return received;
    }

    @Override
    public int offset() {
        return keptLength;
    }

    @Override
    public void received(int bytes) {
        if (closing) {
            return;
        }
        Reply reply = engine.begin(client);
        try {
            int end = keptLength + bytes;
            int at = executeAll(received, end, reply);
            keep(received, at, end);
            sendReplies(reply);
        } catch (ReplyTooLongException tooLong) {
            engine.executor().clear();
            end("output", engine.limits().outputBytes());
        } catch (OutOfMemoryError tooMuch) {
            engine.executor().clear();
            endForMemory();
        } finally {
            engine.end();
        }
        count();
    }

    /** Returns where the first request begins that is not complete. */
    private int executeAll(byte[] array, int end, Reply reply) {
        int at = 0;
        while (at < end && !closing) {
            int length = parser.parse(array, at, end);
            if (length == RequestParser.INCOMPLETE) {
                break;
            } else if (length == RequestParser.REFUSED) {
                engine.executor().finish(client, reply);
                refuse(parser.error(), reply);
                return end;
            }
            if (parser.request().count() > 0) {
                engine.executor().execute(client, parser.request(), reply);
            }
            at += length;
            if (reply.length() >= BATCH_BYTES) {
                sendReplies(reply);
            }
        }
        engine.executor().finish(client, reply);
        return at;
    }

    private void refuse(String reason, Reply reply) {
        reply.error("ERR Protocol error: " + reason);
        closeAfterReplies();
    }

    private void keep(byte[] array, int at, int end) {
        int rest = closing ? 0 : end - at;
        if (rest > engine.limits().requestBytes()) {
            refuse("request too long", engine.reply());
            rest = 0;
        }
        if (array != kept || at > 0) {
            kept = rest == 0 ? NONE : Arrays.copyOfRange(array, at, at + rest);
        }
        keptLength = rest;
    }

    /** Notes that what was answered since the last sending must be on disk before the answers leave. */
    void wrote() {
        writes = true;
    }

    private void sendReplies(Reply reply) {
        int length = reply.length();
        if (length > 0) {
            if (writes || outbox.isHeld()) {
                hold(reply);
            } else {
                outbox.send(reply.array(), length);
            }
            reply.clear();
            checkOutput();
        }
        if (closing) {
            closeOnceSent();
        }
    }

    private void hold(Reply reply) {
        outbox.hold(reply.array(), reply.length());
        engine.forces().join(this, reply.length());
        writes = false;
    }

    private void closeOnceSent() {
        if (outbox.waiting() == 0) {
            wire.close();
        }
    }

    /** What may wait is less where a client only listens. */
    private void checkOutput() {
        boolean listens = client.subscriptions() > 0;
        int limit = listens ? engine.limits().backlogBytes() : engine.limits().outputBytes();
        if (outbox.waiting() > limit) {
            end(listens ? "backlog" : "output", limit);
        }
    }

    /** Sends a message that is no reply; it leaves when the running batch of commands ends. False if the connection takes none any more. */
    boolean push(Reply message) {
        if (closing) {
            return false;
        }
        if (engine.isRunning(client)) {
            engine.reply().raw(message.array(), 0, message.length());
        } else {
            if (outbox.isHeld()) {
                hold(message);
            } else {
                outbox.add(message.array(), message.length());
            }
            checkOutput();
            engine.flushLater(this);
            count();
        }
        return true;
    }

    /** Sends what may leave. */
    void flush() {
        outbox.flush();
        if (closing) {
            closeOnceSent();
        }
        count();
    }

    /** Lets replies go whose writes are on disk. */
    void release(int length) {
        if (outbox.isHeld()) {
            outbox.release(length);
            flush();
        }
    }

    /** Executes nothing more, and closes the connection once its replies have left. */
    void closeAfterReplies() {
        closing = true;
    }

    /** Closes the connection without sending what waits. */
    void abort() {
        closing = true;
        outbox.clear();
        kept = NONE;
        keptLength = 0;
        wire.close();
        engine.forgetLater(client);
    }

    /** Ends this connection because all together hold too much. */
    void endForMemory() {
        end("memory", engine.limits().memoryBytes());
    }

    private void end(String what, long limit) {
        LOG.log(
                Level.WARNING,
                "resp: connection of " + peer() + " ended, " + what + "Bytes=" + limit
                        + " exceeded; let the client read faster or ask for less, or raise the limit");
        abort();
    }

    /** Tells the engine what this connection holds, if that changed. */
    private void count() {
        long held = heldBytes();
        if (held != counted) {
            long change = held - counted;
            counted = held;
            engine.memory(change);
        }
    }

    @Override
    public void writable() {
        flush();
    }

    @Override
    public void closed(@Nullable Throwable cause) {
        closing = true;
        outbox.clear();
        kept = NONE;
        keptLength = 0;
        engine.forget(client);
        count();
    }
}
