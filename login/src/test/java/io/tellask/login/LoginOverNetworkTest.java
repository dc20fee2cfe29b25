package io.tellask.login;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import io.tellask.remote.Client;
import io.tellask.remote.Server;
import java.net.URI;
import java.nio.file.Path;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Logging in over a network, by a file of passwords, in each form of values. */
@Timeout(60)
class LoginOverNetworkTest {
    @TempDir
    private Path folder;

    public interface Desk {
        Promise<String> owner();
    }

    public interface DeskLogin extends Login<Desk> {}

    private static final class DeskLoginActor extends LoginActor<Desk> implements DeskLogin {
        DeskLoginActor(PasswordCheck users) {
            super(Desk.class, users, who -> () -> Promise.of(who.user()), LoginOptions.defaults());
        }
    }

    private PasswordFile users() {
        Path file = folder.resolve("users");
        PasswordFile.put(file, "ada", "lovelace", PasswordHash.LEAST_ITERATIONS, "user");
        return PasswordFile.open(file);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "?encoding=json", "?encoding=cbor"})
    void clientLogsInAndOut(String encoding) {
        try (ActorSystem there = ActorSystem.create();
                ActorSystem here = ActorSystem.create()) {
            Server server = Server.builder(there)
                    .publish("login", DeskLogin.class, there.spawn(DeskLogin.class, () -> new DeskLoginActor(users())))
                    .listen("tellask://127.0.0.1:0")
                    .start();
            Client client = Client.connect(here, URI.create(server.address() + encoding));
            DeskLogin login = client.lookup("login", DeskLogin.class);

            assertThatThrownBy(() -> login.login("ada", "wrong").join())
                    .isInstanceOf(CompletionException.class)
                    .cause()
                    .isInstanceOfSatisfying(
                            LoginException.class,
                            refused -> assertThat(refused.problem()).isEqualTo(LoginException.Problem.WRONG_PASSWORD))
                    .hasMessageContaining("no user has this name and password");
            Desk desk = login.login("ada", "lovelace").join();
            assertThat(desk.owner().join()).isEqualTo("ada");
            String token = login.token(desk).join();
            Desk again = login.resume(token).join();
            assertThat(again.owner().join()).isEqualTo("ada");
            login.logout(again).join();
            assertThatThrownBy(() -> login.token(again).join()).hasMessageContaining("log in again");
        }
    }

    @Test
    void loginBelongsToItsConnection() {
        try (ActorSystem there = ActorSystem.create();
                ActorSystem here = ActorSystem.create()) {
            Server server = Server.builder(there)
                    .publish("login", DeskLogin.class, there.spawn(DeskLogin.class, () -> new DeskLoginActor(users())))
                    .listen("tellask://127.0.0.1:0")
                    .start();
            DeskLogin login = Client.connect(here, server.address()).lookup("login", DeskLogin.class);
            Desk desk = login.login("ada", "lovelace").join();
            DeskLogin other = Client.connect(here, server.address()).lookup("login", DeskLogin.class);

            assertThatThrownBy(() -> other.token(desk).join())
                    .cause()
                    .isInstanceOfSatisfying(
                            LoginException.class,
                            refused -> assertThat(refused.problem()).isEqualTo(LoginException.Problem.NO_SESSION));
        }
    }

    @Test
    void callerWithinTheProcessIsNoClient() {
        try (ActorSystem system = ActorSystem.create()) {
            DeskLogin login = system.spawn(DeskLogin.class, () -> new DeskLoginActor(users()));

            assertThatThrownBy(() -> login.guest("eve").join())
                    .cause()
                    .isInstanceOfSatisfying(
                            LoginException.class,
                            refused -> assertThat(refused.problem()).isEqualTo(LoginException.Problem.NO_CLIENT));
        }
    }
}
