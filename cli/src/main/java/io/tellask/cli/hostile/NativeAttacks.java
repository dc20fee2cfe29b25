package io.tellask.cli.hostile;

import static io.tellask.cli.hostile.ConnectionPlan.ENDLESS;
import static io.tellask.cli.hostile.NativeFrames.ask;
import static io.tellask.cli.hostile.NativeFrames.body;
import static io.tellask.cli.hostile.NativeFrames.bytes;
import static io.tellask.cli.hostile.NativeFrames.callId;
import static io.tellask.cli.hostile.NativeFrames.fragment;
import static io.tellask.cli.hostile.NativeFrames.hello;
import static io.tellask.cli.hostile.NativeFrames.lookup;
import static io.tellask.cli.hostile.NativeFrames.open;
import static io.tellask.cli.hostile.NativeFrames.text;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.tellask.cli.hostile.AttackKind.Port;
import io.tellask.cli.hostile.ConnectionPlan.Ending;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Stream;

/** Attacks on the native port by peers that introduce themselves and then hoard, flood or pause. Stateless. */
final class NativeAttacks {
    private static final int CONNECTIONS = 1_000;
    private static final int ASSEMBLED = 64;
    private static final int PARTS_OF_MIB = 32;
    private static final byte[] PART = new byte[(1 << 20) / PARTS_OF_MIB];
    private static final byte[] X = text("x");
    private static final byte[] NO_PREFIX = bytes(new byte[0]);
    private static final byte[] LARGE_KEY = bytes(TargetData.LARGE_KEY.getBytes(UTF_8));
    private static final byte[] LARGE_VALUE = bytes(new byte[200 << 10]);

    /** Which reference a pit, a store and a map are to a peer that looked up no more than it needs. */
    private static final int PIT = 1;

    private static final int STORE = 1;
    private static final int MAP = 2;

    /** The pit of one that also has a map, and how many others of its own it makes behind that. */
    private static final int PITS_FROM = 3;

    private static final int PITS = 8;

    /** So many answers of 200 KiB fill what lies between a server and a peer that does not read. */
    private static final int ANSWERS = 100;

    private static final String NEVER = "TargetContract.never(java.lang.String)";
    private static final String SILENCE = "TargetContract.silence(java.lang.String)";
    private static final String OPEN_MAP = "KeyValueStore.open(java.lang.String)";
    private static final String PUT = "KeyValueMap.put(byte[],byte[])";
    private static final String PROCESS =
            "KeyValueMap.process(byte[],io.tellask.remote.Spore<io.tellask.kv.KeyValue,R>)";

    private NativeAttacks() {}

    static List<AttackKind> all() {
        return Stream.of(unfinished(), unread(), calls(), streams(), cancelled(), knowledge())
                .flatMap(List::stream)
                .toList();
    }

    /** Peers that begin what they never end. */
    private static List<AttackKind> unfinished() {
        return List.of(
                kind(
                        "fragments",
                        "sends 64 MiB in 64 messages that never end",
                        (setting, number) ->
                                greeted().repeat(ASSEMBLED * PARTS_OF_MIB, i -> fragment(i % ASSEMBLED, PART))),
                kind(
                        "fragment-crumbs",
                        "sends 64 messages byte by byte, without end",
                        (setting, number) -> greeted().repeat(ENDLESS, i -> fragment(i % ASSEMBLED, new byte[1]))),
                kind(
                        "fragment-huge",
                        "sends 63 MiB of one message and pauses",
                        (setting, number) -> greeted().repeat(63 * PARTS_OF_MIB, fragment(0, PART))),
                kind(
                        "half-frame",
                        "sends half a frame and pauses",
                        (setting, number) -> greeted()
                                .send(header(NativeFrames.TELL, NativeFrames.FRAME_BYTES - 4), new byte[128 << 10])),
                kind(
                        "long-calls",
                        "sends calls of 60 MiB in fragments",
                        (setting, number) -> atPit().repeat(60 * PARTS_OF_MIB, fragment(0, PART))
                                .send(lastFragment(NativeFrames.TELL))));
    }

