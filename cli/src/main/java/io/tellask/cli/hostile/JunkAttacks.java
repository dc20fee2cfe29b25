package io.tellask.cli.hostile;

import static io.tellask.cli.hostile.ConnectionPlan.ENDLESS;
import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.tellask.cli.hostile.AttackKind.Port;
import io.tellask.cli.hostile.ConnectionPlan.Ending;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Attacks by peers that speak no protocol, or the wrong one, or one that is damaged: on either port. Stateless. */
final class JunkAttacks {
    private static final int THOUSAND = 1_000;
    private static final int HUNDRED = 100;
    private static final String TLS_HELLO =
            "\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003" + "\u0007".repeat(508);
    private static final String POST =
            "POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: text/plain\r\nContent-Length: 40\r\n\r\n"
                    + "SET stolen 1\r\nFLUSHALL\r\nCONFIG GET *\r\n\r\n";

    private JunkAttacks() {}

    static List<AttackKind> all() {
        List<AttackKind> kinds = new ArrayList<>();
        for (Port port : Port.values()) {
            kinds.addAll(silent(port));
            kinds.addAll(loud(port));
        }
        return kinds;
    }

    /** Peers that say little or nothing. */
    private static List<AttackKind> silent(Port port) {
        return List.of(
                kind(
                        port,
                        "silence",
                        "connects and says nothing",
                        THOUSAND,
                        (setting, number) -> ConnectionPlan.begin()),
                kind(
                        port,
                        "slow",
                        "sends its first words one byte every 200 ms",
                        THOUSAND,
                        (setting, number) -> ConnectionPlan.begin().pace(200).repeat(ENDLESS, i ->
                                new byte[] {first(port)[i % first(port).length]})),
                kind(
                        port,
                        "half-closed",
                        "says its first words, closes its half and stays",
                        THOUSAND,
                        (setting, number) ->
                                ConnectionPlan.begin().send(first(port)).end(Ending.HALF)),
                again(
                        port,
                        "resets",
                        "says half of its first words, resets the connection, and comes again",
                        HUNDRED,
                        (setting, number) ->
                                ConnectionPlan.begin().send(half(first(port))).end(Ending.RESET)),
                again(
                        port,
                        "connect-storm",
                        "connects and resets, as fast as it can",
                        THOUSAND,
                        (setting, number) -> ConnectionPlan.begin().end(Ending.RESET)));
    }

    /** Peers that say what no client says. */
    private static List<AttackKind> loud(Port port) {
        return List.of(
                again(
                        port,
                        "garbage",
                        "sends random bytes, and comes again",
                        HUNDRED,
                        (setting, number) -> ConnectionPlan.begin().repeat(20, random(setting))),
                again(
                        port,
                        "greeted-garbage",
                        "sends random bytes behind its first words, and comes again",
                        HUNDRED,
                        (setting, number) ->
                                ConnectionPlan.begin().send(first(port)).repeat(20, random(setting))),
                again(
                        port,
                        "mutations",
                        "sends damaged copies of honest traffic, and comes again",
                        HUNDRED,
                        (setting, number) -> mutated(port, setting)),
                again(
                        port,
                        "tls",
                        "begins TLS, and comes again",
                        HUNDRED,
                        (setting, number) -> ConnectionPlan.begin()
                                .send(TLS_HELLO.getBytes(ISO_8859_1))
                                .repeat(ENDLESS, random(setting))),
                again(
                        port,
                        "http",
                        "sends HTTP requests with commands in them, and comes again",
                        HUNDRED,
                        (setting, number) -> ConnectionPlan.begin().repeat(20, POST.getBytes(ISO_8859_1))));
    }

    private static AttackKind kind(Port port, String name, String what, int connections, ConnectionPlan.Maker plans) {
        return AttackKind.of(port, prefix(port) + name, what, connections, plans);
    }

    private static AttackKind again(Port port, String name, String what, int connections, ConnectionPlan.Maker plans) {
        return AttackKind.again(port, prefix(port) + name, what, connections, plans);
    }

    private static String prefix(Port port) {
        return port == Port.NATIVE ? "native-" : "resp-";
    }

    private static byte[] first(Port port) {
        return port == Port.NATIVE ? NativeFrames.hello() : RespConnection.encoded("AUTH", ServerUnderAttack.PASSWORD);
    }

    private static byte[] half(byte[] bytes) {
        return java.util.Arrays.copyOf(bytes, bytes.length / 2);
    }

    private static byte[] random(AttackContext setting) {
        byte[] bytes = new byte[1 + setting.random().nextInt(2_000)];
        setting.random().nextBytes(bytes);
        return bytes;
    }

    private static ConnectionPlan mutated(Port port, AttackContext setting) {
        SplittableRandom random = setting.random().split();
        List<byte[]> honest = port == Port.NATIVE ? ValidTraffic.frames(setting) : ValidTraffic.requests();
        ConnectionPlan plan = ConnectionPlan.begin().send(first(port));
        if (port == Port.NATIVE) {
            plan.send(NativeFrames.lookup(1, "kv"), NativeFrames.lookup(2, TargetContract.NAME))
                    .awaitReferences(2);
        }
        return plan.repeat(30, i -> Mutation.of(honest, random));
    }
}
