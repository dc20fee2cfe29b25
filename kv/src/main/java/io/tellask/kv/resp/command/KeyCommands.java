package io.tellask.kv.resp.command;

import io.tellask.kv.resp.client.Client;
import io.tellask.kv.resp.client.Command;
import io.tellask.kv.resp.database.Database;
import io.tellask.kv.resp.database.RandomWalk;
import io.tellask.kv.resp.loop.GatheredReply;
import io.tellask.kv.resp.message.Decimal;
import io.tellask.kv.resp.message.ErrorReply;
import io.tellask.kv.resp.message.Glob;
import io.tellask.kv.resp.message.MatchCost;
import io.tellask.kv.resp.message.Reply;
import io.tellask.kv.resp.message.Request;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Commands about keys, whatever their values: removing, finding, listing, renaming. */
final class KeyCommands {
    private static final int EMBEDDED_BYTES = 44;
    private static final int SHARED_INTEGERS = 10_000;

    private KeyCommands() {}

    static Map<String, Command.Action> all() {
        Map<String, Command.Action> actions = new HashMap<>();
        actions.put("del", KeyCommands::remove);
        actions.put("unlink", KeyCommands::remove);
        actions.put("exists", KeyCommands::count);
        actions.put("touch", KeyCommands::count);
        actions.put("type", KeyCommands::type);
        actions.put("rename", KeyCommands::rename);
        actions.put("renamenx", KeyCommands::renameIfAbsent);
        actions.put("copy", KeyCommands::copy);
        actions.put("keys", KeyCommands::keys);
        actions.put("scan", KeyCommands::scan);
        actions.put("randomkey", KeyCommands::randomKey);
        actions.put("object", KeyCommands::object);
        return actions;
    }

    private static void remove(Client client, Request request, Reply reply) {
        Database database = client.database();
        if (request.count() == 2) {
            reply.integer(database.remove(request.copy(1)) ? 1 : 0);
            return;
        }
        int[] removed = {0};
        database.atomically(() -> {
            for (int i = 1; i < request.count() && database.gathersForOthers(); i++) {
                boolean _ = database.contains(request.copy(i)); // nothing is removed where one is damaged
            }
            for (int i = 1; i < request.count(); i++) {
                removed[0] += database.remove(request.copy(i)) ? 1 : 0;
            }
        });
        reply.integer(removed[0]);
    }

    private static void count(Client client, Request request, Reply reply) {
        int there = 0;
        for (int i = 1; i < request.count(); i++) {
            there += found(client, request.copy(i)) ? 1 : 0;
        }
        reply.integer(there);
    }

    private static boolean found(Client client, byte[] key) {
        boolean there = client.database().contains(key);
        client.engine().statistics().read(there);
        return there;
    }

    private static void type(Client client, Request request, Reply reply) {
        reply.status(client.database().contains(request.copy(1)) ? "string" : "none");
    }

    private static void rename(Client client, Request request, Reply reply) {
        move(client.database(), request.copy(1), request.copy(2));
        reply.ok();
    }

    private static void renameIfAbsent(Client client, Request request, Reply reply) {
        if (!client.database().contains(request.copy(1))) {
            throw ErrorReply.NO_SUCH_KEY;
        }
        boolean absent = !client.database().contains(request.copy(2));
        if (absent) {
            move(client.database(), request.copy(1), request.copy(2));
        }
        reply.integer(absent ? 1 : 0);
    }

    private static void move(Database database, byte[] from, byte[] to) {
        byte[] value = database.get(from);
        if (value == null) {
            throw ErrorReply.NO_SUCH_KEY;
        }
        if (Arrays.equals(from, to)) {
            return;
        }
        long expiry = database.expiryToKeep(from);
        database.atomically(() -> {
            database.remove(from);
            database.put(to, value, expiry);
        });
    }

