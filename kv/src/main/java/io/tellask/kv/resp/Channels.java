package io.tellask.kv.resp;

import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Who listens to which channels and patterns. Belongs to the loop. */
final class Channels {
    private final Engine engine;
    private final Map<ByteString, Set<Client>> byChannel = new HashMap<>();
    private final Map<ByteString, Set<Client>> byPattern = new HashMap<>();
    private final Reply message;

    Channels(Engine engine) {
        this.engine = engine;
        message = new Reply(Integer.MAX_VALUE);
    }

    /** Lets a client listen to a channel; false if it does already. */
    boolean subscribe(Client client, ByteString channel) {
        return add(client, channel, byChannel, client.channels());
    }

    /** Lets a client listen to all channels that match a pattern; false if it does already. */
    boolean subscribePattern(Client client, ByteString pattern) {
        return add(client, pattern, byPattern, client.patterns());
    }

    private boolean add(Client client, ByteString name, Map<ByteString, Set<Client>> listeners, Set<ByteString> own) {
        int most = engine.limits().subscriptions();
        if (own.contains(name)) {
            return false;
        }
        if (client.subscriptions() >= most) {
            throw new Refusal("ERR too many subscriptions, subscriptions=" + most);
        }
        own.add(name);
        return listeners.computeIfAbsent(name, unheard -> new LinkedHashSet<>()).add(client);
    }

    void unsubscribe(Client client, ByteString channel) {
        client.channels().remove(channel);
        remove(client, channel, byChannel);
    }

    void unsubscribePattern(Client client, ByteString pattern) {
        client.patterns().remove(pattern);
        remove(client, pattern, byPattern);
    }

    private static void remove(Client client, ByteString name, Map<ByteString, Set<Client>> listeners) {
        listeners.computeIfPresent(name, (known, listening) -> {
            listening.remove(client);
            return listening.isEmpty() ? null : listening;
        });
    }

    /** Takes all subscriptions of a client back. */
    void forget(Client client) {
        List.copyOf(client.channels()).forEach(channel -> unsubscribe(client, channel));
        List.copyOf(client.patterns()).forEach(pattern -> unsubscribePattern(client, pattern));
    }

    /** Sends a message to everybody who listens; returns how often it was sent. */
    int publish(byte[] channel, byte[] content) {
        int receivers = 0;
        for (Client client : listeners(byChannel, channel)) {
            begin(client, 3, "message");
            receivers += send(client, channel, content) ? 1 : 0;
        }
        for (Map.Entry<ByteString, Set<Client>> entry : byPattern.entrySet()) {
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
        return client.connection().push(message);
    }

    private static Collection<Client> listeners(Map<ByteString, Set<Client>> listeners, byte[] name) {
        return listeners.getOrDefault(new ByteString(name), Set.of());
    }

    /** Names of channels that somebody listens to. */
    Set<ByteString> names() {
        return byChannel.keySet();
    }

    int listeners(byte[] channel) {
        return listeners(byChannel, channel).size();
    }

    int patterns() {
        return byPattern.size();
    }
}
