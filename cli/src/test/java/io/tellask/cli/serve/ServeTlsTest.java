package io.tellask.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.cli.CommandRun;
import io.tellask.cli.server.ServerProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The key-value server at an address of TLS, with a token. */
@Timeout(120)
class ServeTlsTest {
    @TempDir
    private Path folder;

    private Path certificate;
    private Path key;

    @BeforeEach
    void makeCertificate() throws Exception {
        TestCertificate made = TestCertificate.make(folder, "server");
        certificate = made.file();
        key = made.key();
    }

    @Test
    void servesClientsThatTrustItAndShowTheToken() throws Exception {
        Path token = Files.writeString(folder.resolve("token"), "t0ken\n");
        List<String> options = List.of(
                "--tls-certificate",
                certificate.toString(),
                "--tls-key",
                key.toString(),
                "--token-file",
                token.toString(),
                "--listen",
                "tls://127.0.0.1:0");
        try (ServerProcess server = ServerProcess.startWith(options, folder.resolve("store"))) {
            String address = server.address().toString();
            assertThat(address).startsWith("tls://127.0.0.1:");
            assertThat(CommandRun.of(
                                    "kv",
                                    "put",
                                    "map",
                                    "k",
                                    "1",
                                    "--server",
                                    address,
                                    "--tls-trust",
                                    certificate.toString(),
                                    "--token-file",
                                    token.toString())
                            .exitCode())
                    .isZero();
            assertThat(CommandRun.of("kv", "get", "map", "k", "--server", address, "--token-file", token.toString())
                            .err())
                    .singleElement()
                    .asString()
                    .contains("trust");
            assertThat(CommandRun.of(
                                    "describe",
                                    address,
                                    "--tls-trust",
                                    certificate.toString(),
                                    "--token-file",
                                    token.toString())
                            .out()
                            .size())
                    .isGreaterThan(3);
        }
    }

    @Test
    void servesEverythingAtOnePort() throws Exception {
        List<String> options = List.of(
                "--tls-certificate",
                certificate.toString(),
                "--tls-key",
                key.toString(),
                "--listen",
                "any://127.0.0.1:0/kv");
        try (ServerProcess server = ServerProcess.startWith(options, folder.resolve("store"))) {
            int port = server.address().getPort();
            for (String scheme : List.of("tellask", "tls", "ws", "wss", "http", "https")) {
                String address = scheme + "://127.0.0.1:" + port + (scheme.startsWith("t") ? "" : "/kv");
                assertThat(CommandRun.of(
                                        "kv",
                                        "put",
                                        "map",
                                        "k",
                                        "1",
                                        "--server",
                                        address,
                                        "--tls-trust",
                                        certificate.toString())
                                .err())
                        .as(scheme)
                        .isEmpty();
            }
        }
    }

    @Test
    void closesConnectionsOfAProxyThatSaysNotWhoIsBehindIt() throws Exception {
        List<String> options =
                List.of("--listen", "any://127.0.0.1:0", "--proxy", "10.0.0.0/8", "--proxy", "127.0.0.1");
        try (ServerProcess server = ServerProcess.startWith(options, folder.resolve("store"))) {
            int port = server.address().getPort();
            CommandRun direct = CommandRun.of("kv", "get", "map", "k", "--server", "tellask://127.0.0.1:" + port);
            assertThat(direct.exitCode()).isEqualTo(1);
        }
        CommandRun wrong =
                CommandRun.of("serve", "--dir", folder.resolve("store").toString(), "--proxy", "proxy.example");
        assertThat(wrong.exitCode()).isEqualTo(2);
        assertThat(wrong.err()).first().asString().contains("--proxy: transport: proxies=proxy.example is no range");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ws", "http"})
    void servesInClearTextOnLoopback(String scheme) throws Exception {
        List<String> options = List.of("--listen", scheme + "://127.0.0.1:0/kv");
        try (ServerProcess server = ServerProcess.startWith(options, folder.resolve("store"))) {
            String address = server.address().toString();
            assertThat(CommandRun.of("kv", "put", "map", "k", "1", "--server", address)
                            .exitCode())
                    .isZero();
        }
    }

    @Test
    void refusesAnAddressWithoutItsFilesAndFilesWithoutTheirAddress() {
        String store = folder.resolve("store").toString();
        CommandRun without = CommandRun.of("serve", "--dir", store, "--listen", "tls://127.0.0.1:0");
        assertThat(without.exitCode()).isEqualTo(2);
        assertThat(without.err()).first().asString().contains("an address of TLS needs both files");
        CommandRun useless = CommandRun.of("serve", "--dir", store, "--tls-key", key.toString());
        assertThat(useless.exitCode()).isEqualTo(2);
        CommandRun half =
                CommandRun.of("serve", "--dir", store, "--listen", "any://127.0.0.1:0", "--tls-key", key.toString());
        assertThat(half.err()).first().asString().contains("one of any: takes them");
        CommandRun client = CommandRun.of("kv", "get", "map", "k", "--server", "any://127.0.0.1:1");
        assertThat(client.err())
                .first()
                .asString()
                .contains("several kinds", "write which one is meant, such as tellask://127.0.0.1:1");
    }
}
