package io.tellask.remote.resume;

import io.tellask.remote.Receiver;
import io.tellask.remote.Wire;
import org.jspecify.annotations.Nullable;

/**
 * One connection, and whom its bytes are for: who opens a connection for a session that waits for one hands it on to that. Belongs to the loop
 * of the connection.
 */
public final class Link implements Receiver {
    private final Wire wire;
    private @Nullable Owner owner;
    private int keptBytes;
    private boolean ended;

    /** Whom a connection belongs to. */
    public interface Owner {
        /** What its bytes are for. */
        Receiver input();

        /** It has ended; called once, unless it was handed on. */
        void ended(Link link, @Nullable Throwable cause);
    }

    public Link(Wire wire, Owner owner) {
        this.wire = wire;
        this.owner = owner;
    }

    public Wire wire() {
        return wire;
    }

    /** Whether the connection ended, perhaps while it was nobody's. */
    public boolean isEnded() {
        return ended;
    }

    /** From here on it is another's, or nobody's: then what comes is dropped. */
    public void handTo(@Nullable Owner next) {
        count(-keptBytes);
        owner = next;
        count(keptBytes);
    }

    private void count(int changeBytes) {
        Owner known = owner;
        if (known != null && changeBytes != 0) {
            known.input().kept(changeBytes);
        }
    }

    @Override
    public int mostBytes() {
        Owner known = owner;
        return known == null ? Integer.MAX_VALUE : known.input().mostBytes();
    }

    @Override
    public byte[] array(int bytes) {
        Owner known = owner;
        return known == null ? new byte[bytes] : known.input().array(bytes);
    }

    @Override
    public int offset() {
        Owner known = owner;
        return known == null ? 0 : known.input().offset();
    }

    @Override
    public void received(int bytes) {
        Owner known = owner;
        if (known != null) {
            known.input().received(bytes);
        }
    }

    @Override
    public void kept(int changeBytes) {
        keptBytes += changeBytes;
        count(changeBytes);
    }

    @Override
    public void writable() {
        Owner known = owner;
        if (known != null) {
            known.input().writable();
        }
    }

    @Override
    public boolean inputEnded() {
        Owner known = owner;
        return known != null && known.input().inputEnded();
    }

    @Override
    public void closed(@Nullable Throwable cause) {
        Owner known = owner;
        ended = true;
        if (known != null) {
            handTo(null);
            known.ended(this, cause);
        }
    }
}