    /** Peers that ask for much and read nothing. */
    private static List<AttackKind> unread() {
        return List.of(
                kind(
                        "unread-answers",
                        "asks for large values and reads none",
                        (setting, number) -> atMap(setting)
                                .stopReading()
                                .repeat(ENDLESS, asks(setting, MAP, "KeyValueMap.get(byte[])", LARGE_KEY))),
                kind(
                        "unread-echoes",
                        "sends 200 KiB, asks for them back, does not read",
                        (setting, number) -> atPit().stopReading()
                                .repeat(ENDLESS, asks(setting, PIT, "TargetContract.echo(byte[])", LARGE_VALUE))),
                kind(
                        "unread-lookups",
                        "looks unknown names up and reads no answer",
                        (setting, number) -> greeted().stopReading().repeat(ENDLESS, i -> lookup(i, "x".repeat(256)))),
                kind(
                        "unread-failures",
                        "makes calls that fail and reads no failure",
                        (setting, number) -> atPit().stopReading()
                                .repeat(
                                        ENDLESS,
                                        asks(
                                                setting,
                                                PIT,
                                                "TargetContract.fail(java.lang.String)",
                                                text("x".repeat(1_000))))),
                kind(
                        "unread-refusals",
                        "opens maps with impossible names and reads nothing",
                        (setting, number) -> atStore()
                                .stopReading()
                                .repeat(ENDLESS, asks(setting, STORE, OPEN_MAP, text("/".repeat(1_000))))),
                kind(
                        "unread-expanding",
                        "lets calls of 60 KiB wait that take 3.6 MB each when decoded",
                        (setting, number) -> waitingAtPits(setting, 15, Expanding.LONG)),
                kind(
                        "unread-expanding-short",
                        "lets calls of 1 KiB wait that take 60 KB each when decoded",
                        (setting, number) -> waitingAtPits(setting, 900, Expanding.SHORT)),
                kind(
                        "unread-pongs",
                        "pings and reads no answer",
                        (setting, number) -> greeted().stopReading().repeat(ENDLESS, pings())));
    }

    /** Peers that call too much, too large or too often. */
    private static List<AttackKind> calls() {
        return List.of(
                kind(
                        "unanswered-asks",
                        "asks what is never answered",
                        (setting, number) -> atPit().repeat(ENDLESS, asks(setting, PIT, NEVER, text("x".repeat(200))))),
                kind(
                        "deadline-storm",
                        "asks what is never answered, within a millisecond",
                        (setting, number) -> atPit().repeat(
                                        ENDLESS,
                                        i -> NativeFrames.askWithin(
                                                1, PIT, i + 2, setting.methods().number(NEVER), X))),
                kind(
                        "cancelled-asks",
                        "asks what is never answered, and cancels it",
                        (setting, number) -> atPit().repeat(
                                        ENDLESS,
                                        i -> NativeFrames.join(
                                                asks(setting, PIT, NEVER, X).apply(i), NativeFrames.cancel(i + 3)))),
                kind(
                        "small-writes",
                        "puts as fast as it can, an ask at a time",
                        (setting, number) -> atMap(setting)
                                .repeat(
                                        ENDLESS,
                                        i -> asks(setting, MAP, PUT, bytes(("w" + i % 100).getBytes(UTF_8)), NO_PREFIX)
                                                .apply(i))),
                kind(
                        "large-writes",
                        "puts values of 200 KiB as fast as it can",
                        (setting, number) -> atMap(setting).repeat(ENDLESS, asks(setting, MAP, PUT, X, LARGE_VALUE))),
                again(
                        "overdrawn-credit",
                        "calls without regard to credit, and comes again",
                        (setting, number) -> atPit().stopReading()
                                .repeat(ENDLESS, asks(setting, PIT, NEVER, text("x".repeat(10_000))))));
    }

