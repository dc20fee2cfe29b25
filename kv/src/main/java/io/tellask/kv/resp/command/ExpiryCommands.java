package io.tellask.kv.resp.command;

import io.tellask.kv.resp.client.Client;
import io.tellask.kv.resp.client.Command;
import io.tellask.kv.resp.database.Database;
import io.tellask.kv.resp.message.Reply;
import io.tellask.kv.resp.message.Request;
import java.util.HashMap;
import java.util.Map;

/** EXPIRE and TTL with their variants, and PERSIST. */
final class ExpiryCommands {
    /** What TTL answers for a key that is not there. */
    private static final int ABSENT = -2;

    /** What TTL answers for a key that does not expire. */
    private static final int UNLIMITED = -1;

    private ExpiryCommands() {}

    static Map<String, Command.Action> all() {
        Map<String, Command.Action> actions = new HashMap<>();
        actions.put("expire", (client, request, reply) -> expire(client, request, ExpiryArguments.EX, reply));
        actions.put("pexpire", (client, request, reply) -> expire(client, request, ExpiryArguments.PX, reply));
        actions.put("expireat", (client, request, reply) -> expire(client, request, ExpiryArguments.EXAT, reply));
        actions.put("pexpireat", (client, request, reply) -> expire(client, request, ExpiryArguments.PXAT, reply));
        actions.put("persist", ExpiryCommands::persist);
        actions.put("ttl", (client, request, reply) -> left(client, request, 1000, reply));
        actions.put("pttl", (client, request, reply) -> left(client, request, 1, reply));
        actions.put("expiretime", (client, request, reply) -> time(client, request, 1000, reply));
        actions.put("pexpiretime", (client, request, reply) -> time(client, request, 1, reply));
        return actions;
    }

    private static void expire(Client client, Request request, ExpiryArguments form, Reply reply) {
        ExpiryCondition condition = ExpiryCondition.of(request);
        long expiry =
                form.time(request, 2, request.command(), client.engine().clock().millis());
        Database database = client.database();
        byte[] key = request.copy(1);
        boolean changes = database.contains(key) && condition.allows(database.expiry(key), expiry);
        if (changes) {
            database.expire(key, expiry);
        }
        reply.integer(changes ? 1 : 0);
    }

    private static void persist(Client client, Request request, Reply reply) {
        byte[] key = request.copy(1);
        boolean changes = client.database().expiry(key) >= 0;
        if (changes) {
            client.database().expire(key, Database.NEVER);
        }
        reply.integer(changes ? 1 : 0);
    }

    private static void left(Client client, Request request, int unit, Reply reply) {
        long expiry = client.database().expiry(request.copy(1));
        long left = Math.max(0, expiry - client.engine().clock().millis());
        answer(expiry, (left + unit / 2) / unit, reply);
    }

    private static void time(Client client, Request request, int unit, Reply reply) {
        long expiry = client.database().expiry(request.copy(1));
        answer(expiry, (expiry + unit / 2) / unit, reply);
    }

    static void answer(long expiry, long value, Reply reply) {
        if (expiry == Database.ABSENT) {
            reply.integer(ABSENT);
        } else {
            reply.integer(expiry == Database.NEVER ? UNLIMITED : value);
        }
    }
}
