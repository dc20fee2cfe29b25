package io.tellask.login;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.actor.ActorSystem;
import io.tellask.remote.Client;
import io.tellask.remote.Server;
import io.tellask.test.Await;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The code of {@code docs/LOGIN.md} but for tokens of issuers, compiled and run. */
@Timeout(60)
class LoginGuideTest {
    private static final Pattern BLOCK = Pattern.compile("(?ms)^```java\\n(.*?)^```$");
    private static final Logger LOG = System.getLogger("io.tellask.login.guide");

    private final ActorSystem system = ActorSystem.create();
    private final ActorSystem here = ActorSystem.create();
    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final String address = "tellask://127.0.0.1:0";
    private final String password = "lovelace";

    @TempDir
    private Path folder;

    public interface ChatSession {
        void say(String line);
    }

    public interface ChatLogin extends Login<ChatSession> {}

    static final class ChatLoginActor extends LoginActor<ChatSession> implements ChatLogin {
        ChatLoginActor(PasswordCheck users, Consumer<String> lines) {
            super(
                    ChatSession.class,
                    users,
                    who -> line -> lines.accept(who.user() + ": " + line),
                    LoginOptions.builder()
                            .idleTime(Duration.ofMinutes(20))
                            .guests(name -> !name.equals("admin"))
                            .listener(event -> LOG.log(Level.INFO, "{0}", event))
                            .build());
        }
    }

    @AfterEach
    void close() {
        here.close();
        system.close();
    }

    private Server start() {
        Path file = folder.resolve("users");
        PasswordFile.put(file, "ada", password, PasswordHash.LEAST_ITERATIONS);
        PasswordCheck users = PasswordFile.open(file);
        Server server = Server.builder(system)
                .publish(
                        "login",
                        ChatLogin.class,
                        system.spawn(ChatLogin.class, () -> new ChatLoginActor(users, lines::add)))
                .listen(address)
                .start();
        return server;
    }

    @Test
    void clientLogsInAndComesBack() {
        Server server = start();
        Client client = Client.connect(here, server.address());
        ChatLogin login = client.lookup("login", ChatLogin.class);
        ChatSession session = login.login("ada", password).join();
        session.say("hello");
        String token = login.token(session).join();
        client.close();
        resume(Client.connect(here, server.address()).lookup("login", ChatLogin.class), token);

        Await.until("both lines", () -> lines.equals(List.of("ada: hello", "ada: again")));
    }

    private static void resume(ChatLogin login, String token) {
        ChatSession session = login.resume(token).join();
        String next = login.token(session).join();
        assertThat(next).isNotEqualTo(token);
        session.say("again");
    }

    @Test
    void everyBlockOfThePageIsCompiledHere() throws IOException {
        String code = words(Files.readString(Path.of("src/test/java/io/tellask/login/LoginGuideTest.java")));
        List<String> blocks = new ArrayList<>();
        String page = Files.readString(Path.of("..", "docs", "LOGIN.md"));
        BLOCK.matcher(page.substring(0, page.indexOf("\n## Tokens of an issuer")))
                .results()
                .forEach(block -> blocks.add(words(block.group(1))));
        assertThat(blocks).hasSize(6).allSatisfy(block -> assertThat(code).contains(block));
    }

    private static String words(String text) {
        return text.strip().replaceAll("\\s+", "");
    }
}
