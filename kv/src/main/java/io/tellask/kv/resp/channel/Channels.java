package io.tellask.kv.resp.channel;

import io.tellask.kv.resp.message.ByteString;
import io.tellask.kv.resp.message.ErrorReply;
import io.tellask.kv.resp.message.Glob;
import io.tellask.kv.resp.message.Reply;
import java.util.Iterator;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongPredicate;

/** Who listens to which channels and patterns. Belongs to the loop. */
public final class Channels {
    private final int mostSubscriptions;
    private final ClientsByName<ByteString, Listener> byChannel = new ClientsByName<>();
    private final PatternListeners patterns = new PatternListeners();
    private final Reply message;

    /**
     * Channels without listeners.
     *
     * @param mostSubscriptions most channels and patterns that one listens to
     * @param room whether so many bytes may be taken for a message
     */
    public Channels(int mostSubscriptions, LongPredicate room) {
        this.mostSubscriptions = mostSubscriptions;
        message = new Reply(Integer.MAX_VALUE, room);
    }

    /** Lets a client listen to a channel, if it does not already. */
    public void subscribe(Listener client, ByteString channel) {
        if (begins(client, channel, client.channels())) {
            client.subscribed(channel, 1);
            boolean _ = byChannel.add(channel, client);
        }
    }

    /** Lets a client listen to all channels that match a pattern, if it does not already. */
    public void subscribePattern(Listener client, ByteString pattern) {
        if (begins(client, pattern, client.patterns())) {
            Glob read = patterns.add(pattern, client);
            client.subscribed(pattern, 1);
            client.holds(read.heldBytes());
            if (!client.room(read.heldBytes())) {
                throw new ErrorReply("ERR no memory for the pattern"); // the connection's end is on its way
            }
        }
    }

    private boolean begins(Listener client, ByteString name, Set<ByteString> own) {
        if (own.contains(name)) {
            return false;
        }
        if (client.subscriptions() >= mostSubscriptions) {
            throw new ErrorReply("ERR too many subscriptions, subscriptions=" + mostSubscriptions);
        }
        return own.add(name);
    }

    public void unsubscribe(Listener client, ByteString channel) {
        if (client.channels().remove(channel)) {
            removeChannel(client, channel);
        }
    }

    public void unsubscribePattern(Listener client, ByteString pattern) {
        if (client.patterns().remove(pattern)) {
            removePattern(client, pattern);
        }
    }

    private void removePattern(Listener client, ByteString pattern) {
        client.subscribed(pattern, -1);
        Glob read = patterns.remove(pattern, client);
        client.holds(read == null ? 0 : -read.heldBytes());
    }

    private void removeChannel(Listener client, ByteString channel) {
        client.subscribed(channel, -1);
        byChannel.remove(channel, client);
    }

    /** Takes up to so many subscriptions of a client back; returns how many. */
    public int forget(Listener client, int most) {
        int channels = forget(client.channels(), most, channel -> removeChannel(client, channel));
        return channels + forget(client.patterns(), most - channels, pattern -> removePattern(client, pattern));
    }

    private static int forget(Set<ByteString> own, int most, Consumer<ByteString> removal) {
        int forgotten = 0;
        for (Iterator<ByteString> names = own.iterator(); forgotten < most && names.hasNext(); forgotten++) {
            ByteString name = names.next();
            names.remove();
            removal.accept(name);
        }
        return forgotten;
    }

    /** Sends a message to those who listen to its channel; returns to how many. */
    public int publish(byte[] channel, byte[] content) {
        int receivers = 0;
        for (Listener client : byChannel.of(new ByteString(channel))) {
            begin(client, 3, "message");
            receivers += send(client, channel, content) ? 1 : 0;
        }
        return receivers;
    }

    /** Sends a message to those who listen to a pattern that its channel matches; returns to how many. */
    int publish(ByteString pattern, Set<Listener> listening, byte[] channel, byte[] content) {
        int receivers = 0;
        for (Listener client : listening) {
            begin(client, 4, "pmessage");
            message.bulk(pattern.bytes());
            receivers += send(client, channel, content) ? 1 : 0;
        }
        return receivers;
    }

    private void begin(Listener client, int parts, String kind) {
        message.clear();
        message.protocol(client.protocol());
        message.push(parts);
        message.bulk(kind);
    }

    private boolean send(Listener client, byte[] channel, byte[] content) {
        message.bulk(channel);
        message.bulk(content);
        try {
            return client.push(message);
        } catch (Throwable failure) { // the listener's connection ends, not the publisher's
            client.fail(failure);
            return false;
        }
    }

    /** How many channels somebody listens to. */
    public int count() {
        return byChannel.count();
    }

    /** Channels that somebody listens to, of one of {@link ClientsByName#PARTS} parts. */
    public Set<ByteString> names(int part) {
        return byChannel.names(part);
    }

    public int listeners(byte[] channel) {
        return byChannel.of(new ByteString(channel)).size();
    }

    public int patterns() {
        return patterns.size();
    }

    public PatternListeners patternListeners() {
        return patterns;
    }
}
