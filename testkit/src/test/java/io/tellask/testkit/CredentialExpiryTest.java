package io.tellask.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.actor.Promise;
import io.tellask.remote.AuthenticationException;
import io.tellask.remote.Client;
import io.tellask.remote.Credentials;
import io.tellask.remote.Limits;
import io.tellask.remote.PeerMemory;
import io.tellask.remote.Principal;
import io.tellask.remote.Session;
import io.tellask.remote.SessionListener;
import io.tellask.remote.TransportException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A credential that is good for a time, in simulated time. */
@Timeout(60)
class CredentialExpiryTest {
    private static final Duration GOOD = Duration.ofMinutes(10);

    private final List<String> heard = new ArrayList<>();
    private final List<String> shown = new ArrayList<>();
    private String token = "1";
    private Rig rig;

    /** Says who calls it. */
    public interface Who {
        Promise<String> name();
    }

    /** Tokens are numbers, the last of which is good for a time, with the token as role. */
    private Client connect(Limits limits) {
        rig = new Rig(
                limits,
                new PeerMemory(64 << 20),
                (system, builder) -> builder.publish("who", Who.class, system.spawn(Who.class, () -> () -> {
                            Principal principal =
                                    Session.current().orElseThrow().principal();
                            return Promise.of(principal + " " + principal.roles());
                        }))
                        .authenticator(attempt -> {
                            String text = attempt.credential().orElseThrow().text();
                            shown.add(text);
                            if (text.equals("busy")) {
                                return CompletableFuture.failedFuture(new TransportException(
                                        TransportException.Problem.BUSY, "the issuer cannot be reached"));
                            }
                            return CompletableFuture.completedFuture(
                                    text.equals("bad")
                                            ? null
                                            : Principal.of("ada", text)
                                                    .until(Instant.now()
                                                            .plus(text.equals("old") ? Duration.ZERO : GOOD)));
                        }));
        Client client = rig.simulation.await(rig.newClient()
                .credentials(Credentials.token(() -> token))
                .limits(limits)
                .connectAsync(Rig.ADDRESS));
        client.listen(new SessionListener() {
            @Override
            public void onDisconnected(RuntimeException cause) {
                heard.add("disconnected");
            }

            @Override
            public void onResumed() {
                heard.add("resumed");
            }

            @Override
            public void onLost(RuntimeException cause, long unacknowledgedTells) {
                heard.add(cause.getClass().getSimpleName() + ": " + cause.getMessage());
            }
        });
        return client;
    }

    @AfterEach
    void close() {
        rig.close();
    }

    @Test
    void sessionGoesOnWithFreshCredentialAndItsRoles() {
        Client client = connect(Limits.defaults());
        Who who = rig.simulation.await(client.lookupAsync("who", Who.class));
        token = "2";
        rig.simulation.advance(GOOD.minusSeconds(1));
        assertThat(heard).isEmpty();

        rig.simulation.advance(Duration.ofSeconds(2));
        assertThat(heard).containsExactly("disconnected", "resumed");
        assertThat(rig.simulation.await(who.name())).isEqualTo("ada [2]");

        token = "3";
        rig.simulation.advance(GOOD.plusSeconds(2));
        assertThat(rig.simulation.await(who.name())).isEqualTo("ada [3]");
        assertThat(shown).containsExactly("1", "2", "3");
    }

    @Test
    void sessionEndsWithoutFreshCredential() {
        connect(Limits.defaults());
        token = "bad";
        rig.simulation.advance(GOOD.plusSeconds(2));

        assertThat(heard).hasSize(2).element(1).asString().contains("refused, authentication: the peer is not known");
        rig.simulation.advance(Duration.ofSeconds(40));
        assertThat(rig.server.connections()).isZero();
    }

    @Test
    void sessionWaitsWhileNobodyCanSayWhoTheClientIs() {
        Client client = connect(Limits.defaults());
        Who who = rig.simulation.await(client.lookupAsync("who", Who.class));
        token = "busy";
        rig.simulation.advance(GOOD.plusSeconds(10));
        assertThat(heard).containsExactly("disconnected");
        assertThat(shown).contains("busy");
        token = "2";

        assertThat(rig.simulation.await(who.name())).isEqualTo("ada [2]");
        assertThat(heard).containsExactly("disconnected", "resumed");
    }

    @Test
    void clientThatConnectsIsToldToComeBack() {
        connect(Limits.defaults());

        assertThat(rig.failure(
                        rig.newClient().credentials(Credentials.token("busy")).connectAsync(Rig.ADDRESS)))
                .isInstanceOfSatisfying(
                        TransportException.class,
                        busy -> assertThat(busy.problem()).isEqualTo(TransportException.Problem.BUSY))
                .hasMessageContaining("the issuer cannot be reached");
    }

    @Test
    void sessionThatCannotGoOnEndsAtOnce() {
        connect(Limits.builder().resumeTime(Duration.ZERO).build());
        rig.simulation.advance(GOOD.plusSeconds(1));

        assertThat(heard)
                .singleElement()
                .asString()
                .contains("was good until expires=")
                .contains("show a fresh one");
        assertThat(rig.server.connections()).isZero();
    }

    @Test
    void credentialThatIsOverOpensNoSession() {
        connect(Limits.defaults());
        token = "old";

        assertThat(rig.failure(
                        rig.newClient().credentials(Credentials.token("old")).connectAsync(Rig.ADDRESS)))
                .isInstanceOf(AuthenticationException.class)
                .hasMessageContaining("show a fresh one");
    }
}
