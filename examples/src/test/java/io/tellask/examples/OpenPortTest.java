package io.tellask.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.actor.Actor;
import io.tellask.actor.ActorSystem;
import io.tellask.netty.TlsTransport;
import io.tellask.remote.AuthenticationException;
import io.tellask.remote.Authenticator;
import io.tellask.remote.Client;
import io.tellask.remote.Credentials;
import io.tellask.remote.Principal;
import io.tellask.remote.Server;
import io.tellask.remote.Session;
import io.tellask.remote.TransportException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An open port: the code of {@code docs/tutorials/SECURING.md} about TLS and tokens, and its commands, run as they stand there. */
@Timeout(60)
class OpenPortTest {
    private static final Path PAGE = Path.of("../docs/tutorials/SECURING.md");

    @TempDir
    private Path folder;

    public interface News {
        void subscribe(Reader reader);
    }

    public interface Reader {
        void read(String line);
    }

    static final class NewsActor extends Actor implements News {
        @Override
        public void subscribe(Reader reader) {
            Principal caller = Session.current().orElseThrow().principal();
            reader.read("hello " + caller);
        }
    }

    /** Runs the page's commands that begin with the word, in the folder. */
    private void run(String command) throws Exception {
        List<String> words = new ArrayList<>();
        boolean more = false;
        for (String line : Files.readAllLines(PAGE)) {
            if (more || line.startsWith("    " + command)) {
                more = line.endsWith("\\");
                words.addAll(List.of(line.replace("\\", "").trim().split(" +")));
            }
        }
        words.set(
                0,
                Path.of(System.getProperty("java.home"), "bin", words.getFirst())
                        .toString());
        Process process = new ProcessBuilder(words)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes());
        assertThat(process.waitFor()).as(said).isZero();
    }

    @Test
    void callsBackOverTlsWithAToken() throws Exception {
        run("keytool -genkeypair");
        run("keytool -exportcert");
        Path keyFile = folder.resolve("server.p12");
        Path certificate = folder.resolve("server.pem");
        String address = "tls://127.0.0.1:0";
        String token = "t0ken";
        BlockingQueue<String> lines = new LinkedBlockingQueue<>();
        try (ActorSystem system = ActorSystem.create()) {
            char[] password = "changeit".toCharArray();
            KeyStore keys = KeyStore.getInstance(keyFile.toFile(), password);
            Server server = Server.builder(system)
                    .transport(
                            TlsTransport.builder().certificate(keys, password).build())
                    .authenticator(Authenticator.tokens(Map.of(token, Principal.of("ada"))))
                    .publish("news", News.class, system.spawn(News.class, NewsActor::new))
                    .listen(address)
                    .start();
            URI serverAddress = server.address();

            Client client = Client.builder(system)
                    .transport(TlsTransport.builder().trust(certificate).build())
                    .credentials(Credentials.token(token))
                    .connect(serverAddress);
            News news = client.lookup("news", News.class);
            news.subscribe(system.spawn(Reader.class, () -> lines::add));

            assertThat(lines.poll(30, TimeUnit.SECONDS)).isEqualTo("hello ada");
            assertThatThrownBy(() -> Client.builder(system)
                            .transport(TlsTransport.builder().trust(certificate).build())
                            .connect(serverAddress))
                    .isInstanceOf(AuthenticationException.class);
            assertThatThrownBy(() -> Client.connect(system, serverAddress))
                    .isInstanceOf(TransportException.class)
                    .satisfies(failure -> assertThat(((TransportException) failure).problem())
                            .isEqualTo(TransportException.Problem.NOT_TRUSTED));
        }
    }
}
