package io.tellask.kv.resp.command;

import io.tellask.cluster.MapCells;
import io.tellask.cluster.MapProcedure;
import io.tellask.kv.resp.database.Database;
import io.tellask.kv.resp.message.Decimal;
import io.tellask.kv.resp.message.ErrorReply;
import io.tellask.kv.resp.message.Reply;
import io.tellask.kv.resp.message.ReplyTooLongException;
import io.tellask.kv.resp.message.Request;
import io.tellask.kv.resp.message.RequestParser;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Commands of clients of Redis as all members of a group run them: by the state, the command and its time alone. A call is the version of the
 * protocol, whether it is one request, a transaction or a batch, and the requests as RESP; the answer is their replies. Thread-safe.
 */
public final class GroupProcedure implements MapProcedure {
    /** The longest answer of one command or transaction; beyond, it is refused and nothing is changed. */
    public static final int REPLY_BYTES = 16 << 20;

    private static final int HEAD_BYTES = 2;
    private static final byte ALONE = 0;
    private static final byte TRANSACTION = 1;
    private static final byte BATCH = 2;
    private static final int FIRST_BYTES = 256;

    private interface Action {
        void run(GroupDatabase keys, Request request, Reply reply);
    }

    private static final Map<String, Action> ACTIONS = actions();

    /** Names of the commands that it knows. */
    public static Set<String> names() {
        return ACTIONS.keySet();
    }

    /** A request as part of a call. */
    static byte[] encoded(Request request) {
        Reply out = new Reply(Integer.MAX_VALUE, bytes -> true, FIRST_BYTES);
        out.array(request.count());
        for (int i = 0; i < request.count(); i++) {
            out.bulk(request.array(), request.start(i), request.length(i));
        }
        return out.copyFrom(0);
    }

    /** A call whose requests are all run, or none, and have one reply. */
    static byte[] transaction(int protocol, List<Request> requests) {
        return call(
                protocol,
                TRANSACTION,
                requests.stream().map(GroupProcedure::encoded).toList());
    }

    /** A call whose requests are run one after the other; each has its reply. The call is refused where that of one of several is too long. */
    static byte[] batch(int protocol, List<byte[]> requests) {
        return call(protocol, requests.size() == 1 ? ALONE : BATCH, requests);
    }

    private static byte[] call(int protocol, byte kind, List<byte[]> requests) {
        int length = requests.stream().mapToInt(each -> each.length).sum();
        ByteBuffer call =
                ByteBuffer.allocate(HEAD_BYTES + length).put((byte) protocol).put(kind);
        requests.forEach(call::put);
        return call.array();
    }

    @Override
    public byte[] run(MapCells cells, long millis, byte[] call) {
        GroupDatabase keys = new GroupDatabase(cells, millis);
        Reply reply = new Reply(REPLY_BYTES, bytes -> true, FIRST_BYTES);
        try {
            reply.protocol(call[0]);
            runAll(keys, call, reply);
        } catch (ReplyTooLongException tooLong) {
            if (call[1] == BATCH) {
                throw new IllegalArgumentException("resp: replies together > " + REPLY_BYTES, tooLong);
            }
            keys.forget();
            reply.clear();
            reply.error("ERR the reply is too long, bytes of it > " + REPLY_BYTES + "; ask for fewer keys at once");
        }
        return reply.copyFrom(0);
    }

    private static void runAll(GroupDatabase keys, byte[] call, Reply reply) {
        RequestParser parser = new RequestParser(Integer.MAX_VALUE, Integer.MAX_VALUE);
        int count = 0;
        for (int at = HEAD_BYTES; at < call.length; count++) {
            int length = parser.parse(call, at, call.length);
            if (length <= 0) {
                throw new IllegalArgumentException("resp: this is no call of a group"); // which its map refuses
            }
            runOne(keys, parser.request(), reply);
            at += length;
        }
        if (call[1] == TRANSACTION) {
            reply.insertArray(0, count);
        }
    }

