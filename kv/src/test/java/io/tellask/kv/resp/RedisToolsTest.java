package io.tellask.kv.resp;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** {@code redis-cli} and {@code redis-benchmark} against the server. Needs both. */
@Tag("tools")
class RedisToolsTest extends OnRespServer {
    private String output(String tool, String input, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(
                List.of(tool, "-p", Integer.toString(server.server().address().getPort())));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try (var to = process.getOutputStream()) {
            to.write(input.getBytes(StandardCharsets.UTF_8));
        }
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output;
    }

    @Test
    void redisCliWorks() throws Exception {
        assertThat(output("redis-cli", "", "SET", "k", "v")).isEqualTo("OK\n");
        assertThat(output("redis-cli", "", "-3", "--json", "HELLO")).contains("\"server\":\"redis\"");
        assertThat(output("redis-cli", "GET k\nINCR n\nTTL k\nMGET k none\nFOO\n"))
                .isEqualTo("v\n1\n-1\nv\n\nERR unknown command 'FOO', with args beginning with: \n\n");
        assertThat(output("redis-cli", "", "--scan")).hasLineCount(2).contains("k\n", "n\n");
        assertThat(output("redis-cli", "", "--bigkeys")).contains("Sampled 2 keys in the keyspace!");
        assertThat(output("redis-cli", RespPeer.encoded("SET", "piped", "x").repeat(1000), "--pipe"))
                .contains("errors: 0, replies: 1000");
        assertThat(output("redis-cli", "", "-r", "3", "INCR", "m")).isEqualTo("1\n2\n3\n");
    }

    @Test
    void redisBenchmarkWorks() throws Exception {
        String figures = output(
                "redis-benchmark",
                "",
                "-n",
                "20000",
                "-P",
                "16",
                "-r",
                "1000",
                "-t",
                "ping,set,get,incr,mset",
                "--csv");
        assertThat(figures)
                .contains("\"PING_INLINE\"", "\"PING_MBULK\"", "\"SET\"", "\"GET\"", "\"INCR\"", "\"MSET (10 keys)\"");
        assertThat(figures).doesNotContain("Error").doesNotContain("ERROR");
    }
}
