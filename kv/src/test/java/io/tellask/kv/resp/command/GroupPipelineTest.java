package io.tellask.kv.resp.command;

import static io.tellask.kv.resp.RespPeer.encoded;
import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.cluster.ClusterException;
import io.tellask.cluster.ClusterException.Problem;
import io.tellask.kv.KeyValueOptions;
import io.tellask.kv.RespLimits;
import io.tellask.kv.resp.HandLoop;
import io.tellask.kv.resp.HandPeer;
import io.tellask.kv.resp.client.Engine;
import io.tellask.kv.resp.database.EngineSettings;
import io.tellask.remote.PeerMemory;
import java.nio.file.Path;
import java.time.InstantSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands of one connection that go to the group together; on a loop that the test turns by hand, with a group that answers when it is told to. */
class GroupPipelineTest {
    @TempDir
    private Path folder;

    private final HandLoop loop = new HandLoop();
    private HandGroup group;
    private Engine engine;
    private HandPeer peer;

    @BeforeEach
    void open() {
        group = new HandGroup(folder);
        EngineSettings settings = new EngineSettings(
                Path.of(""), 0, KeyValueOptions.defaults(), RespLimits.defaults(), new PeerMemory(256 << 20), null);
        engine = new Engine(settings, GroupCommands.table(group), loop, InstantSource.system());
        engine.joins(group, new GroupPipeline(group));
        peer = new HandPeer(engine, loop);
    }

    @AfterEach
    void close() {
        engine.disconnect();
        engine.close();
        group.close();
    }

    /** Sends requests together; each is words with blanks between. */
    private void send(String... requests) {
        StringBuilder all = new StringBuilder();
        for (String request : requests) {
            all.append(encoded(request.split(" ")));
        }
        peer.sends(all.toString());
        loop.turnUntilIdle();
    }

    /** The replies once the group has answered all that it is asked. */
    private String replies() {
        while (group.answer()) {
            loop.turnUntilIdle();
        }
        return peer.takeText().replace("\r\n", " ");
    }

    @Test
    void whatIsSentTogetherIsOneEntry() {
        send("SET k 1", "INCR k", "GET k", "DEL none", "PING");
        assertThat(peer.text()).isEmpty();
        assertThat(group.waiting()).isEqualTo(1);
        assertThat(replies()).isEqualTo("+OK :2 $1 2 :0 +PONG ");
        assertThat(group.calls()).isEqualTo(1);
        send("GET k", "MGET k none");
        assertThat(replies()).isEqualTo("$1 2 *2 $1 2 $-1 ");
        assertThat(group.questions()).isEqualTo(1);
    }

    @Test
    void readsSeeWhatIsBeforeThemAndNothingBehind() {
        send("SET k 1", "GET k", "SET k 2", "GET k", "INCR k");
        assertThat(replies()).isEqualTo("+OK $1 1 +OK $1 2 :3 ");
        send("GET k", "SET k 9");
        assertThat(replies()).isEqualTo("$1 3 +OK ");
    }

    @Test
    void eachHasItsOwnErrorAndOthersGoOn() {
        send("SET k x", "INCR k", "APPEND k y", "GET", "NOSUCH", "KEYS *", "GET k");
        assertThat(replies())
                .startsWith(
                        "+OK -ERR value is not an integer or out of range :2 -ERR wrong number of arguments for 'get'"
                                + " command -ERR unknown command 'NOSUCH'")
                .endsWith("$2 xy ");
    }

    @Test
    void whatIsNoRequestIsRefusedBehindTheRepliesBeforeIt() {
        peer.sends(encoded("SET", "k", "1") + "*1\r\n!\r\n");
        loop.turnUntilIdle();
        assertThat(replies()).startsWith("+OK -ERR Protocol error");
    }

    @Test
    void aTransactionIsAnEntryOfItsOwn() {
        send("INCR n", "MULTI", "INCR n", "GET n", "EXEC", "INCR n");
        assertThat(replies()).isEqualTo(":1 +OK +QUEUED +QUEUED *2 :2 $1 2 :3 ");
        assertThat(group.calls()).isEqualTo(3);
    }