    /** Peers that open streams, or send code that makes them. */
    private static List<AttackKind> streams() {
        return List.of(
                kind(
                        "idle-streams",
                        "opens streams and asks for nothing",
                        (setting, number) -> atPit().repeat(2_000, opens(setting, PIT, 0, SILENCE, X))),
                kind(
                        "unread-scans",
                        "opens scans and reads nothing",
                        (setting, number) -> atMap(setting)
                                .stopReading()
                                .repeat(900, opens(setting, MAP, 1_024, "KeyValueMap.scan(byte[])", NO_PREFIX))),
                kind(
                        "unread-changes",
                        "follows a map, changes it, and reads nothing",
                        (setting, number) -> atMap(setting)
                                .stopReading()
                                .repeat(1, opens(setting, MAP, 1_024, "KeyValueMap.changes(byte[])", NO_PREFIX))
                                .pace(20)
                                .repeat(
                                        ENDLESS,
                                        i -> ask(
                                                MAP,
                                                i + 4,
                                                setting.methods().number(PUT),
                                                X,
                                                bytes(new byte[10_000])))),
                kind(
                        "abandoned-spores",
                        "sends code that emits without end, reads nothing",
                        (setting, number) -> atMap(setting)
                                .send(Spores.ANNOUNCEMENT)
                                .stopReading()
                                .repeat(20, opens(setting, MAP, 1_024, PROCESS, NO_PREFIX, Spores.ARGUMENT))),
                again(
                        "reset-spores",
                        "sends such code, resets the connection, and comes again",
                        (setting, number) -> atMap(setting)
                                .send(Spores.ANNOUNCEMENT)
                                .repeat(1, opens(setting, MAP, 1_024, PROCESS, NO_PREFIX, Spores.ARGUMENT))
                                .pace(50)
                                .repeat(2, NativeFrames.ping(1))
                                .end(Ending.RESET)),
                again(
                        "request-overflow",
                        "asks for impossible numbers of items, and comes again",
                        (setting, number) -> atPit().repeat(1, opens(setting, PIT, 1, SILENCE, X))
                                .send(request(0xffff_ffffL), request(Integer.MAX_VALUE), request(Integer.MAX_VALUE))
                                .send(NativeFrames.release(PIT, Integer.MAX_VALUE), NativeFrames.release(77, 1))));
    }

    /** Peers that open streams and want none of them. */
    private static List<AttackKind> cancelled() {
        return List.of(
                kind(
                        "cancelled-streams",
                        "opens streams and cancels them",
                        (setting, number) -> atPit().repeat(
                                        ENDLESS,
                                        i -> NativeFrames.join(
                                                opens(setting, PIT, 1, SILENCE, X)
                                                        .apply(i),
                                                NativeFrames.cancel(i + 3)))),
                kind(
                        "cancelled-changes",
                        "follows a map and cancels that at once",
                        (setting, number) -> cancelledAtMap(setting, "KeyValueMap.changes(byte[])", NO_PREFIX)),
                kind(
                        "cancelled-scans",
                        "opens scans and cancels them at once",
                        (setting, number) -> cancelledAtMap(setting, "KeyValueMap.scan(byte[])", NO_PREFIX)),
                kind(
                        "cancelled-spores",
                        "sends code that emits without end, and cancels it at once",
                        (setting, number) -> cancelledAtMap(setting, PROCESS, NO_PREFIX, Spores.ARGUMENT)));
    }

    /** Peers that teach the server, or make it remember, too much. */
    private static List<AttackKind> knowledge() {
        return List.of(
                kind(
                        "held-references",
                        "takes references and releases none",
                        (setting, number) -> atPit().repeat(ENDLESS, asks(setting, PIT, "TargetContract.another()"))),
                kind(
                        "descriptors",
                        "announces 1,000 classes of 100 fields that nobody has",
                        (setting, number) -> greeted().send(Announcements.BYTES)),
                kind(
                        "contracts",
                        "announces long contracts, again and again",
                        (setting, number) -> greeted().repeat(ENDLESS, NativeAttacks::contract)));
    }

    private static AttackKind kind(String name, String what, ConnectionPlan.Maker plans) {
        return AttackKind.of(Port.NATIVE, "native-" + name, what, CONNECTIONS, plans);
    }

    private static AttackKind again(String name, String what, ConnectionPlan.Maker plans) {
        return AttackKind.again(Port.NATIVE, "native-" + name, what, CONNECTIONS, plans);
    }

