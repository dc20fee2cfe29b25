package io.tellask.kv.resp.command;

import io.tellask.kv.resp.client.Client;
import io.tellask.kv.resp.client.Command;
import io.tellask.kv.resp.database.Database;
import io.tellask.kv.resp.message.Reply;
import io.tellask.kv.resp.message.Request;
import java.util.Map;

/** SET with its options, and the commands that are SET with some of them: SETNX, SETEX, PSETEX; and GETEX. */
final class SetCommands {
    private SetCommands() {}

    static Map<String, Command.Action> all() {
        return Map.of(
                "set", SetCommands::set,
                "setnx", SetCommands::setIfAbsent,
                "setex", (client, request, reply) -> setExpiring(client, request, reply, ExpiryArguments.EX, "setex"),
                "psetex", (client, request, reply) -> setExpiring(client, request, reply, ExpiryArguments.PX, "psetex"),
                "getex", SetCommands::getAndExpire);
    }

    private static void set(Client client, Request request, Reply reply) {
        if (request.count() == 3) {
            client.database().put(request.copy(1), request.copy(2), Database.NEVER);
            reply.ok();
        } else {
            set(client, request, SetOptions.ofSet(request), reply);
        }
    }

    private static void set(Client client, Request request, SetOptions options, Reply reply) {
        Database database = client.database();
        byte[] key = request.copy(1);
        long expiry = options.expiry(client.engine().clock().millis());
        if (options.returnsOld()) {
            client.read(key, reply);
        }
        boolean sets = !options.isConditional() || options.allows(database.contains(key));
        if (sets) {
            database.put(key, request.copy(2), options.keepsExpiry() ? database.expiryToKeep(key) : expiry);
        }
        if (options.returnsOld()) {
            return;
        }
        if (sets) {
            reply.ok();
        } else {
            reply.nil();
        }
    }

    private static void setIfAbsent(Client client, Request request, Reply reply) {
        byte[] key = request.copy(1);
        boolean absent = !client.database().contains(key);
        if (absent) {
            client.database().put(key, request.copy(2), Database.NEVER);
        }
        reply.integer(absent ? 1 : 0);
    }

    private static void setExpiring(Client client, Request request, Reply reply, ExpiryArguments form, String command) {
        long expiry = form.positive(request, 2, command, client.engine().clock().millis());
        client.database().put(request.copy(1), request.copy(3), expiry);
        reply.ok();
    }

    private static void getAndExpire(Client client, Request request, Reply reply) {
        SetOptions options = SetOptions.ofRead(request);
        byte[] key = request.copy(1);
        client.read(key, reply);
        if (options.isSilent() || !client.database().contains(key)) {
            return;
        }
        long expiry = options.expiry(client.engine().clock().millis());
        if (expiry != Database.NEVER || client.database().expiry(key) != Database.NEVER) {
            client.database().expire(key, expiry);
        }
    }
}
