package io.tellask.kv.resp.command;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.kv.KeyValueOptions;
import io.tellask.kv.RespLimits;
import io.tellask.kv.resp.HandLoop;
import io.tellask.kv.resp.HandPeer;
import io.tellask.kv.resp.RespPeer;
import io.tellask.kv.resp.client.Command;
import io.tellask.kv.resp.client.Engine;
import io.tellask.kv.resp.database.Cursors;
import io.tellask.kv.resp.database.Database;
import io.tellask.kv.resp.database.EngineSettings;
import io.tellask.remote.PeerMemory;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Nothing runs between the commands of a transaction, so each that may look at more than its arguments and its reply is charged for it. A command
 * that is added stands in one of the two lists, or a test fails.
 */
class TransactionWorkTest {
    private static final int STEPS = 1 << 20;
    private static final int COMMANDS = 300;

    /** Each line is one command that looks at much and answers little: at 5,000 keys, channels and patterns, a hundred clients, or a value of 1 MiB. */
    private static final List<String> CHARGED = List.of(
            "append big x",
            "client kill addr 1.2.3.4:5",
            "client kill 1.2.3.4:5",
            "client list type replica",
            "client list id 999999",
            "command list filterby pattern zzz",
            "command list filterby aclcat zzz",
            "config get zzz",
            "config set zzz x",
            "copy big k1 replace",
            "decr big",
            "decrby big 2",
            "expire big 100",
            "expireat big 99999999999",
            "expiretime big",
            "flushall",
            "flushdb",
            "getex big persist",
            "getrange big 5 6",
            "incr big",
            "incrby big 2",
            "incrbyfloat big 2",
            "info cluster",
            "info nothing",
            "keys zzz",
            "object encoding big",
            "persist big",
            "pexpire big 100000",
            "pexpireat big 99999999999999",
            "pexpiretime big",
            "psubscribe " + "a?".repeat(100),
            "pttl big",
            "publish c1 x",
            "publish zzz x",
            "pubsub channels zzz",
            "pubsub numsub " + "zzz ".repeat(50),
            "punsubscribe " + "zzz ".repeat(50),
            "randomkey",
            "rename big big",
            "scan 0 match zzz",
            "setrange big 5 x",
            "strlen big",
            "subscribe " + "zzz ".repeat(50),
            "substr big 5 6",
            "ttl big",
            "unsubscribe " + "zzz ".repeat(50));

    /**
     * These look at their arguments and at what they answer only: at a key they look without its value, and {@code dbsize} at each change of the
     * transaction once. {@code renamenx} reads a value only where it moves it. Those that are never queued are among them.
     */
    private static final Set<String> PROPORTIONAL = Set.of(
            "get, getdel, getset, mget, mset, msetnx, psetex, set, setex, setnx, del, exists, renamenx, touch, type, unlink, auth, echo, hello"
                    .split(", "));

    private static final Set<String> PROPORTIONAL_TOO = Set.of(
            "ping, quit, reset, select, discard, exec, multi, unwatch, watch, dbsize, lastsave, role, time, cluster, readonly, readwrite"
                    .split(", "));

    @TempDir
    private Path directory;

    private final HandLoop loop = new HandLoop();
    private Engine engine;
    private HandPeer peer;

    @BeforeEach
    void fill() {
        RespLimits limits =
                RespLimits.builder().transactionSteps(STEPS).clients(1_000).build();
        EngineSettings settings =
                new EngineSettings(directory, 2, KeyValueOptions.defaults(), limits, new PeerMemory(256 << 20), null);
        engine = new Engine(settings, Commands.table(), loop, () -> Instant.ofEpochSecond(1));
        Database database = engine.databases().get(0);
        HandPeer listening = new HandPeer(engine, loop);
        for (int i = 0; i < 5_000; i++) {
            database.put(("k" + i).getBytes(ISO_8859_1), new byte[10], Database.NEVER);
            listening.sends(RespPeer.encoded("SUBSCRIBE", "c" + i) + RespPeer.encoded("PSUBSCRIBE", "*p" + i));
        }
        database.put("big".getBytes(ISO_8859_1), new byte[1 << 20], Database.NEVER);
        for (int i = 0; i < 100; i++) {
            new HandPeer(engine, loop).sends(RespPeer.encoded("SUBSCRIBE", "c1"));
        }
        peer = new HandPeer(engine, loop);
        loop.turnUntilIdle();
    }

    @AfterEach
    void close() {
        engine.close();
    }

    private String executed(List<String> commands) {
        StringBuilder requests = new StringBuilder(RespPeer.encoded("MULTI"));
        commands.forEach(line -> requests.append(RespPeer.encoded(line.strip().split(" +"))));
        peer.sends(requests.toString());
        loop.turnUntilIdle();
        assertThat(peer.takeText()).endsWith("+QUEUED\r\n");
        peer.sends(RespPeer.encoded("EXEC"));
        loop.turnUntilIdle();
        return peer.takeText();
    }

    @Test
    void commandsThatLookAtMuchAndAnswerLittleEndATransaction() {
        for (String line : CHARGED) {
            peer = new HandPeer(engine, loop);
            assertThat(executed(Collections.nCopies(COMMANDS, line)))
                    .as(line)
                    .isEqualTo("-EXECABORT Transaction discarded because of: too much to look at in a transaction,"
                            + " transactionSteps=" + STEPS
                            + "; send commands that look at much outside of it or raise the limit\r\n");
        }
        assertThat(engine.databases().get(0).openWalks()).isLessThanOrEqualTo(Cursors.MOST);
    }

    @Test
    void nothingOfSuchATransactionIsWritten() {
        assertThat(executed(List.of("set k1 changed", "del k2"))).startsWith("*2");
        assertThat(executed(List.of("set k3 changed", "keys zzz", "del k3"))).startsWith("-EXECABORT");
        peer.sends(RespPeer.encoded("GETRANGE", "k3", "0", "6") + RespPeer.encoded("GET", "k1"));
        assertThat(peer.takeText()).isEqualTo("$7\r\n\0\0\0\0\0\0\0\r\n$7\r\nchanged\r\n");
    }

    @Test
    void eachCommandIsChargedOrLooksAtItsArgumentsAndItsReplyOnly() {
        Set<String> known = new TreeSet<>(PROPORTIONAL);
        known.addAll(PROPORTIONAL_TOO);
        CHARGED.forEach(line -> known.add(line.split(" ")[0]));
        List<String> all =
                engine.commands().all().stream().map(Command::name).sorted().toList();
        assertThat(known).containsExactlyElementsOf(all);
    }

    @Test
    void manyCommandsThatLookAtLittleAreATransaction() {
        List<String> commands = List.of("set k1 1", "incr k1", "append k1 x", "ttl k1", "get k1", "exists k1 k2");
        List<String> many = Collections.nCopies(500, commands).stream()
                .flatMap(List::stream)
                .toList();
        assertThat(executed(many)).startsWith("*3000\r\n").endsWith(":2\r\n");
    }
}
