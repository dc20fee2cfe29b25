package io.tellask.kv.resp.command;

import io.tellask.kv.resp.channel.Channels;
import io.tellask.kv.resp.channel.Publication;
import io.tellask.kv.resp.client.Client;
import io.tellask.kv.resp.client.Command;
import io.tellask.kv.resp.loop.DividedRemoval;
import io.tellask.kv.resp.loop.EachArgument;
import io.tellask.kv.resp.loop.GatheredArguments;
import io.tellask.kv.resp.loop.GatheredReply;
import io.tellask.kv.resp.message.ByteString;
import io.tellask.kv.resp.message.ErrorReply;
import io.tellask.kv.resp.message.Glob;
import io.tellask.kv.resp.message.MatchCost;
import io.tellask.kv.resp.message.Reply;
import io.tellask.kv.resp.message.Request;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** PUBLISH, SUBSCRIBE, PSUBSCRIBE, their opposites, and PUBSUB. */
final class ChannelCommands {
    /** What reading a character of a pattern takes at most. */
    private static final int PATTERN_STEPS_PER_BYTE = 64;

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
        client.divide(new Publication(channels, channel, request.copy(2)), reply);
    }

    private static void subscribe(Client client, Request request, Reply reply) {
        forEach(client, request, reply, (names, index, target) -> {
            ByteString channel =
                    new ByteString(names.channel(index, client.engine().limits()));
            client.engine().channels().subscribe(client, channel);
            confirm(client, "subscribe", channel, target);
            return cost(channel);
        });
    }

    private static void subscribePatterns(Client client, Request request, Reply reply) {
        forEach(client, request, reply, (names, index, target) -> {
            names.requirePattern(index, client.engine().limits());
            long cost = MatchCost.KEY + PATTERN_STEPS_PER_BYTE * (long) names.length(index);
            ByteString pattern = new ByteString(names.copy(index));
            client.engine().channels().subscribePattern(client, pattern);
            confirm(client, "psubscribe", pattern, target);
            return cost;
        });
    }

    private static void forEach(Client client, Request request, Reply reply, EachArgument.Action action) {
        client.pushes();
        client.divide(new EachArgument(request, 1, action, end -> {}), reply);
    }

    private static long cost(ByteString name) {
        return MatchCost.KEY + name.bytes().length;
    }

    private static void unsubscribe(Client client, Request request, Reply reply) {
        Channels channels = client.engine().channels();
        end(client, request, reply, "unsubscribe", client.channels(), name -> channels.unsubscribe(client, name));
    }

    private static void unsubscribePatterns(Client client, Request request, Reply reply) {
        Channels channels = client.engine().channels();
        end(
                client,
                request,
                reply,
                "punsubscribe",
                client.patterns(),
                name -> channels.unsubscribePattern(client, name));
    }

    /** Ends what the request names, or all if it names nothing. */
    private static void end(
            Client client,
            Request request,
            Reply reply,
            String kind,
            Set<ByteString> all,
            Consumer<ByteString> ending) {
        if (request.count() > 1) {
            forEach(client, request, reply, (names, index, target) -> {
                ByteString name = new ByteString(names.copy(index));
                ending.accept(name);
                confirm(client, kind, name, target);
                return cost(name);
            });
        } else if (all.isEmpty()) {
            client.pushes();
            confirmNothing(client, kind, reply);
        } else {
            client.pushes();
            client.divide(
                    new DividedRemoval(target -> endSome(client, target, kind, all, ending), target -> {}), reply);
        }
    }

    private static int endSome(
            Client client, Reply reply, String kind, Set<ByteString> all, Consumer<ByteString> ending) {
        List<ByteString> some = all.stream().limit(DividedRemoval.NAMES).toList();
        for (ByteString name : some) {
            ending.accept(name);
            confirm(client, kind, name, reply);
        }
        return some.size();
    }

    private static void confirm(Client client, String kind, ByteString name, Reply reply) {
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
            listeners(client, request, reply);
        } else if (request.is(1, "numpat") && request.count() == 2) {
            reply.integer(channels.patterns());
        } else {
            throw Subcommands.refused("pubsub", request, List.of("numpat", "numsub", "help"));
        }
    }

    private static void channels(Client client, Request request, Reply reply) {
        if (request.count() > 3) {
            throw new ErrorReply("ERR unknown subcommand or wrong number of arguments for '" + request.shown(1)
                    + "'. Try PUBSUB HELP.");
        }
        Glob pattern = request.count() == 3 ? request.pattern(2, client.engine().limits()) : null;
        client.divide(
                new GatheredReply(
                        client::ownReply, new ChannelNames(client.engine().channels(), pattern)),
                reply);
    }

    private static void listeners(Client client, Request request, Reply reply) {
        Channels channels = client.engine().channels();
        int facts = 2 * (request.count() - 2);
        EachArgument.Action one = (names, index, target) -> {
            byte[] channel = names.copy(index);
            target.bulk(channel);
            target.integer(channels.listeners(channel));
            return MatchCost.KEY + channel.length;
        };
        client.divide(
                new GatheredReply(
                        client::ownReply,
                        new GatheredArguments(request, 2, one, (target, start) -> target.insertArray(start, facts))),
                reply);
    }
}
