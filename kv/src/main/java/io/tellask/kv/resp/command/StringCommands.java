package io.tellask.kv.resp.command;

import io.tellask.kv.resp.client.Client;
import io.tellask.kv.resp.client.Command;
import io.tellask.kv.resp.database.Database;
import io.tellask.kv.resp.message.ErrorReply;
import io.tellask.kv.resp.message.Reply;
import io.tellask.kv.resp.message.Request;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;

/** Commands that read and write values as they are. */
final class StringCommands {
    private StringCommands() {}

    static Map<String, Command.Action> all() {
        Map<String, Command.Action> actions = new HashMap<>();
        actions.put("get", StringCommands::get);
        actions.put("getdel", StringCommands::getAndRemove);
        actions.put("getset", StringCommands::getAndSet);
        actions.put("mget", StringCommands::getAll);
        actions.put("mset", StringCommands::setAll);
        actions.put("msetnx", StringCommands::setAllIfAbsent);
        actions.put("strlen", StringCommands::length);
        actions.put("append", StringCommands::append);
        actions.put("getrange", StringCommands::range);
        actions.put("substr", StringCommands::range);
        actions.put("setrange", StringCommands::overwrite);
        return actions;
    }

    private static void get(Client client, Request request, Reply reply) {
        client.read(request.copy(1), reply);
    }

    private static void getAndRemove(Client client, Request request, Reply reply) {
        byte[] key = request.copy(1);
        client.read(key, reply);
        client.database().remove(key);
    }

    private static void getAndSet(Client client, Request request, Reply reply) {
        byte[] key = request.copy(1);
        client.read(key, reply);
        client.database().put(key, request.copy(2), Database.NEVER);
    }

    private static void getAll(Client client, Request request, Reply reply) {
        reply.array(request.count() - 1);
        for (int from = 1; from < request.count(); from += Database.GATHERED_READS) {
            int end = Math.min(request.count(), from + Database.GATHERED_READS);
            client.readAll(IntStream.range(from, end).mapToObj(request::copy).toList(), reply);
        }
    }

    private static void setAll(Client client, Request request, Reply reply) {
        requirePairs(request, "mset");
        putAll(client.database(), request);
        reply.ok();
    }

    private static void setAllIfAbsent(Client client, Request request, Reply reply) {
        requirePairs(request, "msetnx");
        for (int i = 1; i < request.count(); i += 2) {
            if (client.database().contains(request.copy(i))) {
                reply.integer(0);
                return;
            }
        }
        putAll(client.database(), request);
        reply.integer(1);
    }

    static void requirePairs(Request request, String command) {
        if (request.count() % 2 == 0) {
            throw ErrorReply.wrongArguments(command);
        }
    }

    /** All of them in one record of the log. */
    private static void putAll(Database database, Request request) {
        database.atomically(() -> {
            for (int i = 1; i < request.count(); i += 2) {
                database.put(request.copy(i), request.copy(i + 1), Database.NEVER);
            }
        });
    }

    private static void length(Client client, Request request, Reply reply) {
        byte[] value = value(client, request);
        reply.integer(value.length);
    }

    /** The value of the request's key, or no bytes. */
    private static byte[] value(Client client, Request request) {
        byte[] value = client.database().get(request.copy(1));
        client.engine().statistics().read(value != null);
        client.connection().works(value == null ? 0 : value.length);
        return value == null ? new byte[0] : value;
    }

    private static void append(Client client, Request request, Reply reply) {
        byte[] value = value(client, request);
        byte[] longer = withRoom(client, value, (long) value.length + request.length(2));
        System.arraycopy(request.array(), request.start(2), longer, value.length, request.length(2));
        putKeepingExpiry(client, request.copy(1), longer);
        reply.integer(longer.length);
    }

    private static byte[] withRoom(Client client, byte[] value, long length) {
        if (length > client.engine().databases().longestValue()) {
            throw new ErrorReply("ERR string exceeds maximum allowed size (proto-max-bulk-len)");
        }
        return Arrays.copyOf(value, (int) Math.max(length, value.length));
    }

    private static void putKeepingExpiry(Client client, byte[] key, byte[] value) {
        client.connection().works(value.length);
        client.database().put(key, value, client.database().expiryToKeep(key));
    }

    private static void range(Client client, Request request, Reply reply) {
        long start = request.integer(2);
        long end = request.integer(3);
        byte[] value = value(client, request);
        if (start < 0 && end < 0 && start > end) {
            reply.bulk(new byte[0]);
            return;
        }
        long first = start < 0 ? Math.max(0, value.length + start) : start;
        long last = Math.min(end < 0 ? Math.max(0, value.length + end) : end, value.length - 1L);
        if (first > last) {
            reply.bulk(new byte[0]);
        } else {
            reply.bulk(value, (int) first, (int) (last - first + 1));
        }
    }

    private static void overwrite(Client client, Request request, Reply reply) {
        long offset = request.integer(2);
        if (offset < 0) {
            throw new ErrorReply("ERR offset is out of range");
        }
        byte[] value = value(client, request);
        if (request.length(3) > 0) {
            long end = Math.addExact(Math.min(offset, Integer.MAX_VALUE), request.length(3));
            byte[] changed = withRoom(client, value, end);
            System.arraycopy(request.array(), request.start(3), changed, (int) offset, request.length(3));
            putKeepingExpiry(client, request.copy(1), changed);
            reply.integer(changed.length);
        } else {
            reply.integer(value.length);
        }
    }
}
