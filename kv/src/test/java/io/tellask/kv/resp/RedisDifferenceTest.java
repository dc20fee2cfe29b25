package io.tellask.kv.resp;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.kv.resp.message.InlineWords;
import io.tellask.kv.resp.message.Request;
import io.tellask.test.Seed;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.assertj.core.api.SoftAssertions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The same requests to a real redis-server and to ours: the replies are equal, byte for byte where they can be. Needs redis-server. */
@Tag("tools")
class RedisDifferenceTest {
    private static final int RANDOM_COMMANDS = 30_000;

    @TempDir
    private Path directory;

    @TempDir
    private Path redisDirectory;

    private RespFixture server;
    private RedisProcess redis;
    private RespPeer ours;
    private RespPeer theirs;

    @BeforeEach
    void start() throws Exception {
        server = RespFixture.in(directory);
        redis = RedisProcess.start(redisDirectory);
        ours = server.peer();
        theirs = RespPeer.connect(redis.address());
    }

    @AfterEach
    void stop() throws IOException {
        theirs.close();
        redis.close();
        server.close();
    }

    private static List<String> lines(String resource) throws IOException {
        try (InputStream file = Objects.requireNonNull(RedisDifferenceTest.class.getResourceAsStream(resource))) {
            return new String(file.readAllBytes(), UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .toList();
        }
    }

    /** The words of a line, as inline requests are split. */
    private static String[] words(String line) {
        byte[] bytes = line.getBytes(ISO_8859_1);
        Request request = new Request();
        assertThat(new InlineWords(bytes, 0, bytes.length).split(request))
                .as(line)
                .isTrue();
        request.locate(bytes, 0);
        String[] words = new String[request.count()];
        for (int i = 0; i < words.length; i++) {
            words[i] = request.text(i);
        }
        return words;
    }

    @ParameterizedTest
    @ValueSource(strings = {"2", "3"})
    void answersAListOfCommandsAsRedisDoes(String protocol) throws IOException {
        SoftAssertions all = new SoftAssertions();
        ours.call("HELLO", protocol);
        theirs.call("HELLO", protocol);
        for (String line : lines("commands-of-redis.txt")) {
            String[] words = words(line);
            all.assertThat(ours.call(words)).as(line).isEqualTo(theirs.call(words));
        }
        all.assertAll();
    }

    @Test
    void answersNonsenseAsRedisDoes() throws IOException {
        SoftAssertions all = new SoftAssertions();
        for (String line : lines("bytes-of-redis.txt")) {
            String bytes = String.join(" ", words("\"" + line + "\""));
            all.assertThat(everything(ours, bytes)).as(line).isEqualTo(everything(theirs, bytes));
        }
        all.assertAll();
    }

    /**
     * All that is answered to bytes and a QUIT behind them, on a connection of their own. A server that closes before it has read the QUIT
     * resets the connection, by which an answer on its way may be lost: then it is asked again.
     */
    private String everything(RespPeer like, String bytes) throws IOException {
        String answer = null;
        for (int attempt = 0; answer == null && attempt < 20; attempt++) {
            answer = everythingUnlessReset(like, bytes);
        }
        return answer == null ? "" : answer;
    }

    private @Nullable String everythingUnlessReset(RespPeer like, String bytes) throws IOException {
        try (RespPeer peer = RespPeer.connect(like == ours ? server.server().address() : redis.address())) {
            peer.sendRaw(bytes);
            peer.sendRaw("QUIT\r\n");
            peer.socket().setSoTimeout(2_000);
            String all = new String(peer.socket().getInputStream().readAllBytes(), ISO_8859_1);
            return all.replaceAll("\\$2\r\nid\r\n:\\d+", "the client's number");
        } catch (SocketException reset) {
            return null;
        } catch (SocketTimeoutException open) {
            return "not closed";
        }
    }

    @Test
    void answersRandomCommandsAsRedisDoes() throws IOException {
        long seed = Seed.given();
        Random random = new Random(seed);
        for (int i = 0; i < RANDOM_COMMANDS; i++) {
            String[] words = randomCommand(random);
            assertThat(ours.call(words))
                    .as("seed=%d, command=%d %s", seed, i, String.join(" ", words))
                    .isEqualTo(theirs.call(words));
        }
        assertThat(ours.call("DBSIZE")).isEqualTo(theirs.call("DBSIZE"));
    }

    @Test
    void answersRandomPipelinesAsRedisDoes() throws IOException {
        long seed = Seed.given();
        Random random = new Random(seed);
        for (int i = 0; i < RANDOM_COMMANDS / 50; i++) {
            StringBuilder requests = new StringBuilder();
            for (int command = 0; command < 50; command++) {
                requests.append(RespPeer.encoded(random.nextInt(3) > 0 ? randomCommand(random) : randomRead(random)));
            }
            ours.sendRaw(requests.toString());
            theirs.sendRaw(requests.toString());
            for (int command = 0; command < 50; command++) {
                assertThat(ours.reply())
                        .as("seed=%d, pipeline=%d, command=%d", seed, i, command)
                        .isEqualTo(theirs.reply());
            }
        }
    }

    private static String[] randomRead(Random random) {
        return new String[] {"GET", "k" + random.nextInt(12)};
    }

    private static String[] randomCommand(Random random) {
        List<String> words = new ArrayList<>(List.of(FORMS[random.nextInt(FORMS.length)].split(" ")));
        words.replaceAll(word -> switch (word) {
            case "KEY" -> "k" + random.nextInt(12);
            case "VALUE" -> VALUES[random.nextInt(VALUES.length)];
            case "NUMBER" -> Integer.toString(random.nextInt(30) - 10);
            case "TIME" -> Long.toString(4_000_000_000L + random.nextInt(10) * 1000);
            default -> word;
        });
        return words.toArray(String[]::new);
    }

    private static final String[] VALUES = {
        "",
        "1",
        "-17",
        "007",
        "9223372036854775807",
        "x",
        "hello world",
        "a\r\nb",
        "x".repeat(44),
        "x".repeat(45),
        "1.5"
    };

    private static final String[] FORMS = {
        "GET KEY",
        "SET KEY VALUE",
        "SET KEY VALUE NX",
        "SET KEY VALUE XX GET",
        "SET KEY VALUE EXAT TIME",
        "SET KEY VALUE KEEPTTL",
        "SET KEY VALUE NX GET EXAT TIME",
        "SETNX KEY VALUE",
        "PERSIST KEY",
        "GETSET KEY VALUE",
        "GETDEL KEY",
        "GETEX KEY EXAT TIME",
        "GETEX KEY PERSIST",
        "GETEX KEY",
        "MGET KEY KEY KEY",
        "MSET KEY VALUE KEY VALUE",
        "MSETNX KEY VALUE KEY VALUE",
        "DEL KEY",
        "DEL KEY KEY",
        "UNLINK KEY",
        "EXISTS KEY KEY",
        "INCR KEY",
        "DECR KEY",
        "INCRBY KEY NUMBER",
        "DECRBY KEY NUMBER",
        "APPEND KEY VALUE",
        "STRLEN KEY",
        "GETRANGE KEY NUMBER NUMBER",
        "SETRANGE KEY NUMBER VALUE",
        "EXPIREAT KEY TIME",
        "EXPIREAT KEY TIME NX",
        "EXPIREAT KEY TIME GT",
        "EXPIREAT KEY TIME LT",
        "EXPIRE KEY -1 XX",
        "EXPIRETIME KEY",
        "PEXPIRETIME KEY",
        "PERSIST KEY",
        "TYPE KEY",
        "RENAME KEY KEY",
        "RENAMENX KEY KEY",
        "TOUCH KEY KEY",
        "DBSIZE",
        "MULTI",
        "EXEC",
        "EXEC",
        "DISCARD",
        "WATCH KEY",
        "UNWATCH",
        "SUBSTR KEY NUMBER NUMBER",
        "NONSENSE KEY",
        "GET",
        "EXPIREAT KEY NUMBER",
    };
}
