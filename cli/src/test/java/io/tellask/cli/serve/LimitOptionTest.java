package io.tellask.cli.serve;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.cli.CommandRun;
import io.tellask.cli.server.ServerProcess;
import io.tellask.kv.RespLimits;
import io.tellask.store.StoreLimits;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Limits that errors tell to raise can be raised. */
class LimitOptionTest {
    private static final Pattern REDIS =
            Pattern.compile("listening on redis://127\\.0\\.0\\.1:(\\d+) for clients of Redis");

    @TempDir
    private Path directory;

    @Command
    private static final class Holder {
        @Mixin
        private LimitOption limits = new LimitOption();
    }

    private static LimitOption parsed(String... arguments) {
        Holder holder = new Holder();
        new CommandLine(holder).parseArgs(arguments);
        holder.limits.set();
        return holder.limits;
    }

    @Test
    void setsLimitsByTheirNames() {
        LimitOption limits = parsed(
                "--limit",
                "valueBytes=100M",
                "--limit=segmentBytes=128M",
                "--limit",
                "clients=7",
                "--limit",
                "connections=9",
                "--limit",
                "subscribers=3",
                "--limit",
                "scanRetainedBytes=1G");

        assertThat(limits.maps().limits().valueBytes()).isEqualTo(100 << 20);
        assertThat(limits.maps().limits().segmentBytes()).isEqualTo(128 << 20);
        assertThat(limits.maps().limits().scanRetainedBytes()).isEqualTo(1L << 30);
        assertThat(limits.maps().subscribers()).isEqualTo(3);
        assertThat(limits.redis().clients()).isEqualTo(7);
        assertThat(limits.sessions().connections()).isEqualTo(9);
        assertThat(limits.redis().watchedKeys()).isEqualTo(RespLimits.defaults().watchedKeys());
    }

    @Test
    void leavesTheUsualLimits() {
        LimitOption limits = parsed();

        assertThat(limits.maps().limits()).isEqualTo(StoreLimits.defaults());
        assertThat(limits.redis()).isEqualTo(RespLimits.defaults());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "valueByte=1 | valueByte is none of the limits: ",
                "valueBytes=many | valueBytes='many' is not a whole number such as 20000 or 32M, below 2G",
                "valueBytes=-1 | valueBytes='-1' is not a whole number",
                "clients=4G | clients='4G' is not a whole number",
                "valueBytes=9999999999G | valueBytes='9999999999G' is not a whole number",
                "valueBytes=64M | valueBytes=67108864",
                "clients=0 | clients=0 is not within 1 to",
                "connections=0 | connections=0",
            })
    void refusesWhatIsNoLimit(String limit, String reason) {
        CommandRun run = CommandRun.of("serve", "--dir", directory.resolve("d").toString(), "--limit", limit);

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).hasSize(2);
        assertThat(run.err().getFirst()).startsWith("tellask: --limit: ").contains(reason);
        assertThat(directory).isEmptyDirectory();
    }

    /** Whatever the documentation lists as a limit by its name. */
    @Test
    void documentsEachLimit() throws Exception {
        String documents = Files.readString(Path.of("..", "docs", "KEY_VALUE_SERVER.md"))
                + Files.readString(Path.of("..", "docs", "RESP.md"));
        String known =
                CommandRun.of("serve", "--dir", "d", "--limit", "none=1").err().getFirst();
        List<String> names = List.of(known.substring(known.indexOf(": ", "tellask: --limit: ".length()) + 2)
                .split(", "));

        assertThat(names)
                .hasSizeGreaterThan(20)
                .allSatisfy(name -> assertThat(documents).contains("`" + name + "`"));
    }

    @Test
    void storesALongerValueOfAClientOfRedisWhereItIsAllowed() throws Exception {
        List<String> options = List.of("--resp", "redis://127.0.0.1:0", "--limit", "valueBytes=1000");
        try (ServerProcess server = ServerProcess.startWith(options, directory)) {
            assertThat(set(server, 1_000)).isEqualTo("+OK");
            assertThat(set(server, 1_001)).contains("valueBytes=1000; split the value or raise the limit");
        }
    }

    private static String set(ServerProcess server, int bytes) throws Exception {
        Matcher line = REDIS.matcher(String.join("\n", server.greeting()));
        assertThat(line.find()).isTrue();
        try (Socket socket = new Socket("127.0.0.1", Integer.parseInt(line.group(1)))) {
            socket.getOutputStream().write(("SET k " + "x".repeat(bytes) + "\r\nQUIT\r\n").getBytes(UTF_8));
            return new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8)).readLine();
        }
    }
}