    /** COPY source destination [DB index] [REPLACE]. */
    private static void copy(Client client, Request request, Reply reply) {
        Database target = client.database();
        boolean replaces = false;
        for (int i = 3; i < request.count(); i++) {
            if (request.is(i, "replace")) {
                replaces = true;
            } else if (request.is(i, "db") && i + 1 < request.count()) {
                target = ConnectionCommands.database(client, request, ++i);
            } else {
                throw ErrorReply.SYNTAX;
            }
        }
        reply.integer(copied(client.database(), request.copy(1), target, request.copy(2), replaces) ? 1 : 0);
    }

    private static boolean copied(Database source, byte[] from, Database target, byte[] to, boolean replaces) {
        if (source == target && Arrays.equals(from, to)) {
            throw new ErrorReply("ERR source and destination objects are the same");
        }
        byte[] value = source.get(from);
        if (value == null || !replaces && target.contains(to)) {
            return false;
        }
        target.put(to, value, source.expiryToKeep(from));
        return true;
    }

    private static void keys(Client client, Request request, Reply reply) {
        Glob pattern = request.pattern(1, client.engine().limits());
        int start = reply.length();
        int[] count = {0};
        MatchCost steps = new MatchCost();
        client.database().forEachKey(key -> {
            long before = steps.count();
            if (pattern.matches(key, steps)) {
                reply.bulk(key);
                count[0]++;
            }
            client.looks(steps.count() - before);
            return true;
        });
        reply.insertArray(start, count[0]);
    }

    /** Ends before as many keys as asked for where looking at them takes long: the count is a hint. */
    private static void scan(Client client, Request request, Reply reply) {
        ScanOptions options = ScanOptions.of(request, client.engine().limits());
        client.divide(new GatheredReply(client::ownReply, new ScanReply(client, options)), reply);
    }

    private static void randomKey(Client client, Request request, Reply reply) {
        RandomWalk.Search search = client.database().randomKey();
        SearchReply found = new SearchReply(search, (target, start) -> {
            byte[] key = search.key();
            if (key == null) {
                target.nil();
            } else {
                target.bulk(key);
            }
        });
        client.divide(new GatheredReply(client::ownReply, found), reply);
    }

    /** Subcommands of OBJECT. */
    private static void object(Client client, Request request, Reply reply) {
        if (request.is(1, "help") && request.count() == 2) {
            Subcommands.help(reply, "OBJECT", "ENCODING <key>", "FREQ <key>", "IDLETIME <key>", "REFCOUNT <key>");
            return;
        }
        boolean known = request.is(1, "encoding")
                || request.is(1, "refcount")
                || request.is(1, "idletime")
                || request.is(1, "freq");
        if (!known || request.count() != 3) {
            throw Subcommands.refused("object", request, List.of("encoding", "refcount", "idletime", "freq", "help"));
        }
        byte[] value = client.database().get(request.copy(2));
        if (value == null) {
            reply.nil();
        } else if (request.is(1, "encoding")) {
            reply.bulk(encoding(value));
        } else if (request.is(1, "refcount")) {
            reply.integer(isShared(value) ? Integer.MAX_VALUE : 1);
        } else if (request.is(1, "idletime")) {
            reply.integer(0);
        } else {
            throw new ErrorReply(
                    "ERR An LFU maxmemory policy is not selected, access frequency not tracked. Please note"
                            + " that when switching between policies at runtime LRU and LFU data will take some time to"
                            + " adjust.");
        }
    }

    /** Redis keeps small numbers once for all. */
    private static boolean isShared(byte[] value) {
        return encoding(value).equals("int")
                && Long.compareUnsigned(Decimal.parse(value, 0, value.length), SHARED_INTEGERS) < 0;
    }

    /** How Redis would keep the value. */
    private static String encoding(byte[] value) {
        if (Decimal.isInteger(value, 0, value.length)) {
            return "int";
        }
        return value.length <= EMBEDDED_BYTES ? "embstr" : "raw";
    }
}
