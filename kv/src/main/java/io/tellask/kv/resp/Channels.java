package io.tellask.kv.resp;

import java.util.Iterator;
import java.util.Set;
import java.util.function.Consumer;

/** Who listens to which channels and patterns. Belongs to the loop. */
final class Channels {
    private final Engine engine;
    private final ClientsByName<ByteString, Client> byChannel = new ClientsByName<>();
    private final PatternListeners patterns = new PatternListeners();
    private final Reply message;

    Channels(Engine engine) {
        this.engine = engine;
        message = new Reply(Integer.MAX_VALUE, engine::room);
    }

    /** Lets a client listen to a channel, if it does not already. */
    void subscribe(Client client, ByteString channel) {
        if (begins(client, channel, client.channels())) {
            client.subscribed(channel, 1);
            boolean _ = byChannel.add(channel, client);
        }
    }

    /** Lets a client listen to all channels that match a pattern, if it does not already. */
    void subscribePattern(Client client, ByteString pattern) {
        if (begins(client, pattern, client.patterns())) {
            Glob read = patterns.add(pattern, client);
            client.subscribed(pattern, 1);
            client.holds(read.heldBytes());
            if (!client.connection().room(read.heldBytes())) {
                throw new Refusal("ERR no memory for the pattern"); // the connection's end is on its way
            }
        }
    }

    private boolean begins(Client client, ByteString name, Set<ByteString> own) {
        int most = engine.limits().subscriptions();
        if (own.contains(name)) {
            return false;
        }
        if (client.subscriptions() >= most) {
            throw new Refusal("ERR too many subscriptions, subscriptions=" + most);
        }
        return own.add(name);
    }

    void unsubscribe(Client client, ByteString channel) {
        if (client.channels().remove(channel)) {
            removeChannel(client, channel);
        }
    }

    void unsubscribePattern(Client client, ByteString pattern) {
        if (client.patterns().remove(pattern)) {
            removePattern(client, pattern);
        }
    }

    private void removePattern(Client client, ByteString pattern) {
        client.subscribed(pattern, -1);
        Glob read = patterns.remove(pattern, client);
        client.holds(read == null ? 0 : -read.heldBytes());
    }

    private void removeChannel(Client client, ByteString channel) {
        client.subscribed(channel, -1);
        byChannel.remove(channel, client);
    }

    /** Takes up to so many subscriptions of a client back; returns how many. */
    int forget(Client client, int most) {
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
    int publish(byte[] channel, byte[] content) {
        int receivers = 0;
        for (Client client : byChannel.of(new ByteString(channel))) {
            begin(client, 3, "message");
            receivers += send(client, channel, content) ? 1 : 0;
        }
        return receivers;
    }

    /** Sends a message to those who listen to a pattern that its channel matches; returns to how many. */
    int publish(ByteString pattern, Set<Client> listening, byte[] channel, byte[] content) {
        int receivers = 0;
        for (Client client : listening) {
            begin(client, 4, "pmessage");
            message.bulk(pattern.bytes());
            receivers += send(client, channel, content) ? 1 : 0;
        }
        return receivers;
    }

    private void begin(Client client, int parts, String kind) {
        message.clear();
        message.protocol(client.protocol());
        message.push(parts);
        message.bulk(kind);
    }

    private boolean send(Client client, byte[] channel, byte[] content) {
        message.bulk(channel);
        message.bulk(content);
        try {
            return client.connection().push(message);
        } catch (Throwable failure) { // the listener's connection ends, not the publisher's
            client.connection().fail(failure);
            return false;
        }
    }

    /** How many channels somebody listens to. */
    int count() {
        return byChannel.count();
    }

    /** Channels that somebody listens to, of one of {@link ClientsByName#PARTS} parts. */
    Set<ByteString> names(int part) {
        return byChannel.names(part);
    }

    int listeners(byte[] channel) {
        return byChannel.of(new ByteString(channel)).size();
    }

    int patterns() {
        return patterns.size();
    }

    PatternListeners patternListeners() {
        return patterns;
    }
}
