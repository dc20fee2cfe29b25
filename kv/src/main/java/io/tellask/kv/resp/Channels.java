package io.tellask.kv.resp;

import java.util.Iterator;
import java.util.Map;
import java.util.Set;

/** Who listens to which channels and patterns. Belongs to the loop. */
final class Channels {
    private final Engine engine;
    private final ClientsByName<ByteString, Client> byChannel = new ClientsByName<>();
    private final ClientsByName<ByteString, Client> byPattern = new ClientsByName<>();
    private final Reply message;

    Channels(Engine engine) {
        this.engine = engine;
        message = new Reply(Integer.MAX_VALUE, engine::room);
    }

    /** Lets a client listen to a channel; false if it does already. */
    boolean subscribe(Client client, ByteString channel) {
        return add(client, channel, byChannel, client.channels());
    }

    /** Lets a client listen to all channels that match a pattern; false if it does already. */
    boolean subscribePattern(Client client, ByteString pattern) {
        return add(client, pattern, byPattern, client.patterns());
    }

    private boolean add(
            Client client, ByteString name, ClientsByName<ByteString, Client> listeners, Set<ByteString> own) {
        int most = engine.limits().subscriptions();
        if (own.contains(name)) {
            return false;
        }
        if (client.subscriptions() >= most) {
            throw new Refusal("ERR too many subscriptions, subscriptions=" + most);
        }
        own.add(name);
        client.subscribed(name, 1);
        return listeners.add(name, client);
    }

    void unsubscribe(Client client, ByteString channel) {
        if (client.channels().remove(channel)) {
            client.subscribed(channel, -1);
            byChannel.remove(channel, client);
        }
    }

    void unsubscribePattern(Client client, ByteString pattern) {
        if (client.patterns().remove(pattern)) {
            client.subscribed(pattern, -1);
            byPattern.remove(pattern, client);
        }
    }

    /** Takes up to so many subscriptions of a client back; returns how many. */
    int forget(Client client, int most) {
        int channels = forget(client, client.channels(), byChannel, most);
        return channels + forget(client, client.patterns(), byPattern, most - channels);
    }

    private static int forget(
            Client client, Set<ByteString> own, ClientsByName<ByteString, Client> listeners, int most) {
        int forgotten = 0;
        for (Iterator<ByteString> names = own.iterator(); forgotten < most && names.hasNext(); forgotten++) {
            ByteString name = names.next();
            names.remove();
            client.subscribed(name, -1);
            listeners.remove(name, client);
        }
        return forgotten;
    }

    /** Sends a message to everybody who listens; returns how often it was sent. */
    int publish(byte[] channel, byte[] content) {
        int receivers = 0;
        for (Client client : byChannel.of(new ByteString(channel))) {
            begin(client, 3, "message");
            receivers += send(client, channel, content) ? 1 : 0;
        }
        for (Map.Entry<ByteString, Set<Client>> entry : byPattern.all().entrySet()) {
            if (Glob.matches(entry.getKey().bytes(), channel)) {
                receivers += publish(entry.getKey(), entry.getValue(), channel, content);
            }
        }
        return receivers;
    }

    private int publish(ByteString pattern, Set<Client> listening, byte[] channel, byte[] content) {
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

    /** Names of channels that somebody listens to. */
    Set<ByteString> names() {
        return byChannel.all().keySet();
    }

    int listeners(byte[] channel) {
        return byChannel.of(new ByteString(channel)).size();
    }

    int patterns() {
        return byPattern.all().size();
    }
}
