package io.tellask.kv.resp;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/** PUBLISH, SUBSCRIBE, PSUBSCRIBE, their opposites, and PUBSUB. */
final class ChannelCommands {
    private ChannelCommands() {}

    static Map<String, Command.Action> all() {
        return Map.of(
                "publish", ChannelCommands::publish,
                "subscribe", ChannelCommands::subscribe,
                "psubscribe", ChannelCommands::subscribePatterns,
                "unsubscribe", ChannelCommands::unsubscribe,
                "punsubscribe", ChannelCommands::unsubscribePatterns,
                "pubsub", ChannelCommands::pubsub);
    }

    private static void publish(Client client, Request request, Reply reply) {
        Channels channels = client.engine().channels();
        byte[] channel = request.channel(1, client.engine().limits());
        client.transaction().charge(channels.patternListeners().mostSteps(channel.length));
        client.divide(new Publication(channels, channel, request.copy(2)), reply);
    }

    private static void subscribe(Client client, Request request, Reply reply) {
        for (int i = 1; i < request.count(); i++) {
            ByteString channel =
                    new ByteString(request.channel(i, client.engine().limits()));
            client.engine().channels().subscribe(client, channel);
            confirm(client, "subscribe", channel, reply);
        }
    }

    private static void subscribePatterns(Client client, Request request, Reply reply) {
        client.divide(new PatternSubscription(client, request.detached()), reply);
    }

    private static void unsubscribe(Client client, Request request, Reply reply) {
        List<ByteString> names = named(request, client.channels());
        for (ByteString channel : names) {
            client.engine().channels().unsubscribe(client, channel);
            confirm(client, "unsubscribe", channel, reply);
        }
        if (names.isEmpty()) {
            confirmNothing(client, "unsubscribe", reply);
        }
    }

    private static void unsubscribePatterns(Client client, Request request, Reply reply) {
        List<ByteString> names = named(request, client.patterns());
        for (ByteString pattern : names) {
            client.engine().channels().unsubscribePattern(client, pattern);
            confirm(client, "punsubscribe", pattern, reply);
        }
        if (names.isEmpty()) {
            confirmNothing(client, "punsubscribe", reply);
        }
    }

    /** What the request names, or everything if it names nothing. */
    private static List<ByteString> named(Request request, Set<ByteString> all) {
        if (request.count() == 1) {
            return List.copyOf(all);
        }
        return IntStream.range(1, request.count())
                .mapToObj(i -> new ByteString(request.copy(i)))
                .toList();
    }

    static void confirm(Client client, String kind, ByteString name, Reply reply) {
        reply.push(3);
        reply.bulk(kind);
        reply.bulk(name.bytes());
        reply.integer(client.subscriptions());
    }

    private static void confirmNothing(Client client, String kind, Reply reply) {
        reply.push(3);
        reply.bulk(kind);
        reply.nil();
        reply.integer(client.subscriptions());
    }

    private static void pubsub(Client client, Request request, Reply reply) {
        Channels channels = client.engine().channels();
        if (request.is(1, "help") && request.count() == 2) {
            Subcommands.help(reply, "PUBSUB", "CHANNELS [<pattern>]", "NUMPAT", "NUMSUB [<channel> ...]");
        } else if (request.is(1, "channels")) {
            channels(client, request, reply);
        } else if (request.is(1, "numsub")) {
            reply.array(2 * (request.count() - 2));
            for (int i = 2; i < request.count(); i++) {
                byte[] channel = request.copy(i);
                reply.bulk(channel);
                reply.integer(channels.listeners(channel));
            }
        } else if (request.is(1, "numpat") && request.count() == 2) {
            reply.integer(channels.patterns());
        } else {
            throw Subcommands.refused("pubsub", request, List.of("numpat", "numsub", "help"));
        }
    }

    private static void channels(Client client, Request request, Reply reply) {
        if (request.count() > 3) {
            throw new Refusal("ERR unknown subcommand or wrong number of arguments for '" + request.shown(1)
                    + "'. Try PUBSUB HELP.");
        }
        Glob pattern = request.count() == 3 ? request.pattern(2, client.engine().limits()) : null;
        Steps steps = new Steps();
        List<ByteString> names = client.engine().channels().names().stream()
                .filter(name -> pattern == null || pattern.matches(name.bytes(), steps))
                .toList();
        reply.array(names.size());
        names.forEach(name -> reply.bulk(name.bytes()));
    }
}
