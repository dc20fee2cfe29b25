package io.tellask.login;

import static io.tellask.login.LoginException.Problem.BAD_NAME;
import static io.tellask.login.LoginException.Problem.BAD_TOKEN;
import static io.tellask.login.LoginException.Problem.CHECK_FAILED;
import static io.tellask.login.LoginException.Problem.FULL;
import static io.tellask.login.LoginException.Problem.NO_GUEST;
import static io.tellask.login.LoginException.Problem.NO_SESSION;
import static io.tellask.login.LoginException.Problem.THROTTLED;
import static io.tellask.login.LoginException.Problem.WRONG_PASSWORD;
import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.actor.ActorStoppedException;
import io.tellask.login.LoginRig.Chat;
import io.tellask.login.LoginRig.ChatLogin;
import io.tellask.remote.Client;
import io.tellask.remote.Remote;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who logs in, how sessions end, and what is refused. */
@Timeout(60)
class LoginTest {
    private LoginRig rig = new LoginRig();

    private LoginRig with(UnaryOperator<LoginOptions.Builder> settings) {
        rig.close();
        rig = new LoginRig(settings);
        return rig;
    }

    @AfterEach
    void close() {
        rig.close();
    }

    @Test
    void eachClientGetsAnActorOfItsOwn() {
        ChatLogin login = rig.login();
        Chat ada = rig.await(login.login("ada", "lovelace"));
        Chat guest = rig.await(rig.login().guest("eve"));

        assertThat(rig.who(ada)).isEqualTo("ada [user]");
        assertThat(rig.who(guest)).isEqualTo("eve [] guest");
        assertThat(rig.events).containsExactly("LOGGED_IN ada", "LOGGED_IN eve");
    }

    @Test
    void callsMayLeaveBeforeTheLoginIsAnswered() {
        Chat ada = rig.login().login("ada", "lovelace").pipelined();

        assertThat(rig.who(ada)).isEqualTo("ada [user]");
    }