    private static ConnectionPlan cancelledAtMap(AttackContext setting, String method, byte[]... arguments) {
        return atMap(setting)
                .send(Spores.ANNOUNCEMENT)
                .repeat(
                        ENDLESS,
                        i -> NativeFrames.join(
                                opens(setting, MAP, 1_024, method, arguments).apply(i), NativeFrames.cancel(i + 3)));
    }

    private static ConnectionPlan greeted() {
        return ConnectionPlan.begin().send(hello());
    }

    private static ConnectionPlan atPit() {
        return greeted().send(lookup(1, TargetContract.NAME)).awaitReferences(1);
    }

    private static ConnectionPlan atStore() {
        return greeted().send(lookup(1, "kv")).awaitReferences(1);
    }

    private static ConnectionPlan atMap(AttackContext setting) {
        return atStore()
                .send(ask(STORE, 2, setting.methods().number(OPEN_MAP), text(ServerUnderAttack.HOSTILE_MAP)))
                .awaitReferences(2);
    }

    /** Has so many calls wait at each of its pits, within its credit, because it reads no answers. */
    private static ConnectionPlan waitingAtPits(AttackContext setting, int calls, byte[] argument) {
        int take = setting.methods().number("TargetContract.take(java.lang.Object)");
        return atMap(setting)
                .send(lookup(3, TargetContract.NAME))
                .awaitReferences(PITS_FROM)
                .repeat(PITS, i -> ask(PITS_FROM, i + 4, setting.methods().number("TargetContract.another()")))
                .awaitReferences(PITS_FROM + PITS)
                .stopReading()
                .repeat(
                        ANSWERS,
                        i -> asks(setting, MAP, "KeyValueMap.get(byte[])", LARGE_KEY)
                                .apply(i + PITS + 4))
                .repeat(PITS * calls, i -> ask(PITS_FROM + 1 + i % PITS, i + PITS + ANSWERS + 20, take, argument));
    }

    /** The same ask again and again; the first has call number 3. */
    private static IntFunction<byte[]> asks(AttackContext setting, int reference, String method, byte[]... arguments) {
        int number = setting.methods().number(method);
        return i -> ask(reference, i + 3, number, arguments);
    }

    /** The same stream again and again; the first has call number 3. */
    private static IntFunction<byte[]> opens(
            AttackContext setting, int reference, int items, String method, byte[]... arguments) {
        int number = setting.methods().number(method);
        return i -> open(reference, i + 3, number, items, arguments);
    }

    private static byte[] request(long items) {
        return body().int32(callId(3)).varint(items).varint(items).frame(NativeFrames.REQUEST);
    }

    private static byte[] lastFragment(int kind) {
        return body().varint(0).raw(new byte[] {(byte) kind}).frame(NativeFrames.FRAGMENT_END);
    }

    private static byte[] header(int kind, int bodyBytes) {
        return new byte[] {(byte) bodyBytes, (byte) (bodyBytes >> 8), (byte) (bodyBytes >> 16), (byte) kind};
    }

    private static byte[] pings() {
        byte[][] many = new byte[1_000][];
        for (int i = 0; i < many.length; i++) {
            many[i] = NativeFrames.ping(1 << 28);
        }
        return NativeFrames.join(many);
    }

    private static byte[] contract(int number) {
        return body().varint(number + 1L)
                .text("hostile." + "x".repeat(200 << 10))
                .varint(1)
                .text("m" + number + "()void")
                .frame(NativeFrames.CONTRACT);
    }

    /** Made when they are first needed. */
    private static final class Announcements {
        static final byte[] BYTES = EncodedValues.absentClasses(1_000, 100);
    }

    /** Made when they are first needed. */
    private static final class Expanding {
        static final byte[] LONG = EncodedValues.expanding(60_000);
        static final byte[] SHORT = EncodedValues.expanding(1_000);
    }

    /** Made when it is first needed. */
    private static final class Spores {
        static final byte[] ANNOUNCEMENT;
        static final byte[] ARGUMENT;

        static {
            byte[][] parts = EncodedValues.spore(10_000);
            ANNOUNCEMENT = parts[0];
            ARGUMENT = parts[1];
        }
    }
}
