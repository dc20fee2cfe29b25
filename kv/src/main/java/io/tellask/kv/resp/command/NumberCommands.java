package io.tellask.kv.resp.command;

import io.tellask.kv.resp.client.Client;
import io.tellask.kv.resp.client.Command;
import io.tellask.kv.resp.database.Database;
import io.tellask.kv.resp.message.Decimal;
import io.tellask.kv.resp.message.ErrorReply;
import io.tellask.kv.resp.message.Reply;
import io.tellask.kv.resp.message.Request;
import java.util.Arrays;
import java.util.Map;

/** INCR, INCRBY, DECR, DECRBY: values that are integers in decimal digits. */
final class NumberCommands {
    private NumberCommands() {}

    static Map<String, Command.Action> all() {
        return Map.of(
                "incr", (client, request, reply) -> add(client, request, 1, reply),
                "decr", (client, request, reply) -> add(client, request, -1, reply),
                "incrby", (client, request, reply) -> add(client, request, request.integer(2), reply),
                "decrby", (client, request, reply) -> add(client, request, negative(request.integer(2)), reply));
    }

    private static long negative(long decrement) {
        if (decrement == Long.MIN_VALUE) {
            throw new ErrorReply("ERR decrement would overflow");
        }
        return -decrement;
    }

    private static void add(Client client, Request request, long increment, Reply reply) {
        Database database = client.database();
        byte[] key = request.copy(1);
        byte[] value = database.get(key);
        client.engine().statistics().read(value != null);
        long before = value == null ? 0 : number(value);
        long sum = before + increment;
        if (((before ^ sum) & (increment ^ sum)) < 0) {
            throw ErrorReply.OVERFLOW;
        }
        byte[] digits = new byte[Decimal.MAX_LENGTH];
        int length = Decimal.write(sum, digits, 0);
        database.put(key, Arrays.copyOf(digits, length), value == null ? Database.NEVER : database.expiryToKeep(key));
        reply.integer(sum);
    }

    private static long number(byte[] value) {
        if (!Decimal.isInteger(value, 0, value.length)) {
            throw ErrorReply.NOT_AN_INTEGER;
        }
        return Decimal.parse(value, 0, value.length);
    }
}
