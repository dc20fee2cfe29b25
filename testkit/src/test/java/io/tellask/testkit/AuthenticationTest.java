package io.tellask.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.actor.Promise;
import io.tellask.codec.ByteWriter;
import io.tellask.remote.AuthenticationException;
import io.tellask.remote.Authenticator;
import io.tellask.remote.Client;
import io.tellask.remote.ConnectAttempt;
import io.tellask.remote.Credential;
import io.tellask.remote.Credentials;
import io.tellask.remote.Limits;
import io.tellask.remote.PeerMemory;
import io.tellask.remote.Principal;
import io.tellask.remote.Session;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who comes in, who does not, and what a stranger can do meanwhile. */
@Timeout(60)
class AuthenticationTest {
    private static final Principal ADA = Principal.of("ada", "admin");
    private static final String TOKEN = "open sesame";

    private final List<ConnectAttempt> attempts = new ArrayList<>();
    private final PeerMemory memory = new PeerMemory(64 << 20);
    private Rig rig;

    private Rig rig(Authenticator authenticator) {
        rig = new Rig(
                Limits.defaults(),
                memory,
                (system, builder) -> builder.publish(
                                "who", Who.class, system.spawn(Who.class, () -> AuthenticationTest::who))
                        .authenticator(attempt -> {
                            attempts.add(attempt);
                            return authenticator.authenticate(attempt);
                        }));
        return rig;
    }

    /** Says who calls it. */
    public interface Who {
        Promise<String> name();
    }

    private static Promise<String> who() {
        Principal principal = Session.current().orElseThrow().principal();
        return Promise.of(principal + " " + principal.roles());
    }

    @AfterEach
    void close() {
        rig.close();
    }

    private Promise<Client> connecting(Credentials credentials) {
        return rig.newClient().credentials(credentials).connectAsync(Rig.ADDRESS);
    }