    @Test
    void commandsOfOneEntryAreBounded() {
        peer.sends(encoded("INCR", "n").repeat(GroupPipeline.MOST));
        loop.turnUntilIdle();
        assertThat(replies()).endsWith(" :256 ");
        assertThat(group.calls()).isEqualTo(1);
        peer.sends(encoded("INCR", "n").repeat(GroupPipeline.MOST + 1));
        loop.turnUntilIdle();
        assertThat(replies()).endsWith(" :513 ");
        assertThat(group.calls()).isEqualTo(3);
    }

    @Test
    void bytesOfOneEntryAreBounded() {
        String longest = "x".repeat(GroupPipeline.MOST_BYTES);
        send("SET a " + longest, "SET b 1", "SET c 2", "SET d " + longest.substring(100), "GET b");
        assertThat(replies()).isEqualTo("+OK +OK +OK +OK $1 1 ");
        assertThat(group.calls()).isEqualTo(3); // the first alone, two together, one alone
        assertThat(group.questions()).isEqualTo(1);
    }

    @Test
    void whatIsTooMuchTogetherIsRunOneByOne() {
        send("SET k " + "x".repeat(1 << 20));
        assertThat(replies()).isEqualTo("+OK ");
        peer.sends((encoded("GET", "k") + encoded("INCR", "n")).repeat(17)); // more than the reply of a call may be
        loop.turnUntilIdle();
        assertThat(replies()).endsWith("x :17 ").hasSizeGreaterThan(17 << 20);
    }

    @Test
    void aKeyThatIsRefusedDoesNotHinderOthers() {
        send("INCR n", "SET " + "k".repeat(40_000) + " 1", "INCR n");
        assertThat(replies()).startsWith(":1 -ERR ").endsWith(" :2 ");
    }

    @Test
    void ofALostLeaderEachIsTold() {
        send("SET a 1", "SET b 1", "PING");
        group.fail(Problem.UNKNOWN_OUTCOME);
        loop.turnUntilIdle();
        assertThat(replies())
                .matches("-ERR the outcome is not known.* -ERR the outcome is not known.* \\+PONG ")
                .doesNotContain("MOVED");
        group.follow();
        send("SET a 1", "GET b", "READONLY", "GET a", "SET b 2");
        assertThat(replies())
                .isEqualTo("-MOVED 15495 127.0.0.1:2 -MOVED 3300 127.0.0.1:2 +OK $-1 -MOVED 3300 127.0.0.1:2 ");
        assertThat(group.waiting()).isZero();
    }

    @Test
    void aConnectionThatEndsWaitsForNothing() {
        send("SET a 1");
        peer.ends();
        loop.turnUntilIdle();
        assertThat(group.answer()).isTrue();
        loop.turnUntilIdle();
        assertThat(peer.text()).isEmpty();
    }

    @Test
    void membersSayWhatTheyDo() {
        send("SET a 1");
        assertThat(replies()).isEqualTo("+OK ");
        send("INFO replication", "ROLE");
        assertThat(replies())
                .contains("role:master", "connected_slaves:1", "slave0:ip=127.0.0.1,port=2,state=online")
                .contains("master_repl_offset:1")
                .endsWith("*3 $6 master :1 *1 *3 $9 127.0.0.1 $1 2 $1 1 ");
        group.follow();
        send("INFO replication", "ROLE", "HELLO");
        assertThat(replies())
                .contains("role:slave", "master_host:127.0.0.1", "master_port:2", "master_link_status:up")
                .contains("slave_repl_offset:1", "*5 $5 slave $9 127.0.0.1 :2 $9 connected :1 ")
                .contains("$4 role $7 replica ");
        group.loseLeader();
        send("INFO replication", "ROLE", "GET a");
        assertThat(replies())
                .contains("role:slave", "master_link_status:down", "$7 connect :1 ")
                .contains("-CLUSTERDOWN");
    }

    /** A failure of the group, as an engine words it. */
    static ClusterException failure(Problem problem) {
        return new ClusterException(problem, "cluster: it failed");
    }
}
