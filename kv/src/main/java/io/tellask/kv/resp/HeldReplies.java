package io.tellask.kv.resp;

import io.tellask.kv.resp.loop.ForcedReplies;
import io.tellask.kv.resp.message.Outbox;
import io.tellask.kv.resp.message.Reply;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;

/**
 * What one connection answers, on its way out: replies to writes that must be on disk first are held back, and all that follow them, so that the
 * order stays. Belongs to the loop.
 */
final class HeldReplies {
    private static final BitSet NOTHING = new BitSet(0); // never changed

    private final ForcedReplies forces;
    private final ForcedReplies.Withheld connection;
    private final Outbox outbox;
    private BitSet written = NOTHING; // databases, by what is to be answered

    HeldReplies(ForcedReplies forces, ForcedReplies.Withheld connection, Outbox outbox) {
        this.forces = forces;
        this.connection = connection;
        this.outbox = outbox;
    }

    static byte[] errorLine(String error) {
        return ("-" + error + "\r\n").getBytes(StandardCharsets.ISO_8859_1);
    }

    /** What is answered next must be on disk in this database before it leaves. */
    void wrote(int database) {
        if (written == NOTHING) {
            written = new BitSet();
        }
        written.set(database);
    }

    /** Sends replies or holds them back, and clears them. */
    void send(Reply reply) {
        if (written != NOTHING || outbox.isHeld()) {
            hold(reply);
        } else {
            reply.handOver(outbox::hand);
            outbox.send(reply.array(), reply.length());
        }
        reply.clear();
    }

    /** Adds a message that leaves with the next {@link #flush}. */
    void add(Reply message) {
        if (outbox.isHeld()) {
            hold(message);
        } else {
            message.forEachPiece(outbox::add);
        }
    }

    /** Adds an error that leaves with the next {@link #flush}. */
    void add(String error) {
        byte[] text = errorLine(error);
        outbox.add(text, 0, text.length);
    }

    private void hold(Reply reply) {
        reply.forEachPiece(outbox::hold);
        forces.join(connection, reply.length(), written);
        written = NOTHING;
    }

    /** So many bytes of what is held may leave; false if nothing is held. */
    boolean release(int length) {
        boolean held = outbox.isHeld();
        if (held) {
            outbox.release(length);
        }
        return held;
    }

    /** Puts an error in the place of all that is held; false if nothing is. */
    boolean refuse(String error) {
        boolean held = outbox.isHeld();
        if (held) {
            outbox.forgetHeld();
            add(error);
        }
        return held;
    }

    /** Bytes that wait to be sent. */
    long waiting() {
        return outbox.waiting();
    }

    void flush() {
        outbox.flush();
    }

    void clear() {
        outbox.clear();
    }
}
