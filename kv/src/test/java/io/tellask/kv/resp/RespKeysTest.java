package io.tellask.kv.resp;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.kv.resp.database.Cursors;
import io.tellask.test.Await;
import io.tellask.test.Seed;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Listing keys, and letting them expire. */
class RespKeysTest extends OnRespServer {
    private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"");

    private static List<String> words(String reply) {
        List<String> words = new ArrayList<>();
        Matcher matcher = WORD.matcher(reply);
        while (matcher.find()) {
            words.add(matcher.group(1));
        }
        return words;
    }

    private void fill(int count) throws IOException {
        StringBuilder requests = new StringBuilder();
        for (int i = 0; i < count; i++) {
            requests.append(RespPeer.encoded("SET", "k" + i, "v"));
        }
        peer.sendRaw(requests.toString());
        for (int i = 0; i < count; i++) {
            peer.reply();
        }
    }

    @Test
    void scansEveryKeyThatIsThereAllTheTime() throws IOException {
        long seed = Seed.given();
        Random random = new Random(seed);
        fill(5000);
        RespPeer writer = server.peer();
        Set<String> found = new HashSet<>();
        String cursor = "0";
        int steps = 0;
        do {
            List<String> step = words(peer.call("SCAN", cursor, "COUNT", "7"));
            cursor = step.removeFirst();
            found.addAll(step);
            for (int i = 0; i < 10; i++) {
                writer.call("SET", "k" + random.nextInt(5000), "changed");
                writer.call("SET", "new" + random.nextInt(100_000), "v");
                writer.call("DEL", "new" + random.nextInt(100_000));
            }
            steps++;
        } while (!cursor.equals("0"));
        assertThat(steps).isLessThan(2000);
        for (int i = 0; i < 5000; i++) {
            assertThat(found).as("seed=%d", seed).contains("k" + i);
        }
    }

    @Test
    void goesOnWithACursorThatWasUsedBeforeOrLongAgo() throws IOException {
        fill(1000);
        String first = words(peer.call("SCAN", "0", "COUNT", "100")).getFirst();
        List<String> second = words(peer.call("SCAN", first, "COUNT", "100"));
        for (int i = 0; i < Cursors.MOST + 1; i++) {
            peer.call("SCAN", "0", "COUNT", "1");
        }
        assertThat(words(peer.call("SCAN", first, "COUNT", "100"))).isEqualTo(second);
        assertThat(words(peer.call("SCAN", "999999999999"))).containsExactly("0");
    }

    @Test
    void scansWithPatternAndType() throws IOException {
        fill(20);
        assertThat(words(peer.call("SCAN", "0", "MATCH", "k1?", "COUNT", "100")))
                .containsExactly("0", "k10", "k11", "k12", "k13", "k14", "k15", "k16", "k17", "k18", "k19");
        assertThat(peer.call("SCAN", "0", "TYPE", "list", "COUNT", "100")).isEqualTo("[\"0\" []]");
        assertThat(words(peer.call("SCAN", "0", "TYPE", "string", "COUNT", "100")))
                .hasSize(21);
        assertThat(peer.call("SCAN", "x")).isEqualTo("-ERR invalid cursor");
        assertThat(peer.call("SCAN", "0", "COUNT", "0")).isEqualTo("-ERR syntax error");
    }

    @Test
    void picksEveryKeySooner() throws IOException {
        assertThat(peer.call("RANDOMKEY")).isEqualTo("nil");
        fill(20);
        Set<String> found = new HashSet<>();
        for (int i = 0; found.size() < 20; i++) {
            assertThat(i).isLessThan(100_000);
            found.addAll(words(peer.call("RANDOMKEY")));
        }
        peer.call("FLUSHDB");
        assertThat(peer.call("RANDOMKEY")).isEqualTo("nil");
    }

    @Test
    void letsKeysExpireUnderConditions() throws IOException {
        peer.call("SET", "k", "v");
        assertThat(peer.call("EXPIRE", "k", "100", "XX")).isEqualTo("0");
        assertThat(peer.call("EXPIRE", "k", "100", "GT")).isEqualTo("0");
        assertThat(peer.call("EXPIRE", "k", "100", "NX")).isEqualTo("1");
        assertThat(peer.call("EXPIRE", "k", "50", "GT")).isEqualTo("0");
        assertThat(peer.call("EXPIRE", "k", "50", "LT")).isEqualTo("1");
        assertThat(peer.call("TTL", "k")).isEqualTo("50");
        assertThat(peer.call("PERSIST", "k")).isEqualTo("1");
        assertThat(peer.call("PTTL", "k")).isEqualTo("-1");
        assertThat(peer.call("EXPIREAT", "k", "1")).isEqualTo("1");
        assertThat(peer.call("EXISTS", "k")).isEqualTo("0");
        assertThat(peer.call("EXPIRE", "k", "100")).isEqualTo("0");
    }

    @Test
    void forgetsKeysThatExpiredWithoutBeingAsked() throws IOException {
        // in one read, for which time stands still: it cannot expire between the two
        peer.sendRaw(RespPeer.encoded("SET", "short0", "v", "PX", "20") + RespPeer.encoded("SET", "short0", "v"));
        assertThat(peer.reply()).isEqualTo("OK");
        assertThat(peer.reply()).isEqualTo("OK");
        for (int i = 1; i < 100; i++) {
            peer.call("SET", "short" + i, "v", "PX", "20");
        }
        peer.call("SET", "long", "v", "EX", "100");
        peer.await("db0:keys=2,", "INFO", "keyspace");
        assertThat(peer.call("INFO", "stats")).contains("expired_keys:99");
        assertThat(peer.call("INFO", "keyspace")).contains("db0:keys=2,expires=1");
        assertThat(peer.call("MGET", "short0", "short1", "long")).isEqualTo("[\"v\" nil \"v\"]");
    }

    @Test
    void forgetsKeysThatExpiredBetweenTwoRuns() throws IOException {
        peer.call("SET", "short", "v", "PX", "20");
        long expired = System.currentTimeMillis() + 20;
        peer.call("SET", "long", "v", "EX", "100");
        server.close();
        Await.until("the key has expired", () -> System.currentTimeMillis() > expired);
        server = RespFixture.in(directory);
        peer = server.peer();
        peer.await("db0:keys=1,expires=1", "INFO", "keyspace");
        assertThat(peer.call("KEYS", "*")).isEqualTo("[\"long\"]");
        assertThat(peer.call("DBSIZE")).isEqualTo("1");
    }
}
