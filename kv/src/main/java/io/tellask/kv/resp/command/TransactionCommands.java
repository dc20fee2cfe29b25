package io.tellask.kv.resp.command;

import io.tellask.kv.resp.client.Client;
import io.tellask.kv.resp.client.Command;
import io.tellask.kv.resp.client.Transaction;
import io.tellask.kv.resp.client.WatchedKey;
import io.tellask.kv.resp.loop.DividedRemoval;
import io.tellask.kv.resp.loop.EachArgument;
import io.tellask.kv.resp.message.ByteString;
import io.tellask.kv.resp.message.ErrorReply;
import io.tellask.kv.resp.message.MatchCost;
import io.tellask.kv.resp.message.Reply;
import io.tellask.kv.resp.message.Request;
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
            throw new ErrorReply("ERR MULTI calls can not be nested");
        }
        client.transaction().begin();
        reply.ok();
    }

    private static void exec(Client client, Request request, Reply reply) {
        if (!client.transaction().isOpen()) {
            throw new ErrorReply("ERR EXEC without MULTI");
        }
        client.transaction().execute(reply);
    }

    private static void discard(Client client, Request request, Reply reply) {
        if (!client.transaction().isOpen()) {
            throw new ErrorReply("ERR DISCARD without MULTI");
        }
        client.transaction().end();
        reply.ok();
    }

    private static void watch(Client client, Request request, Reply reply) {
        if (client.transaction().isOpen()) {
            throw new ErrorReply("ERR WATCH inside MULTI is not allowed");
        }
        client.divide(
                new EachArgument(request, 1, (keys, index, target) -> watchOne(client, keys, index), Reply::ok), reply);
    }

    private static long watchOne(Client client, Request request, int index) {
        byte[] key = request.copy(index);
        client.transaction().watch(new WatchedKey(client.databaseIndex(), new ByteString(key)));
        return MatchCost.KEY + key.length;
    }

    private static void unwatch(Client client, Request request, Reply reply) {
        Transaction transaction = client.transaction();
        client.divide(
                new DividedRemoval(target -> transaction.unwatch(DividedRemoval.NAMES), target -> {
                    transaction.unwatch();
                    target.ok();
                }),
                reply);
    }
}
