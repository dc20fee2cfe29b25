package io.tellask.kv.resp;

import java.util.Map;

/** MULTI, EXEC, DISCARD, WATCH, UNWATCH. */
final class TransactionCommands {
    private TransactionCommands() {}

    static Map<String, Command.Action> all() {
        return Map.of(
                "multi", TransactionCommands::multi,
                "exec", TransactionCommands::exec,
                "discard", TransactionCommands::discard,
                "watch", TransactionCommands::watch,
                "unwatch", TransactionCommands::unwatch);
    }

    private static void multi(Client client, Request request, Reply reply) {
        if (client.transaction().isOpen()) {
            throw new Refusal("ERR MULTI calls can not be nested");
        }
        client.transaction().begin();
        reply.ok();
    }

    private static void exec(Client client, Request request, Reply reply) {
        if (!client.transaction().isOpen()) {
            throw new Refusal("ERR EXEC without MULTI");
        }
        client.transaction().execute(reply);
    }

    private static void discard(Client client, Request request, Reply reply) {
        if (!client.transaction().isOpen()) {
            throw new Refusal("ERR DISCARD without MULTI");
        }
        client.transaction().end();
        reply.ok();
    }

    private static void watch(Client client, Request request, Reply reply) {
        if (client.transaction().isOpen()) {
            throw new Refusal("ERR WATCH inside MULTI is not allowed");
        }
        for (int i = 1; i < request.count(); i++) {
            client.transaction().watch(new WatchedKey(client.databaseIndex(), new ByteString(request.copy(i))));
        }
        reply.ok();
    }

    private static void unwatch(Client client, Request request, Reply reply) {
        client.transaction().unwatch();
        reply.ok();
    }
}