    private static void runOne(GroupDatabase keys, Request request, Reply reply) {
        int before = reply.length();
        Action action = ACTIONS.get(request.command());
        try {
            if (action == null) {
                throw GroupCommands.notOffered(request.command());
            }
            action.run(keys, request, reply);
        } catch (ErrorReply refusal) {
            reply.truncate(before);
            reply.error(refusal.text());
        }
    }

    private static Map<String, Action> actions() {
        Map<String, Action> actions = new HashMap<>();
        actions.put("get", (keys, request, reply) -> value(keys, request.copy(1), reply));
        actions.put("mget", GroupProcedure::getAll);
        actions.put("getdel", (keys, request, reply) -> {
            value(keys, request.copy(1), reply);
            boolean _ = keys.remove(request.copy(1));
        });
        actions.put("getset", (keys, request, reply) -> {
            value(keys, request.copy(1), reply);
            keys.put(request.copy(1), request.copy(2), Database.NEVER);
        });
        actions.put("strlen", (keys, request, reply) -> {
            byte[] value = keys.get(request.copy(1));
            reply.integer(value == null ? 0 : value.length);
        });
        actions.put("append", GroupProcedure::append);
        actions.put("set", GroupProcedure::set);
        actions.put("setnx", GroupProcedure::setIfAbsent);
        actions.put("setex", (keys, request, reply) -> setExpiring(keys, request, ExpiryArguments.EX, reply));
        actions.put("psetex", (keys, request, reply) -> setExpiring(keys, request, ExpiryArguments.PX, reply));
        actions.put("mset", (keys, request, reply) -> setAll(keys, request, reply, false));
        actions.put("msetnx", (keys, request, reply) -> setAll(keys, request, reply, true));
        actions.put("incr", (keys, request, reply) -> add(keys, request, 1, reply));
        actions.put("decr", (keys, request, reply) -> add(keys, request, -1, reply));
        actions.put("incrby", (keys, request, reply) -> add(keys, request, request.integer(2), reply));
        actions.put("decrby", (keys, request, reply) -> {
            add(keys, request, NumberCommands.negative(request.integer(2)), reply);
        });
        for (String name : List.of("del", "unlink")) {
            actions.put(name, (keys, request, reply) -> reply.integer(count(request, keys::remove)));
        }
        for (String name : List.of("exists", "touch")) {
            actions.put(name, (keys, request, reply) -> reply.integer(count(request, keys::contains)));
        }
        actions.put("type", (keys, request, reply) -> reply.status(keys.contains(request.copy(1)) ? "string" : "none"));
        actions.put("expire", (keys, request, reply) -> expire(keys, request, ExpiryArguments.EX, reply));
        actions.put("pexpire", (keys, request, reply) -> expire(keys, request, ExpiryArguments.PX, reply));
        actions.put("expireat", (keys, request, reply) -> expire(keys, request, ExpiryArguments.EXAT, reply));
        actions.put("pexpireat", (keys, request, reply) -> expire(keys, request, ExpiryArguments.PXAT, reply));
        actions.put("persist", GroupProcedure::persist);
        actions.put("ttl", (keys, request, reply) -> left(keys, request, 1000, reply));
        actions.put("pttl", (keys, request, reply) -> left(keys, request, 1, reply));
        actions.put("expiretime", (keys, request, reply) -> time(keys, request, 1000, reply));
        actions.put("pexpiretime", (keys, request, reply) -> time(keys, request, 1, reply));
        return Map.copyOf(actions);
    }

    private static void value(GroupDatabase keys, byte[] key, Reply reply) {
        byte[] value = keys.get(key);
        if (value == null) {
            reply.nil();
        } else {
            reply.bulk(value);
        }
    }

    private static void getAll(GroupDatabase keys, Request request, Reply reply) {
        reply.array(request.count() - 1);
        for (int i = 1; i < request.count(); i++) {
            value(keys, request.copy(i), reply);
        }
    }

