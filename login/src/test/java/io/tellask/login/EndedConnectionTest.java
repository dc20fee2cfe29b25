package io.tellask.login;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import io.tellask.remote.Client;
import io.tellask.remote.Principal;
import io.tellask.remote.Server;
import io.tellask.remote.Session;
import io.tellask.test.Await;
import java.lang.ref.WeakReference;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;

/** What a login keeps of connections that have ended, of which there may be thousands within {@code tokenTime}. */
@Isolated // collects garbage
@Timeout(60)
class EndedConnectionTest {
    public interface Desk {
        Promise<String> owner();
    }

    public interface DeskLogin extends Login<Desk> {}

    private static final class NoUsers implements PasswordCheck {
        @Override
        public Optional<Principal> check(String user, String password) {
            return Optional.empty();
        }

        @Override
        public Optional<Principal> again(Principal before) {
            return Optional.empty();
        }
    }

    private final AtomicReference<WeakReference<Session>> seen = new AtomicReference<>();

    private final class DeskLoginActor extends LoginActor<Desk> implements DeskLogin {
        DeskLoginActor() {
            super(
                    Desk.class,
                    new NoUsers(),
                    EndedConnectionTest.this::desk,
                    LoginOptions.builder().guests(_ -> true).build());
        }
    }

    private Desk desk(LoggedIn who) {
        seen.set(new WeakReference<>(who.session()));
        String user = who.user();
        return () -> Promise.of(user);
    }

    @Test
    void tokenKeepsNothingOfItsConnection() {
        try (ActorSystem there = ActorSystem.create();
                ActorSystem here = ActorSystem.create()) {
            Server server = Server.builder(there)
                    .publish("login", DeskLogin.class, there.spawn(DeskLogin.class, DeskLoginActor::new))
                    .listen("tellask://127.0.0.1:0")
                    .start();
            String token;
            try (Client client = Client.connect(here, server.address())) {
                DeskLogin login = client.lookup("login", DeskLogin.class);
                token = login.token(login.guest("eve").join()).join();
            }
            WeakReference<Session> ended = seen.get();
            Await.until("the connection is held by nobody", () -> {
                System.gc();
                return ended.get() == null;
            });
            DeskLogin login = Client.connect(here, server.address()).lookup("login", DeskLogin.class);
            assertThat(login.resume(token).join().owner().join()).isEqualTo("eve");
        }
    }
}
