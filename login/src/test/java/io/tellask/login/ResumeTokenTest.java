package io.tellask.login;

import static io.tellask.login.LoginException.Problem.BAD_TOKEN;
import static io.tellask.login.LoginException.Problem.FULL;
import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.actor.ActorStoppedException;
import io.tellask.login.LoginRig.Chat;
import io.tellask.login.LoginRig.ChatLogin;
import io.tellask.remote.Client;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tokens by which clients log in again. */
@Timeout(60)
class ResumeTokenTest {
    private final LoginRig rig = new LoginRig(options -> options);

    @AfterEach
    void close() {
        rig.close();
    }

    /** A token of a session that was lost. */
    private String lost() {
        Client client = rig.connect();
        ChatLogin login = rig.login(client);
        String token = rig.await(login.token(rig.await(login.login("ada", "lovelace"))));
        rig.leave(client);
        return token;
    }

    @Test
    void tokenOfALostSessionLogsInOnce() {
        String token = lost();
        ChatLogin login = rig.login();

        assertThat(rig.who(rig.await(login.resume(token)))).isEqualTo("ada [user] resumed");
        assertThat(rig.problem(login.resume(token))).isEqualTo(BAD_TOKEN);
        assertThat(rig.events).containsExactly("LOGGED_IN ada", "DISCONNECTED ada", "RESUMED ada", "REFUSED ");
    }

    @Test
    void tokenIsRenewedAgainAndAgain() {
        String token = lost();
        for (int i = 0; i < 5; i++) {
            Client client = rig.connect();
            ChatLogin login = rig.login(client);
            token = rig.await(login.token(rig.await(login.resume(token))));
            rig.leave(client);
        }
        assertThat(rig.who(rig.await(rig.login().resume(token)))).isEqualTo("ada [user] resumed");
    }

    @Test
    void newTokenMakesTheLastOneVoid() {
        ChatLogin login = rig.login();
        Chat ada = rig.await(login.login("ada", "lovelace"));
        String first = rig.await(login.token(ada));
        String second = rig.await(login.token(ada));

        assertThat(first).hasSize(43).isNotEqualTo(second);
        assertThat(rig.problem(rig.login().resume(first))).isEqualTo(BAD_TOKEN);
        assertThat(rig.who(rig.await(rig.login().resume(second)))).isEqualTo("ada [user] resumed");
    }

    @Test
    void sessionThatLivesOnStopsWhenItsTokenIsShown() {
        ChatLogin login = rig.login();
        Chat ada = rig.await(login.login("ada", "lovelace"));
        String token = rig.await(login.token(ada));
        rig.await(rig.login().resume(token));

        assertThat(rig.failure(ada.who())).isInstanceOf(ActorStoppedException.class);
        assertThat(rig.events).endsWith("REPLACED ada", "RESUMED ada");
    }

    @Test
    void tokenIsOverSomeTimeAfterItsSession() {
        String good = lost();
        rig.simulation.advance(Duration.ofMinutes(10).minusSeconds(1));
        rig.await(rig.login().resume(good));

        String over = lost();
        rig.simulation.advance(Duration.ofMinutes(10).plusSeconds(1));
        assertThat(rig.problem(rig.login().resume(over))).isEqualTo(BAD_TOKEN);
    }

    @Test
    void tokensAreOverSomeTimeAfterThePassword() {
        ChatLogin login = rig.login();
        Chat ada = rig.await(login.login("ada", "lovelace"));
        for (int i = 0; i < 35; i++) {
            rig.simulation.advance(Duration.ofMinutes(20));
            ada = rig.await(login.resume(rig.await(login.token(ada))));
        }
        String token = rig.await(login.token(ada));
        rig.simulation.advance(Duration.ofMinutes(20));
        assertThat(rig.problem(login.resume(token))).isEqualTo(BAD_TOKEN);
    }

    @Test
    void logoutAndIdleTimeMakeTheTokenVoid() {
        ChatLogin login = rig.login();
        Chat ada = rig.await(login.login("ada", "lovelace"));
        String afterLogout = rig.await(login.token(ada));
        rig.await(login.logout(ada));
        assertThat(rig.problem(login.resume(afterLogout))).isEqualTo(BAD_TOKEN);

        String afterIdle = rig.await(login.token(rig.await(login.login("ada", "lovelace"))));
        rig.simulation.advance(Duration.ofMinutes(31));
        assertThat(rig.events).endsWith("EXPIRED ada");
        assertThat(rig.problem(login.resume(afterIdle))).isEqualTo(BAD_TOKEN);
    }

    @Test
    void userWhoWasRemovedCannotResume() {
        String token = lost();
        rig.passwords.remove("ada");

        assertThat(rig.problem(rig.login().resume(token))).isEqualTo(BAD_TOKEN);
    }

    @Test
    void guestResumesAsGuest() {
        Client client = rig.connect();
        ChatLogin login = rig.login(client);
        String token = rig.await(login.token(rig.await(login.guest("eve"))));
        rig.leave(client);

        assertThat(rig.who(rig.await(rig.login().resume(token)))).isEqualTo("eve [] guest resumed");
    }

    @Test
    void logoutWhileTheTokenIsLookedAtMakesItVoid() {
        Queue<Runnable> checks = new ConcurrentLinkedQueue<>();
        try (LoginRig slow = new LoginRig(options -> options.executor(checks::add))) {
            ChatLogin login = slow.login();
            CompletableFuture<Chat> entering = login.login("ada", "lovelace");
            slow.simulation.runUntilIdle();
            checks.remove().run();
            Chat ada = slow.await(entering);
            String token = slow.await(login.token(ada));
            CompletableFuture<Chat> again = slow.login().resume(token);
            slow.simulation.runUntilIdle();
            slow.await(login.logout(ada));
            checks.remove().run();
            assertThat(slow.problem(again)).isEqualTo(BAD_TOKEN);
        }
    }

    @Test
    void resumedSessionsOfAClientAreBoundedToo() {
        try (LoginRig small = new LoginRig(options -> options.sessionsPerClient(1))) {
            ChatLogin login = small.login();
            String ofAda = small.await(login.token(small.await(login.login("ada", "lovelace"))));
            ChatLogin other = small.login();
            String ofBob = small.await(other.token(small.await(other.login("bob", "builder"))));
            assertThat(small.problem(other.resume(ofAda))).isEqualTo(FULL);
            assertThat(small.who(small.await(other.resume(ofBob))))
                    .as("in its own place")
                    .isEqualTo("bob [user] resumed");
        }
    }
}
