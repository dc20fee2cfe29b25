package io.tellask.kv.resp.channel;

import io.tellask.kv.resp.message.ByteString;
import io.tellask.kv.resp.message.Reply;
import java.util.Set;

/** A client, as one that listens to channels. Belongs to the loop. */
public interface Listener {
    /** The channels it listens to; {@link Channels} changes them. */
    Set<ByteString> channels();

    /** The patterns it listens to; {@link Channels} changes them. */
    Set<ByteString> patterns();

    /** How many channels and patterns those are. */
    default int subscriptions() {
        return channels().size() + patterns().size();
    }

    /** Notes that a subscription to a name began (1) or ended (-1). */
    void subscribed(ByteString name, int change);

    /** Notes that its patterns as they are read take so many bytes more. */
    void holds(long bytes);

    /** Whether so many bytes may be taken for it; if not, its connection is about to end. */
    boolean room(long bytes);

    /** The version of the protocol that it speaks. */
    int protocol();

    /** Sends a message that is no reply. False if it takes none any more. */
    boolean push(Reply message);

    /** Ends its connection, and nothing else. Never throws. */
    void fail(Throwable failure);
}
