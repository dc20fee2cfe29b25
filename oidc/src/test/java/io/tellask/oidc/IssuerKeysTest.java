package io.tellask.oidc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.RSAKey;
import io.tellask.remote.AuthenticationException;
import io.tellask.remote.ConnectAttempt;
import io.tellask.remote.Credential;
import io.tellask.remote.Principal;
import io.tellask.remote.TransportException;
import io.tellask.test.Await;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How keys of an issuer are fetched, kept and replaced, and what a bad issuer can do. */
@Timeout(60)
class IssuerKeysTest {
    private static final RSAKey NEW = LocalIssuer.rsa("rsa-2");

    private final AtomicLong nanos = new AtomicLong();
    private final LocalIssuer issuer = new LocalIssuer();
    private JwtAuthenticator authenticator = authenticator(options -> options);

    private JwtAuthenticator authenticator(UnaryOperator<JwtOptions.Builder> options) {
        return options.apply(JwtAuthenticator.builder(issuer.uri(), LocalIssuer.AUDIENCE)
                        .nanoTime(nanos::get)
                        .fetchTime(Duration.ofSeconds(30)))
                .build();
    }

    private void with(UnaryOperator<JwtOptions.Builder> options) {
        authenticator.close();
        authenticator = authenticator(options);
    }

    @AfterEach
    void close() {
        authenticator.close();
        issuer.close();
    }