    @Test
    void knownTokenOpensTheSessionOfItsPrincipal() {
        rig(Authenticator.tokens(Map.of(TOKEN, ADA)));
        Client client = rig.simulation.await(connecting(Credentials.token(TOKEN)));
        Who who = rig.simulation.await(client.lookupAsync("who", Who.class));

        assertThat(rig.simulation.await(who.name())).isEqualTo("ada [admin]");
        assertThat(attempts).hasSize(1).allMatch(ConnectAttempt::isPrivate);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "open sesam", "open sesame "})
    void unknownTokenIsRefused(String token) {
        rig(Authenticator.tokens(Map.of(TOKEN, ADA)));

        assertThat(rig.failure(connecting(Credentials.token(token))))
                .isInstanceOf(AuthenticationException.class)
                .hasMessageContaining("the peer is not known; check its credentials");
        assertThat(rig.server.statistics().refusedPeers()).isEqualTo(1);
        assertThat(rig.server.statistics().junkConnections()).isZero();
        assertThat(rig.server.connections()).isZero();
    }

    @Test
    void clientThatShowsNothingIsRefused() {
        rig(Authenticator.tokens(Map.of(TOKEN, ADA)));

        assertThat(rig.failure(rig.connecting(Limits.defaults())))
                .isInstanceOf(AuthenticationException.class)
                .hasMessageContaining("showed neither a credential nor a certificate");
    }

    @Test
    void passwordIsWhatFollowsTheFirstColon() {
        rig(Authenticator.basic((user, password) ->
                user.equals("ada") && password.equals("a:b") ? Optional.of(ADA) : Optional.empty()));

        assertThat(rig.simulation
                        .await(connecting(Credentials.basic("ada", "a:b")))
                        .isOpen())
                .isTrue();
        assertThat(rig.failure(connecting(Credentials.basic("ada", "a")))).isInstanceOf(AuthenticationException.class);
        assertThat(rig.failure(connecting(Credentials.of(Credential.of(Credential.BASIC, new byte[0])))))
                .isInstanceOf(AuthenticationException.class);
    }

    @Test
    void severalAreAskedInTurn() {
        rig(Authenticator.anyOf(
                Authenticator.certificate(certificate -> Optional.of(ADA)),
                Authenticator.basic((user, password) -> Optional.empty()),
                Authenticator.tokens(Map.of(TOKEN, ADA))));

        assertThat(rig.simulation.await(connecting(Credentials.token(TOKEN))).isOpen())
                .isTrue();
        assertThat(rig.failure(connecting(Credentials.token("other")))).isInstanceOf(AuthenticationException.class);
    }

    @Test
    void strangerIsWelcomedOnceTheAnswerIsThere() {
        CompletableFuture<Principal> verdict = new CompletableFuture<>();
        rig(attempt -> verdict);
        Promise<Client> connecting = connecting(Credentials.token(TOKEN));
        rig.simulation.runUntilIdle();
        assertThat(connecting).isNotDone();

        verdict.complete(ADA);

        assertThat(rig.simulation.await(connecting).isOpen()).isTrue();
    }

    @Test
    void authenticatorThatNeverAnswersEndsTheConnectionInTime() {
        rig(attempt -> new CompletableFuture<>());
        Promise<Client> connecting = connecting(Credentials.token(TOKEN));
        rig.simulation.runUntilIdle();

        rig.simulation.advance(Limits.defaults().handshakeTime().plusSeconds(1));

        assertThat(rig.failure(connecting)).hasMessageContaining("within handshakeTime=");
        assertThat(rig.server.connections()).isZero();
    }

    @Test
    void failureOfTheAuthenticatorTellsThePeerNothing() {
        rig(attempt -> {
            throw new IllegalStateException("jdbc://secret");
        });

        assertThat(rig.failure(connecting(Credentials.token(TOKEN))))
                .isInstanceOf(AuthenticationException.class)
                .hasMessageContaining("it failed with java.lang.IllegalStateException, see the log there")
                .hasMessageNotContaining("secret");
    }

    @Test
    void reasonOfARefusalIsTold() {
        rig(attempt -> CompletableFuture.failedFuture(new AuthenticationException("the token ended at noon")));

        assertThat(rig.failure(connecting(Credentials.token(TOKEN)))).hasMessageContaining("the token ended at noon");
    }

    @Test
    void answerOfNullIsAFailure() {
        rig(attempt -> null);

        assertThat(rig.failure(connecting(Credentials.token(TOKEN)))).isInstanceOf(AuthenticationException.class);
    }

    @Test
    void credentialsAreAskedAnewForEachConnection() {
        rig(Authenticator.tokens(Map.of("1", ADA, "2", ADA)));
        List<String> asked = new ArrayList<>();
        Credentials counting = Credentials.token(() -> {
            asked.add("x");
            return String.valueOf(asked.size());
        });

        assertThat(rig.simulation.await(connecting(counting)).isOpen()).isTrue();
        assertThat(rig.simulation.await(connecting(counting)).isOpen()).isTrue();
        assertThat(rig.failure(connecting(counting))).isInstanceOf(AuthenticationException.class);
    }

    @Test
    void credentialsThatFailOrNeverComeFailTheConnect() {
        rig(Authenticator.tokens(Map.of(TOKEN, ADA)));

        assertThat(rig.failure(connecting(() -> CompletableFuture.failedFuture(new IllegalStateException("no vault")))))
                .isInstanceOf(AuthenticationException.class)
                .hasMessageContaining("no vault");
        Promise<Client> never = connecting(CompletableFuture::new);
        rig.simulation.advance(Duration.ofSeconds(6));
        assertThat(rig.failure(never)).hasMessageContaining("none came within connectTime=");
        assertThat(attempts).isEmpty();
    }

    /** Nothing that comes before the welcome is executed, whatever it is. */
    @ParameterizedTest
    @ValueSource(
            ints = {
                RawPeer.LOOKUP,
                RawPeer.TELL,
                RawPeer.ASK,
                RawPeer.OPEN,
                RawPeer.CONTRACT,
                RawPeer.PING,
                RawPeer.CREDIT,
                RawPeer.HELLO
            })
    void strangerThatDoesNotWaitIsClosed(int kind) {
        rig(attempt -> new CompletableFuture<>());
        RawPeer peer = RawPeer.connect(rig);
        peer.send(RawPeer.HELLO, hello(Credential.BEARER, TOKEN.getBytes(StandardCharsets.UTF_8)));

        peer.send(kind, out -> {
            out.writeVarInt(0);
            out.writeInt32(1 << 16);
            out.writeUtf8("office");
            out.writeInt32(0);
        });

        assertThat(peer.closeReason()).isNotEqualTo("not closed");
        assertThat(rig.clerk.lines).isEmpty();
        assertThat(rig.server.connections()).isZero();
    }

    private static Consumer<ByteWriter> hello(String scheme, byte[] secret) {
        return out -> {
            RawPeer.writeHello(out);
            out.writeUtf8(scheme);
            out.writeVarInt(secret.length);
            out.writeBytes(secret, 0, secret.length);
        };
    }

    @Test
    void longestCredentialIsTakenAndOneByteMoreIsNot() {
        rig(Authenticator.token(
                token -> token.length() == Credential.MOST_BYTES ? Optional.of(ADA) : Optional.empty()));
        String longest = "x".repeat(Credential.MOST_BYTES);
        assertThat(rig.simulation.await(connecting(Credentials.token(longest))).isOpen())
                .isTrue();
        assertThatThrownBy(() -> Credential.token(longest + "x"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("secret bytes=16385 > limit=16384");

        RawPeer peer = RawPeer.connect(rig);
        peer.send(RawPeer.HELLO, hello(Credential.BEARER, new byte[Credential.MOST_BYTES + 1]));
        assertThat(peer.closeReason()).contains("credential bytes=16385 > limit=16384");

        RawPeer other = RawPeer.connect(rig);
        other.send(RawPeer.HELLO, hello("s".repeat(65), new byte[1]));
        assertThat(other.closeReason()).contains("scheme has 65 characters, expected 1 to 64");
    }

    @Test
    void clientThatLeavesWhileItIsUndecidedIsForgotten() {
        List<CompletableFuture<Principal>> verdicts = new ArrayList<>();
        rig(attempt -> {
            verdicts.add(new CompletableFuture<>());
            return verdicts.getLast();
        });
        Promise<Client> connecting = connecting(Credentials.token(TOKEN));
        rig.simulation.runUntilIdle();

        connecting.cancel(false);
        rig.simulation.advance(Limits.defaults().handshakeTime().plusSeconds(1));
        verdicts.forEach(verdict -> verdict.complete(ADA));
        rig.simulation.runUntilIdle();

        assertThat(rig.server.connections()).isZero();
    }

    @Test
    void addressThatGuessesIsNotAskedAnyMoreUntilTheWindowHasPassed() {
        rig(Authenticator.tokens(Map.of(TOKEN, ADA)));
        int most = Limits.defaults().authAttempts();
        for (int i = 0; i < most; i++) {
            assertThat(rig.failure(connecting(Credentials.token("guess"))).getMessage())
                    .contains("not known");
        }
        assertThat(rig.failure(connecting(Credentials.token(TOKEN))))
                .isInstanceOf(AuthenticationException.class)
                .hasMessageContaining("attempts=16 from this address were refused");
        assertThat(attempts).hasSize(most);

        rig.simulation.advance(Limits.defaults().authWindow());

        assertThat(rig.simulation.await(connecting(Credentials.token(TOKEN))).isOpen())
                .isTrue();
    }

    @Test
    void secretIsNotPartOfTexts() {
        rig(Authenticator.tokens(Map.of(TOKEN, ADA)));

        assertThat(Credential.token(TOKEN)).hasToString("Credential[scheme=bearer, secret bytes=11]");
        rig.failure(connecting(Credentials.token("other")));
        assertThat(attempts.getFirst().toString()).doesNotContain("other");
    }
}
