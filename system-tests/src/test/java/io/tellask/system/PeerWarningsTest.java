package io.tellask.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.actor.ActorSystem;
import io.tellask.kv.KeyValueOptions;
import io.tellask.kv.KeyValueService;
import io.tellask.kv.RespOptions;
import io.tellask.kv.RespServer;
import io.tellask.remote.Server;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** What the log says of addresses that anybody may reach, and of connections that are no peers. */
@Isolated
@Timeout(60)
class PeerWarningsTest {
    private static final List<Logger> LOGS =
            List.of(Logger.getLogger("io.tellask.remote"), Logger.getLogger("io.tellask.kv"));

    @TempDir
    private Path directory;

    private final ActorSystem system = ActorSystem.create();
    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord record) {
            lines.add(record.getLevel() + " " + record.getMessage());
        }

        @Override
        public void flush() {
            // nothing is kept back
        }

        @Override
        public void close() {
            // nothing to close
        }
    };

    @BeforeEach
    void listen() {
        LOGS.forEach(log -> log.addHandler(handler));
    }

    @AfterEach
    void close() {
        LOGS.forEach(log -> log.removeHandler(handler));
        system.close();
    }

    private List<String> warnings(String text) {
        return lines.stream()
                .filter(line -> line.startsWith("WARNING ") && line.contains(text))
                .toList();
    }

    private Server serve(String address) {
        Desk desk = system.spawn(Desk.class, Desk.Clerk::new);
        return Server.builder(system)
                .publish("desk", Desk.class, desk)
                .listen(address)
                .start();
    }

    @Test
    void warnsOnceOfAPlaintextAddressWithoutAPassword() {
        serve("tellask://127.0.0.1:0").close();
        assertThat(warnings("not encrypted")).isEmpty();
        serve("tellask://127.0.0.1:0?plaintext=true").close();
        assertThat(warnings("not encrypted")).singleElement().asString().contains("server: address=tellask://");
    }

    @Test
    void warnsOnceOfAPlaintextAddressForClientsOfRedisUnlessTheyNameAPassword() {
        try (KeyValueService service = KeyValueService.open(system, directory, KeyValueOptions.defaults())) {
            RespOptions open = RespOptions.listening("redis://127.0.0.1:0?plaintext=true");
            RespServer.start(service, open.withPassword("secret")).close();
            RespServer.start(service, RespOptions.listening("redis://127.0.0.1:0"))
                    .close();
            assertThat(warnings("not encrypted")).isEmpty();
            RespServer.start(service, open).close();
            assertThat(warnings("not encrypted")).singleElement().asString().contains("resp: address=redis://");
        }
    }

    @Test
    void countsConnectionsWithoutAHelloAndLogsThemOnceASecond() throws IOException {
        try (Server server = serve("tellask://127.0.0.1:0")) {
            List<Socket> sockets = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                Socket socket =
                        new Socket(server.address().getHost(), server.address().getPort());
                socket.getOutputStream().write("GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
                sockets.add(socket);
            }
            for (Socket socket : sockets) {
                socket.setSoTimeout(20_000);
                assertThat(socket.getInputStream().readAllBytes()).isNotEmpty();
                socket.close();
            }
            assertThat(server.statistics().junkConnections()).isEqualTo(20);
            assertThat(server.statistics().otherProtocols()).isEqualTo(Map.of("HTTP", 20L));
            assertThat(warnings("ended without a hello"))
                    .hasSizeBetween(1, 5)
                    .allSatisfy(line -> assertThat(line).contains("the peer seems to speak HTTP"));
        }
    }
}