    private void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
    }

    private CompletableFuture<@Nullable Principal> show(String token) {
        return authenticator
                .authenticate(new ConnectAttempt("peer", Credential.token(token), null, true))
                .toCompletableFuture();
    }

    private String newToken() {
        return LocalIssuer.sign(
                new JWSHeader.Builder(JWSAlgorithm.RS256).keyID("rsa-2").build(), issuer.claims(all -> all), NEW);
    }

    private void taken(String token) {
        assertThat(show(token).join()).isNotNull();
    }

    private void refused(String token, String reason) {
        assertThatThrownBy(() -> show(token).join())
                .cause()
                .isInstanceOf(AuthenticationException.class)
                .hasMessageContaining(reason);
    }

    private void unavailable(String token) {
        unavailable(token, "cannot be had now");
    }

    private void unavailable(String token, String reason) {
        assertThatThrownBy(() -> show(token).join())
                .cause()
                .isInstanceOfSatisfying(
                        TransportException.class,
                        busy -> assertThat(busy.problem()).isEqualTo(TransportException.Problem.BUSY))
                .hasMessageContaining(reason);
    }

    @Test
    void keyThatIsNotKnownIsAskedForOnceInAWhile() {
        taken(issuer.token());
        for (int i = 0; i < 20; i++) {
            unavailable(newToken(), "kid is none of the issuer's keys");
        }
        assertThat(issuer.fetches).hasValue(1);
        issuer.publish(LocalIssuer.RSA, NEW);
        pass(Duration.ofSeconds(10).minusNanos(1));
        unavailable(newToken(), "fetchPause=PT10S");
        pass(Duration.ofNanos(1));
        taken(newToken());
        taken(issuer.token());
        assertThat(issuer.fetches).hasValue(2);
    }

    /** The issuer was asked for it, and does not have it. */
    @Test
    void keyThatTheIssuerDoesNotHaveIsRefused() {
        taken(issuer.token());
        pass(Duration.ofSeconds(10));
        refused(newToken(), "fetch a fresh one of this issuer");
        assertThat(issuer.fetches).hasValue(2);
    }

    @Test
    void manyTokensWaitForOneFetch() {
        List<String> tokens = Stream.generate(issuer::token).limit(50).toList();
        issuer.hangs = true;
        List<CompletableFuture<@Nullable Principal>> waiting =
                tokens.stream().map(this::show).toList();
        issuer.goOn.countDown();
        waiting.forEach(each -> assertThat(each.join()).isNotNull());
        assertThat(issuer.fetches).hasValue(1);
    }

    @Test
    void keyThatWasTakenBackIsTakenUntilTheKeysAreOld() {
        taken(issuer.token());
        issuer.publish(NEW);
        pass(Duration.ofHours(1).minusNanos(1));
        taken(issuer.token());
        assertThat(issuer.fetches).hasValue(1);
        pass(Duration.ofNanos(1));
        taken(issuer.token()); // while they are fetched anew
        Await.until(
                "the new keys",
                () -> show(issuer.token())
                        .handle((_, failure) -> failure != null)
                        .join());
        taken(newToken());
    }

    @Test
    void keysGoOnWhileTheIssuerIsDown() {
        taken(issuer.token());
        issuer.status = 503;
        pass(Duration.ofHours(2));
        taken(issuer.token());
        pass(Duration.ofHours(22).minusNanos(1));
        taken(issuer.token());
        pass(Duration.ofSeconds(10));
        unavailable(issuer.token());
        issuer.status = 200;
        pass(Duration.ofSeconds(10));
        taken(issuer.token());
    }

    @Test
    void issuerThatIsDownIsNotAskedByEachToken() {
        issuer.status = 500;
        unavailable(issuer.token());
        issuer.status = 200;
        unavailable(issuer.token());
        assertThat(issuer.fetches).hasValue(0);
        pass(Duration.ofSeconds(10));
        taken(issuer.token());
    }

    @Test
    void slowIssuerIsGivenUp() {
        with(options -> options.fetchTime(Duration.ofMillis(100)));
        issuer.hangs = true;
        unavailable(issuer.token());
    }

    @Test
    void hugeDocumentIsGivenUp() {
        with(options -> options.documentBytes(10_000));
        issuer.keys = " ".repeat(10_001 - issuer.keys.length()) + issuer.keys;
        unavailable(issuer.token());
        issuer.keys = issuer.keys.substring(1);
        pass(Duration.ofSeconds(10));
        taken(issuer.token());
    }

    @Test
    void manyKeysAreRefused() {
        with(options -> options.keys(3));
        issuer.publish(keys(3));
        unavailable(issuer.token());
        issuer.publish(keys(2));
        pass(Duration.ofSeconds(10));
        taken(issuer.token());
    }

    private static JWK[] keys(int others) {
        return Stream.concat(
                        Stream.of(LocalIssuer.RSA), IntStream.range(0, others).mapToObj(i -> LocalIssuer.ec("ec" + i)))
                .toArray(JWK[]::new);
    }

    @Test
    void damagedDocumentsAreRefused() {
        for (String keys : List.of("", "{}", "[]", "{\"keys\":7}", "{\"keys\":[]}", "[".repeat(200_000), "<html>")) {
            issuer.keys = keys;
            unavailable(issuer.token());
            pass(Duration.ofSeconds(10));
        }
        issuer.publish(LocalIssuer.RSA);
        taken(issuer.token());
    }

    @Test
    void discoveryOfAnotherIssuerOrToAPlainAddressIsRefused() {
        for (String discovery : List.of(
                "{\"issuer\":\"https://other\",\"jwks_uri\":\"" + issuer.uri() + "/keys\"}",
                "{\"issuer\":\"" + issuer.uri() + "\",\"jwks_uri\":\"http://192.0.2.1/keys\"}",
                "{\"issuer\":\"" + issuer.uri() + "\",\"jwks_uri\":\"file:///etc/passwd\"}",
                "{\"issuer\":\"" + issuer.uri() + "\",\"jwks_uri\":\"::\"}",
                "{\"issuer\":\"" + issuer.uri() + "\"}",
                "[]",
                "")) {
            issuer.discovery = discovery;
            unavailable(issuer.token());
            pass(Duration.ofSeconds(10));
        }
        assertThat(issuer.fetches).hasValue(0);
    }

    @Test
    void keysMayBeNamedWithoutDiscovery() {
        issuer.discovery = "none";
        with(options -> options.keysAt(issuer.uri().resolve("/keys")));
        assertThat(authenticator.fetchKeys()).succeedsWithin(Duration.ofSeconds(20));
        taken(issuer.token());
        assertThat(issuer.fetches).hasValue(1);
    }

    @Test
    void redirectIsNotFollowed() {
        issuer.status = 302;
        unavailable(issuer.token());
    }
}
