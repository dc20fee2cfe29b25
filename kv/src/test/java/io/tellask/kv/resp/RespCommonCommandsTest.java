package io.tellask.kv.resp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What tools and libraries expect of any server: fractions, copies, ending others by their address, the usual lines of INFO. */
class RespCommonCommandsTest extends OnRespServer {
    private static final Pattern ADDRESS = Pattern.compile(" addr=(\\S+) laddr=(\\S+) .* name=victim ");

    @ParameterizedTest
    @CsvSource({
        "10.5, 0.1, 10.6",
        "0.1, 0.2, 0.3",
        "3, -3, 0",
        "5.0e3, 2.0e2, 5200",
        "-1.25, 1, -0.25",
        ".5, 1., 1.5",
        "1, 0.000000000000000004, 1",
        "1, 0.00000000000000005, 1.00000000000000005",
        "1e20, 1, 100000000000000000001"
    })
    void addsFractions(String before, String increment, String after) throws IOException {
        peer.call("SET", "number", before);

        assertThat(peer.call("INCRBYFLOAT", "number", increment)).isEqualTo("\"" + after + "\"");
        assertThat(peer.call("GET", "number")).isEqualTo("\"" + after + "\"");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "x", "1 ", " 1", "1e", "e1", "nan", "inf", "0x10", "1e309", "1e-400", "1e9999", "--1", "."})
    void refusesWhatIsNoFraction(String increment) throws IOException {
        peer.call("SET", "number", "1");

        assertThat(peer.call("INCRBYFLOAT", "number", increment)).isEqualTo("-ERR value is not a valid float");
        peer.call("SET", "number", increment);
        assertThat(peer.call("INCRBYFLOAT", "number", "1")).isEqualTo("-ERR value is not a valid float");
    }

    @Test
    void addsFractionsToNothingAndKeepsExpiries() throws IOException {
        assertThat(peer.call("INCRBYFLOAT", "new", "1.5")).isEqualTo("\"1.5\"");
        peer.call("SET", "number", "1", "EX", "1000");
        peer.call("INCRBYFLOAT", "number", "1");
        assertThat(Integer.parseInt(peer.call("TTL", "number"))).isPositive();
    }

    @Test
    void copiesValuesWithTheirExpiries() throws IOException {
        peer.call("SET", "from", "value", "EX", "1000");
        peer.call("SET", "there", "other");

        assertThat(peer.call("COPY", "from", "to")).isEqualTo("1");
        assertThat(peer.call("GET", "to")).isEqualTo("\"value\"");
        assertThat(Integer.parseInt(peer.call("TTL", "to"))).isPositive();
        assertThat(peer.call("COPY", "from", "there")).isEqualTo("0");
        assertThat(peer.call("GET", "there")).isEqualTo("\"other\"");
        assertThat(peer.call("COPY", "from", "there", "replace")).isEqualTo("1");
        assertThat(peer.call("GET", "there")).isEqualTo("\"value\"");
        assertThat(peer.call("COPY", "nothing", "to")).isEqualTo("0");
        assertThat(peer.call("COPY", "from", "from")).isEqualTo("-ERR source and destination objects are the same");
        assertThat(peer.call("COPY", "from", "to", "nonsense")).isEqualTo("-ERR syntax error");
        assertThat(peer.call("COPY", "from", "to", "DB")).isEqualTo("-ERR syntax error");
    }

    @Test
    void copiesToOtherDatabases() throws IOException {
        peer.call("SET", "key", "value");

        assertThat(peer.call("COPY", "key", "key", "DB", "3")).isEqualTo("1");
        assertThat(peer.call("COPY", "key", "key", "DB", "3")).isEqualTo("0");
        assertThat(peer.call("COPY", "key", "key", "DB", "3", "REPLACE")).isEqualTo("1");
        assertThat(peer.call("COPY", "key", "key", "DB", "16")).isEqualTo("-ERR DB index is out of range");
        peer.call("SELECT", "3");
        assertThat(peer.call("GET", "key")).isEqualTo("\"value\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "ADDR"})
    void endsClientsByTheAddressThatTheListShows(String filter) throws IOException {
        RespPeer victim = server.peer();
        victim.call("CLIENT", "SETNAME", "victim");
        Matcher line = ADDRESS.matcher(peer.call("CLIENT", "LIST"));
        assertThat(line.find()).isTrue();

        String killed = filter.isEmpty()
                ? peer.call("CLIENT", "KILL", line.group(1))
                : peer.call("CLIENT", "KILL", filter, line.group(1));

        assertThat(killed).isEqualTo(filter.isEmpty() ? "OK" : "1");
        peer.await("connected_clients:1\r", "INFO", "clients");
    }

    @Test
    void endsClientsByTheAddressTheyAreConnectedTo() throws IOException {
        RespPeer victim = server.peer();
        victim.call("CLIENT", "SETNAME", "victim");
        Matcher line = ADDRESS.matcher(peer.call("CLIENT", "LIST"));
        assertThat(line.find()).isTrue();

        assertThat(peer.call("CLIENT", "KILL", "LADDR", "10.1.1.1:1")).isEqualTo("0");
        assertThat(peer.call("CLIENT", "KILL", "LADDR", line.group(2))).isEqualTo("1");
    }

    @Test
    void confirmsSubscriptionsOfOneThatWantsNoAnswers() throws IOException {
        peer.send("CLIENT", "REPLY", "OFF");
        peer.send("SET", "key", "value");
        peer.send("SUBSCRIBE", "news");
        assertThat(peer.reply()).isEqualTo("[\"subscribe\" \"news\" 1]");

        RespPeer writer = server.peer();
        assertThat(writer.call("PUBLISH", "news", "hello")).isEqualTo("1");

        assertThat(peer.reply()).isEqualTo("[\"message\" \"news\" \"hello\"]");
        peer.send("UNSUBSCRIBE");
        assertThat(peer.reply()).isEqualTo("[\"unsubscribe\" \"news\" 0]");
        peer.send("PING");
        peer.send("CLIENT", "REPLY", "ON");
        assertThat(peer.reply()).isEqualTo("OK");
    }

    @Test
    void tellsWhatToolsLookFor() throws IOException {
        String info = peer.call("INFO");

        for (String field : new String[] {
            "run_id:[0-9a-f]{40}",
            "server_time_usec:\\d{16}",
            "executable:.+",
            "used_memory_human:\\d+\\.\\d\\d[KMG]",
            "maxmemory_human:0B",
            "pubsub_clients:0",
            "rdb_last_save_time:\\d{10}",
            "rdb_changes_since_last_save:0",
            "rdb_last_bgsave_status:ok",
            "aof_last_write_status:ok",
            "instantaneous_ops_per_sec:\\d+",
            "master_replid:[0-9a-f]{40}",
            "master_repl_offset:0",
            "role:master"
        }) {
            assertThat(info).containsPattern("(?m)^" + field + "\\r?$");
        }
    }
}
