package io.tellask.kv.resp.command;

import io.tellask.kv.resp.client.Client;
import io.tellask.kv.resp.client.Command;
import io.tellask.kv.resp.client.GroupLink;
import io.tellask.kv.resp.database.Database;
import io.tellask.kv.resp.loop.EachArgument;
import io.tellask.kv.resp.message.ErrorReply;
import io.tellask.kv.resp.message.Reply;
import io.tellask.kv.resp.message.Request;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Commands about the server: DBSIZE, FLUSHDB, FLUSHALL, INFO, CONFIG, ROLE, TIME, LASTSAVE. */
final class ServerCommands {
    private ServerCommands() {}

    static Map<String, Command.Action> all() {
        Map<String, Command.Action> actions = new HashMap<>();
        actions.put(
                "dbsize",
                (client, request, reply) -> reply.integer(client.database().size()));
        actions.put("flushdb", ServerCommands::clear);
        actions.put("flushall", ServerCommands::clearAll);
        actions.put("info", (client, request, reply) -> reply.verbatim(ServerInfo.of(client, request)));
        actions.put("config", ServerCommands::config);
        actions.put("role", ServerCommands::role);
        actions.put("time", ServerCommands::time);
        actions.put(
                "lastsave",
                (client, request, reply) -> reply.integer(client.engine().startMillis() / 1000));
        return actions;
    }

    private static void clear(Client client, Request request, Reply reply) {
        checkClearing(request);
        client.database().clear();
        reply.ok();
    }

    private static void clearAll(Client client, Request request, Reply reply) {
        checkClearing(request);
        client.engine().databases().all().forEach(Database::requireServed);
        client.engine().databases().all().forEach(Database::clear);
        reply.ok();
    }

    private static void checkClearing(Request request) {
        boolean known =
                request.count() == 1 || request.count() == 2 && (request.is(1, "sync") || request.is(1, "async"));
        if (!known) {
            throw ErrorReply.SYNTAX;
        }
    }

    private static void role(Client client, Request request, Reply reply) {
        GroupLink group = client.engine().group();
        if (group != null) {
            GroupRole.write(group, reply);
            return;
        }
        reply.array(3);
        reply.bulk("master");
        reply.integer(0);
        reply.array(0);
    }

    private static void time(Client client, Request request, Reply reply) {
        Instant now = client.engine().clock().precise();
        reply.array(2);
        reply.bulk(Long.toString(now.getEpochSecond()));
        reply.bulk(Integer.toString(now.getNano() / 1000));
    }

    private static void config(Client client, Request request, Reply reply) {
        Map<String, String> settings = Configuration.of(client.engine());
        client.looks(Configuration.STEPS);
        if (request.is(1, "get") && request.count() >= 3) {
            SettingsSearch found = new SettingsSearch(settings, client.engine().limits());
            client.divide(new EachArgument(request, 2, found, found::write), reply);
        } else if (request.is(1, "set") && request.count() >= 4 && request.count() % 2 == 0) {
            throw Configuration.unchangeable(settings, request);
        } else if (request.is(1, "resetstat") && request.count() == 2) {
            client.engine().statistics().clear();
            reply.ok();
        } else if (request.is(1, "rewrite") && request.count() == 2) {
            throw new ErrorReply("ERR The server is running without a config file");
        } else if (request.is(1, "help") && request.count() == 2) {
            Subcommands.help(reply, "CONFIG", "GET <pattern> [...]", "RESETSTAT");
        } else {
            throw Subcommands.refused("config", request, List.of("get", "set", "resetstat", "rewrite", "help"));
        }
    }
}
