package io.tellask.login;

import io.tellask.actor.Actor;
import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import io.tellask.actor.StopReason;
import io.tellask.remote.Client;
import io.tellask.remote.MemoryTransport;
import io.tellask.remote.Principal;
import io.tellask.remote.Server;
import io.tellask.test.Seed;
import io.tellask.testkit.FaultyTransport;
import io.tellask.testkit.Simulation;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.UnaryOperator;

/** A server with a login, and clients of it, in simulated time; passwords are checked at once. */
final class LoginRig implements AutoCloseable {
    static final URI ADDRESS = URI.create("memory://login");

    final Simulation simulation = Simulation.seeded(Seed.given());
    final FaultyTransport transport = new FaultyTransport(MemoryTransport.isolated(), simulation.seed());
    final Map<String, String> passwords = new HashMap<>(Map.of("ada", "lovelace", "bob", "builder"));
    final List<String> events = new ArrayList<>();
    final List<String> stopped = new ArrayList<>();
    final Server server;
    private final ActorSystem there = simulation.newSystem("there");
    private final ActorSystem here = simulation.newSystem("here");

    /** What a client that has logged in may do. */
    public interface Chat {
        Promise<String> who();
    }

    /** The contract of an application. */
    public interface ChatLogin extends Login<Chat> {}

    private final class ChatActor extends Actor implements Chat {
        private final LoggedIn who;

        ChatActor(LoggedIn who) {
            this.who = who;
        }

        @Override
        public Promise<String> who() {
            return Promise.of(who.user() + " " + who.principal().roles() + (who.isGuest() ? " guest" : "")
                    + (who.isResumed() ? " resumed" : ""));
        }

        @Override
        protected void onStop(StopReason reason) {
            stopped.add(who.user() + " " + reason);
        }
    }

    private final class ChatLoginActor extends LoginActor<Chat> implements ChatLogin {
        ChatLoginActor(PasswordCheck users, LoginOptions options) {
            super(Chat.class, users, ChatActor::new, options);
        }
    }

    private final class Users implements PasswordCheck {
        @Override
        public Optional<Principal> check(String user, String password) {
            if (user.equals("broken")) {
                throw new IllegalStateException("no connection to the directory");
            }
            return password.equals(passwords.get(user)) ? Optional.of(Principal.of(user, "user")) : Optional.empty();
        }

        @Override
        public Optional<Principal> again(Principal before) {
            return passwords.containsKey(before.name()) ? Optional.of(before) : Optional.empty();
        }
    }

    LoginRig(UnaryOperator<LoginOptions.Builder> settings) {
        LoginOptions options = settings.apply(LoginOptions.builder()
                        .executor(Runnable::run)
                        .nanoTime(simulation::nanoTime)
                        .guests(name -> !name.equals("admin"))
                        .listener(event -> events.add(event.kind() + " " + event.user())))
                .build();
        server = Server.builder(there)
                .publish(
                        "login",
                        ChatLogin.class,
                        there.spawn(ChatLogin.class, () -> new ChatLoginActor(new Users(), options)))
                .transport(transport)
                .listen(ADDRESS)
                .start();
    }

    LoginRig() {
        this(options -> options);
    }

    Client connect() {
        return simulation.await(Client.builder(here).transport(transport).connectAsync(ADDRESS));
    }

    ChatLogin login(Client client) {
        return simulation.await(client.lookupAsync("login", ChatLogin.class));
    }

    ChatLogin login() {
        return login(connect());
    }

    <T> T await(CompletableFuture<T> future) {
        return simulation.await(future);
    }

    String who(Chat chat) {
        return await(chat.who());
    }

    /** Closes a client without waiting for the simulation, which stands still meanwhile. */
    void leave(Client client) {
        simulation.callVoid(client::close);
        simulation.runUntilIdle();
    }

    LoginException.Problem problem(CompletableFuture<?> future) {
        Throwable failure = failure(future);
        if (failure instanceof LoginException refused) {
            return refused.problem();
        }
        throw new AssertionError("no refusal", failure);
    }

    Throwable failure(CompletableFuture<?> future) {
        try {
            simulation.await(future);
        } catch (CompletionException failure) {
            return failure.getCause();
        }
        throw new AssertionError("the future did not fail: " + future);
    }

    @Override
    public void close() {
        simulation.close();
    }
}