    @Test
    void wrongPasswordAndUnknownUserAreToldTheSame() {
        ChatLogin login = rig.login();

        String wrong = rig.failure(login.login("ada", "wrong")).getMessage();
        assertThat(rig.failure(login.login("nobody", "wrong"))).hasMessage(wrong);
        assertThat(rig.problem(login.login("ada", ""))).isEqualTo(WRONG_PASSWORD);
        assertThat(rig.problem(login.login("ada", "x".repeat(1_025)))).isEqualTo(WRONG_PASSWORD);
        assertThat(rig.problem(login.login("broken", "x"))).isEqualTo(CHECK_FAILED);
        assertThat(rig.events).hasSize(5).allMatch(event -> event.startsWith("REFUSED "));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ada", "ada ", "a  b", "a\nb", "a\u202Eb", "a:b", "a<b", "\u0301a"})
    void namesThatCannotBeShownAreRefused(String name) {
        ChatLogin login = rig.login();
        assertThat(rig.problem(login.login(name, "x"))).isEqualTo(BAD_NAME);
        assertThat(rig.problem(login.guest(name))).isEqualTo(BAD_NAME);
        assertThat(rig.events).noneMatch(event -> event.contains("\n") || event.contains("\u202E"));
    }

    @Test
    void nameMayBeAsLongAsItsLimit() {
        ChatLogin login = rig.login();
        assertThat(rig.who(rig.await(login.guest("é".repeat(64))))).startsWith("é");
        assertThat(rig.problem(login.guest("a".repeat(65)))).isEqualTo(BAD_NAME);
    }

    @Test
    void reservedGuestsAreRefused() {
        assertThat(rig.problem(rig.login().guest("admin"))).isEqualTo(NO_GUEST);
    }

    @Test
    void idleSessionEnds() {
        Chat ada = rig.await(rig.login().login("ada", "lovelace"));
        rig.simulation.advance(Duration.ofMinutes(29));
        assertThat(rig.who(ada)).isEqualTo("ada [user]");
        rig.simulation.advance(Duration.ofMinutes(29));
        assertThat(rig.stopped).isEmpty();
        rig.simulation.advance(Duration.ofMinutes(2));

        assertThat(rig.stopped).containsExactly("ada IDLE");
        assertThat(rig.events).endsWith("EXPIRED ada");
        assertThat(rig.failure(ada.who())).isInstanceOf(ActorStoppedException.class);
    }

    @Test
    void logoutReleaseAndDisconnectEndTheSession() {
        Client client = rig.connect();
        ChatLogin login = rig.login(client);
        Chat ada = rig.await(login.login("ada", "lovelace"));
        rig.await(login.logout(ada));
        assertThat(rig.events).endsWith("LOGGED_OUT ada");
        assertThat(rig.problem(login.logout(ada))).isEqualTo(NO_SESSION);

        Remote.release(rig.await(login.login("ada", "lovelace")));
        rig.simulation.runUntilIdle();
        assertThat(rig.events).endsWith("LOGGED_IN ada", "LOGGED_OUT ada");

        rig.await(login.login("ada", "lovelace"));
        rig.leave(client);
        assertThat(rig.events).endsWith("LOGGED_IN ada", "DISCONNECTED ada");
        assertThat(rig.stopped).containsExactly("ada REQUESTED", "ada SESSION_ENDED", "ada SESSION_ENDED");
    }

    @Test
    void clientCannotEndOrTakeTheSessionOfAnother() {
        ChatLogin hers = rig.login();
        Chat ada = rig.await(hers.login("ada", "lovelace"));
        ChatLogin his = rig.login();

        assertThat(rig.problem(his.token(ada))).isEqualTo(NO_SESSION);
        assertThat(rig.problem(his.logout(ada))).isEqualTo(NO_SESSION);
        assertThat(rig.problem(his.token(null))).isEqualTo(NO_SESSION);
    }

    @Test
    void newestSessionOfAUserTakesThePlaceOfTheOldest() {
        with(options -> options.sessionsPerUser(2));
        Chat first = rig.await(rig.login().login("ada", "lovelace"));
        Chat second = rig.await(rig.login().login("ada", "lovelace"));
        assertThat(rig.who(first)).isEqualTo("ada [user]");
        Chat third = rig.await(rig.login().login("ada", "lovelace"));

        assertThat(rig.failure(first.who())).isInstanceOf(ActorStoppedException.class);
        assertThat(rig.who(second) + rig.who(third)).isEqualTo("ada [user]ada [user]");
        assertThat(rig.events).contains("REPLACED ada");
    }

    @Test
    void furtherSessionsAreRefusedWhereNoneIsReplaced() {
        with(options -> options.sessionsPerUser(1).replaceOldest(false));
        rig.await(rig.login().login("ada", "lovelace"));

        assertThat(rig.problem(rig.login().login("ada", "lovelace"))).isEqualTo(FULL);
    }

    @Test
    void guestsKeepNoUserOut() {
        with(options -> options.sessions(2));
        Chat first = rig.await(rig.login().guest("eve"));
        Chat second = rig.await(rig.login().guest("mallory"));
        assertThat(rig.problem(rig.login().guest("trent"))).isEqualTo(FULL);
        Chat ada = rig.await(rig.login().login("ada", "lovelace"));
        assertThat(rig.failure(first.who())).isInstanceOf(ActorStoppedException.class);
        assertThat(rig.who(second)).isEqualTo("mallory [] guest");
        Chat bob = rig.await(rig.login().login("bob", "builder"));
        assertThat(rig.problem(rig.login().login("ada", "lovelace")))
                .as("no guest is left")
                .isEqualTo(FULL);
        assertThat(rig.who(ada) + rig.who(bob)).isEqualTo("ada [user]bob [user]");
        assertThat(rig.events).contains("REPLACED eve", "REPLACED mallory");
    }

    @Test
    void guestNeverEndsTheSessionOfAnother() {
        with(options -> options.sessionsPerUser(1));
        Chat ada = rig.await(rig.login().login("ada", "lovelace"));
        Chat guest = rig.await(rig.login().guest("ada"));

        assertThat(rig.problem(rig.login().guest("ada"))).isEqualTo(FULL);
        assertThat(rig.who(ada)).isEqualTo("ada [user]");
        assertThat(rig.who(guest)).isEqualTo("ada [] guest");
    }

    @Test
    void sessionsOfAClientAndInAllAreBounded() {
        with(options -> options.sessions(3).sessionsPerClient(2));
        ChatLogin login = rig.login();
        Chat a = rig.await(login.guest("a"));
        rig.await(login.guest("b"));
        assertThat(rig.problem(login.guest("c"))).isEqualTo(FULL);
        ChatLogin other = rig.login();
        rig.await(other.guest("c"));
        assertThat(rig.problem(other.guest("d"))).isEqualTo(FULL);

        rig.await(login.logout(a));
        assertThat(rig.who(rig.await(other.guest("d")))).isEqualTo("d [] guest");
    }

    @Test
    void manyWrongPasswordsFromAnAddressAreNotLookedAt() {
        ChatLogin login = rig.login();
        for (int i = 0; i < 10; i++) {
            assertThat(rig.problem(login.login("nobody" + i, "wrong"))).isEqualTo(WRONG_PASSWORD);
        }
        assertThat(rig.problem(login.login("ada", "lovelace"))).isEqualTo(THROTTLED);
        assertThat(rig.problem(login.resume("x".repeat(43)))).isEqualTo(THROTTLED);

        rig.simulation.advance(Duration.ofMinutes(1));
        assertThat(rig.who(rig.await(login.login("ada", "lovelace")))).isEqualTo("ada [user]");
    }

    @Test
    void attemptsAreCountedBeforeTheyAreLookedAt() {
        List<Runnable> checks = new ArrayList<>();
        with(options -> options.executor(checks::add));
        ChatLogin login = rig.login();
        for (int i = 0; i < 10; i++) {
            login.login("ada", "wrong");
        }
        assertThat(rig.problem(login.login("ada", "wrong"))).isEqualTo(THROTTLED);
        assertThat(checks).hasSize(10);
    }

    @Test
    void manyWrongPasswordsForAUserAreNotLookedAt() {
        with(options -> options.attemptsPerUser(3, Duration.ofMinutes(5)));
        ChatLogin login = rig.login();
        for (int i = 0; i < 3; i++) {
            assertThat(rig.problem(login.login("ada", "wrong"))).isEqualTo(WRONG_PASSWORD);
        }
        assertThat(rig.problem(login.login("ada", "lovelace"))).isEqualTo(THROTTLED);
        assertThat(rig.who(rig.await(login.login("bob", "builder")))).isEqualTo("bob [user]");
        rig.simulation.advance(Duration.ofMinutes(5));
        assertThat(rig.who(rig.await(login.login("ada", "lovelace")))).isEqualTo("ada [user]");
    }

    @Test
    void rightPasswordsAreNotCounted() {
        ChatLogin login = rig.login();
        for (int i = 0; i < 100; i++) {
            rig.await(login.logout(rig.await(login.login("ada", "lovelace"))));
        }
        assertThat(rig.problem(login.resume("bad"))).isEqualTo(BAD_TOKEN);
    }
}