    private static void append(GroupDatabase keys, Request request, Reply reply) {
        byte[] key = request.copy(1);
        byte[] before = keys.get(key);
        byte[] more = request.copy(2);
        GroupDatabase.requireLength(more.length + (before == null ? 0L : before.length));
        byte[] all = before == null ? more : Arrays.copyOf(before, Math.addExact(before.length, more.length));
        if (before != null) {
            System.arraycopy(more, 0, all, before.length, more.length);
        }
        keys.put(key, all, keys.expiryToKeep(key));
        reply.integer(all.length);
    }

    private static void set(GroupDatabase keys, Request request, Reply reply) {
        SetOptions options = SetOptions.ofSet(request);
        byte[] key = request.copy(1);
        long expiry = options.expiry(keys.millis());
        if (options.returnsOld()) {
            value(keys, key, reply);
        }
        boolean sets = options.allows(keys.contains(key));
        if (sets) {
            keys.put(key, request.copy(2), options.keepsExpiry() ? keys.expiryToKeep(key) : expiry);
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

    private static void setIfAbsent(GroupDatabase keys, Request request, Reply reply) {
        byte[] key = request.copy(1);
        boolean absent = !keys.contains(key);
        if (absent) {
            keys.put(key, request.copy(2), Database.NEVER);
        }
        reply.integer(absent ? 1 : 0);
    }

    private static void setExpiring(GroupDatabase keys, Request request, ExpiryArguments form, Reply reply) {
        long expiry = form.positive(request, 2, request.command(), keys.millis());
        keys.put(request.copy(1), request.copy(3), expiry);
        reply.ok();
    }

    private static void setAll(GroupDatabase keys, Request request, Reply reply, boolean ifAbsent) {
        StringCommands.requirePairs(request, request.command());
        boolean sets = true;
        for (int i = 1; ifAbsent && i < request.count(); i += 2) {
            sets &= !keys.contains(request.copy(i));
        }
        for (int i = 1; sets && i < request.count(); i += 2) {
            keys.put(request.copy(i), request.copy(i + 1), Database.NEVER);
        }
        if (ifAbsent) {
            reply.integer(sets ? 1 : 0);
        } else {
            reply.ok();
        }
    }

    private static void add(GroupDatabase keys, Request request, long increment, Reply reply) {
        byte[] key = request.copy(1);
        byte[] value = keys.get(key);
        long sum = NumberCommands.sum(value, increment);
        byte[] digits = new byte[Decimal.MAX_LENGTH];
        int length = Decimal.write(sum, digits, 0);
        keys.put(key, Arrays.copyOf(digits, length), keys.expiryToKeep(key));
        reply.integer(sum);
    }

    private interface KeyTest {
        boolean test(byte[] key);
    }

    private static int count(Request request, KeyTest test) {
        int found = 0;
        for (int i = 1; i < request.count(); i++) {
            found += test.test(request.copy(i)) ? 1 : 0;
        }
        return found;
    }

    private static void expire(GroupDatabase keys, Request request, ExpiryArguments form, Reply reply) {
        ExpiryCondition condition = ExpiryCondition.of(request);
        long expiry = form.time(request, 2, request.command(), keys.millis());
        byte[] key = request.copy(1);
        boolean changes = keys.contains(key) && condition.allows(keys.expiry(key), expiry);
        if (changes) {
            keys.expire(key, Math.max(0, expiry)); // one below is past, too, and would be none
        }
        reply.integer(changes ? 1 : 0);
    }

    private static void persist(GroupDatabase keys, Request request, Reply reply) {
        byte[] key = request.copy(1);
        boolean changes = keys.expiry(key) >= 0;
        if (changes) {
            keys.expire(key, Database.NEVER);
        }
        reply.integer(changes ? 1 : 0);
    }

    private static void left(GroupDatabase keys, Request request, int unit, Reply reply) {
        long expiry = keys.expiry(request.copy(1));
        ExpiryCommands.answer(expiry, (Math.max(0, expiry - keys.millis()) + unit / 2) / unit, reply);
    }

    private static void time(GroupDatabase keys, Request request, int unit, Reply reply) {
        long expiry = keys.expiry(request.copy(1));
        ExpiryCommands.answer(expiry, (expiry + unit / 2) / unit, reply);
    }
}
