package io.tellask.cli.hostile;

import static io.tellask.cli.hostile.NativeFrames.ask;
import static io.tellask.cli.hostile.NativeFrames.bytes;
import static io.tellask.cli.hostile.NativeFrames.text;
import static io.tellask.cli.hostile.RespConnection.encoded;

import java.util.List;

/** What well-behaved peers send, to be damaged. Stateless. */
final class ValidTraffic {
    private ValidTraffic() {}

    /** Behind look-ups of the store, which is reference 1, and of the pit, which is 2. */
    static List<byte[]> frames(AttackContext setting) {
        MethodNumbers methods = setting.methods();
        int open = methods.number("KeyValueStore.open(java.lang.String)");
        byte[] key = bytes("k1".getBytes(java.nio.charset.StandardCharsets.UTF_8));
        return List.of(
                ask(1, 3, open, text(ServerUnderAttack.HOSTILE_MAP)),
                ask(1, 4, methods.number("KeyValueStore.names()")),
                ask(3, 5, methods.number("KeyValueMap.get(byte[])"), key),
                ask(3, 6, methods.number("KeyValueMap.put(byte[],byte[])"), key, bytes(new byte[50])),
                ask(3, 7, methods.number("KeyValueMap.size()")),
                NativeFrames.open(3, 8, methods.number("KeyValueMap.scan(byte[])"), 10, key),
                NativeFrames.open(3, 9, methods.number("KeyValueMap.changes(byte[])"), 10, key),
                NativeFrames.cancel(9),
                NativeFrames.ping(7),
                NativeFrames.lookup(10, "kv"),
                ask(2, 11, methods.number("TargetContract.another()")),
                ask(2, 12, methods.number("TargetContract.fail(java.lang.String)"), text("for once")),
                NativeFrames.askWithin(50, 2, 13, methods.number("TargetContract.never(java.lang.String)"), text("x")),
                NativeFrames.open(2, 14, methods.number("TargetContract.silence(java.lang.String)"), 5, text("x")),
                NativeFrames.fragment(0, new byte[100]),
                NativeFrames.release(2, 1));
    }

    static List<byte[]> requests() {
        return List.of(
                encoded("GET", "k1"),
                encoded("SET", "hostile", "v", "EX", "10"),
                encoded("MGET", "k1", "k2", "k3"),
                encoded("APPEND", "hostile", "more"),
                encoded("GETRANGE", "large", "5", "10"),
                encoded("SETRANGE", "hostile", "3", "x"),
                encoded("INCRBY", "hostile-number", "5"),
                encoded("MULTI"),
                encoded("EXEC"),
                encoded("WATCH", "k1"),
                encoded("SCAN", "0", "MATCH", "k1*", "COUNT", "10"),
                encoded("SUBSCRIBE", "c"),
                encoded("PUBLISH", "c", "m"),
                encoded("CLIENT", "INFO"),
                encoded("HELLO", "3"),
                encoded("EXPIRE", "hostile", "5"),
                encoded("PING"));
    }
}
