package io.tellask.oidc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import io.tellask.remote.AuthenticationException;
import io.tellask.remote.ConnectAttempt;
import io.tellask.remote.Credential;
import io.tellask.remote.Principal;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.KeyPairGenerator;
import java.security.interfaces.RSAPublicKey;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which tokens are taken, of whom, and what attackers try. */
@Timeout(60)
class JwtAuthenticatorTest {
    private final LocalIssuer issuer = new LocalIssuer();
    private JwtAuthenticator authenticator = JwtAuthenticator.of(issuer.uri(), LocalIssuer.AUDIENCE);

    private void with(UnaryOperator<JwtOptions.Builder> options) {
        authenticator.close();
        authenticator = options.apply(JwtAuthenticator.builder(issuer.uri(), LocalIssuer.AUDIENCE)
                        .fetchTime(Duration.ofSeconds(30)))
                .build();
    }

    @AfterEach
    void close() {
        authenticator.close();
        issuer.close();
    }

    private CompletableFuture<@Nullable Principal> shown(Credential credential) {
        return authenticator
                .authenticate(new ConnectAttempt("peer", credential, null, true))
                .toCompletableFuture();
    }

    private Principal principal(String token) {
        return Objects.requireNonNull(shown(Credential.token(token)).join());
    }

    private void refused(String token, String reason) {
        assertThatThrownBy(() -> shown(Credential.token(token)).join())
                .isInstanceOf(CompletionException.class)
                .cause()
                .isInstanceOf(AuthenticationException.class)
                .hasMessageContaining("authentication: token, ")
                .hasMessageContaining(reason);
    }

    private static JWSHeader header(JWSAlgorithm algorithm, String kid) {
        return new JWSHeader.Builder(algorithm).keyID(kid).build();
    }

    @Test
    void tokenOfTheIssuerIsTaken() {
        Principal ada = principal(issuer.token());

        assertThat(ada.name()).isEqualTo("ada");
        assertThat(ada.roles()).isEmpty();
        assertThat(ada.expiry().orElseThrow())
                .as("with the clock's skew")
                .isBetween(Instant.now().plusSeconds(80), Instant.now().plusSeconds(91));
        principal(
                LocalIssuer.sign(header(JWSAlgorithm.ES256, "ec-1"), issuer.claims(claims -> claims), LocalIssuer.EC));
        assertThat(issuer.fetches).hasValue(1);
    }

    @Test
    void peerThatShowsNoTokenIsNobody() {
        assertThat(shown(Credential.basic("ada", "x")).join()).isNull();
        assertThat(issuer.fetches).hasValue(0);
    }

    @Test
    void nameAndRolesAreClaimsOrPaths() {
        with(options -> options.nameClaim("preferred_username").rolesClaim("realm_access.roles"));
        Principal ada = principal(issuer.token(claims -> claims.claim("preferred_username", "Ada L.")
                .claim("realm_access", Map.of("roles", List.of("admin", "user")))));
        assertThat(ada.name()).isEqualTo("Ada L.");
        assertThat(ada.roles()).containsExactlyInAnyOrder("admin", "user");
        assertThat(principal(issuer.token(claims -> claims.claim("preferred_username", "bob")))
                        .roles())
                .isEmpty();

        with(options -> options.rolesClaim("https://acme.com/roles"));
        assertThat(principal(issuer.token(claims -> claims.claim("https://acme.com/roles", "a  b")))
                        .roles())
                .containsExactlyInAnyOrder("a", "b");
    }

    @Test
    void oddNamesAndRolesAreRefused() {
        with(options -> options.rolesClaim("roles"));
        refused(issuer.token(claims -> claims.subject(null)), "claim=sub");
        refused(issuer.token(claims -> claims.subject(" ")), "claim=sub");
        refused(issuer.token(claims -> claims.subject("a\nb")), "claim=sub");
        refused(issuer.token(claims -> claims.subject("a".repeat(257))), "claim=sub");
        assertThat(principal(issuer.token(claims -> claims.subject("a".repeat(256))))
                        .name())
                .hasSize(256);
        refused(issuer.token(claims -> claims.claim("roles", 7)), "claim=roles");
        refused(issuer.token(claims -> claims.claim("roles", List.of(7))), "claim=roles");
        List<String> roles = IntStream.range(0, 256).mapToObj(i -> "r" + i).toList();
        assertThat(principal(issuer.token(claims -> claims.claim("roles", roles)))
                        .roles())
                .hasSize(256);
        List<String> more = new ArrayList<>(roles);
        more.add("one more");
        refused(issuer.token(claims -> claims.claim("roles", more)), "roles=257 > limit=256");
    }

    @Test
    void claimsAreChecked() {
        Instant now = Instant.now();
        refused(issuer.token(claims -> claims.audience("other")), "audience");
        refused(issuer.token(claims -> claims.audience((String) null)), "aud");
        principal(issuer.token(claims -> claims.audience(List.of("other", LocalIssuer.AUDIENCE))));
        refused(issuer.token(claims -> claims.issuer("https://other")), "iss");
        refused(issuer.token(claims -> claims.issuer(null)), "iss");
        refused(issuer.token(claims -> claims.expirationTime(null)), "exp");
        refused(issuer.token(claims -> claims.expirationTime(Date.from(now.minusSeconds(32)))), "Expired");
        principal(issuer.token(claims -> claims.expirationTime(Date.from(now.minusSeconds(20)))));
        refused(issuer.token(claims -> claims.notBeforeTime(Date.from(now.plusSeconds(60)))), "before use time");
        principal(issuer.token(claims -> claims.notBeforeTime(Date.from(now.plusSeconds(20)))));
    }

    @Test
    void unsignedAndSymmetricTokensAreRefused() throws JOSEException {
        JWTClaimsSet claims = issuer.claims(all -> all);
        refused(new PlainJWT(claims).serialize(), "it is no signed JWT");
        refused(raw("{\"alg\":\"none\",\"kid\":\"rsa-1\"}", claims, ""), "it is no signed JWT");
        byte[] secret = LocalIssuer.RSA.toRSAPublicKey().getEncoded();
        refused(
                LocalIssuer.sign(header(JWSAlgorithm.HS256, "rsa-1"), claims, new MACSigner(secret)),
                "alg=HS256 is none of algorithms=");
        refused(
                LocalIssuer.sign(header(JWSAlgorithm.RS512, "rsa-1"), claims, LocalIssuer.RSA),
                "alg=RS512 is none of algorithms=");
        assertThat(issuer.fetches).as("looked at before anything is fetched").hasValue(0);
    }

    private static String raw(String header, JWTClaimsSet claims, String signature) {
        Base64.Encoder base64 = Base64.getUrlEncoder().withoutPadding();
        return base64.encodeToString(header.getBytes(StandardCharsets.UTF_8)) + "."
                + base64.encodeToString(claims.toString().getBytes(StandardCharsets.UTF_8)) + "." + signature;
    }

    @Test
    void keysThatATokenBringsAreNotTaken() {
        RSAKey own = LocalIssuer.rsa("rsa-1");
        JWTClaimsSet claims = issuer.claims(all -> all);
        refused(LocalIssuer.sign(header(JWSAlgorithm.RS256, "rsa-1"), claims, own), "Invalid signature");
        refused(
                LocalIssuer.sign(
                        new JWSHeader.Builder(JWSAlgorithm.RS256)
                                .keyID("rsa-1")
                                .jwk(own.toPublicJWK())
                                .jwkURL(URI.create("http://127.0.0.1:1/keys"))
                                .build(),
                        claims,
                        own),
                "Invalid signature");
        refused(
                LocalIssuer.sign(
                        new JWSHeader.Builder(JWSAlgorithm.RS256)
                                .keyID("rsa-1")
                                .criticalParams(Set.of("odd"))
                                .customParam("odd", true)
                                .build(),
                        claims,
                        LocalIssuer.RSA),
                "");
        String good = issuer.token();
        refused(good.substring(0, good.lastIndexOf('.') + 1), "");
        refused(good.substring(0, good.length() - 4) + "AAAA", "Invalid signature");
    }

    @Test
    void keyOfOneKindIsNotTakenForAnother() {
        JWTClaimsSet claims = issuer.claims(all -> all);
        refused(LocalIssuer.sign(header(JWSAlgorithm.ES256, "rsa-1"), claims, LocalIssuer.EC), "no matching key");
        refused(LocalIssuer.sign(header(JWSAlgorithm.RS256, "ec-1"), claims, LocalIssuer.RSA), "no matching key");
    }

    @ParameterizedTest
    @ValueSource(strings = {"../../etc/passwd", "' OR 1=1 --", "\u202Eevil\n", ""})
    void oddNamesOfKeysAreNobodys(String kid) {
        refused(
                LocalIssuer.sign(header(JWSAlgorithm.RS256, kid), issuer.claims(all -> all), LocalIssuer.RSA),
                "no matching key");
    }

    @Test
    void namesOfKeysHaveALimit() {
        JWTClaimsSet claims = issuer.claims(all -> all);
        refused(LocalIssuer.sign(header(JWSAlgorithm.RS256, "k".repeat(257)), claims, LocalIssuer.RSA), "kid has 257");
        assertThat(issuer.fetches).hasValue(0);
        refused(
                LocalIssuer.sign(header(JWSAlgorithm.RS256, "k".repeat(256)), claims, LocalIssuer.RSA),
                "no matching key");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "a", "a.b.c", "..", "eyJhbGciOiJSUzI1NiJ9..", "eyJhbGciOjd9.e30.AAAA", "\u0000.\u0000.\u0000"
            })
    void whatIsNoTokenIsRefused(String text) {
        refused(text, "it is no signed JWT");
    }

    @Test
    void nestedHeaderIsRefused() {
        String nested = "[".repeat(5_000);
        String text = Base64.getUrlEncoder().encodeToString(("{\"alg\":" + nested).getBytes(StandardCharsets.UTF_8));
        refused(text + ".e30.AAAA", "it is no signed JWT");
    }

    @Test
    void tokensHaveALimit() {
        String token = issuer.token(claims -> claims.claim("much", "x".repeat(2_000)));
        with(options -> options.tokenBytes(token.length()));
        principal(token);
        with(options -> options.tokenBytes(token.length() - 1));
        refused(token, "bytes=" + token.length() + " > tokenBytes=" + (token.length() - 1));
    }

    @Test
    void keysOfOtherUsesAreLeftOut() {
        RSAKey encrypting =
                new RSAKey.Builder(LocalIssuer.RSA).keyUse(KeyUse.ENCRYPTION).build();
        issuer.publish(encrypting, LocalIssuer.EC);
        refused(issuer.token(), "no matching key");
    }

    @Test
    void smallKeysAreLeftOut() throws Exception {
        KeyPairGenerator small = KeyPairGenerator.getInstance("RSA");
        small.initialize(1_024);
        JWK weak = new RSAKey.Builder((RSAPublicKey) small.generateKeyPair().getPublic())
                .keyID("weak")
                .build();
        assertThat(KeySet.of(new JWKSet(List.of(weak, LocalIssuer.RSA)).toString(true), options(), 0)
                        .keys())
                .extracting(JWK::getKeyID)
                .containsExactly("rsa-1");
    }

    private JwtOptions options() {
        return JwtAuthenticator.builder(issuer.uri(), LocalIssuer.AUDIENCE).options();
    }

    @Test
    void addressesThatOthersCanChangeAreRefused() {
        for (String address : List.of(
                "http://issuer.example",
                "ftp://127.0.0.1",
                "https://",
                "https://user@issuer.example",
                "http://127.0.0.1.evil.example")) {
            assertThatThrownBy(() ->
                            JwtAuthenticator.of(URI.create(address.equals("https://") ? "https:/x" : address), "a"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("neither https nor on this machine");
        }
        JwtAuthenticator.of(URI.create("https://issuer.example"), "a").close();
        JwtAuthenticator.builder(URI.create("http://issuer.example"), "a")
                .plaintext(true)
                .build()
                .close();
    }

    @Test
    void optionsHaveLimits() {
        wrong(options -> options.algorithms("none"), "algorithms=[none]");
        wrong(options -> options.algorithms("RS256", "HS256"), "HS256");
        wrong(options -> options.algorithms(), "algorithms=[]");
        wrong(options -> options.tokenBytes(Credential.MOST_BYTES + 1), "tokenBytes=");
        wrong(options -> options.clockSkew(Duration.ofHours(1).plusSeconds(1)), "clockSkew=");
        wrong(options -> options.keysTime(Duration.ZERO), "keysTime=");
        wrong(options -> options.documentBytes(0), "documentBytes=0");
        wrong(options -> options.keys(1_025), "keys=1025");
        assertThatThrownBy(() -> JwtAuthenticator.of(issuer.uri(), "")).hasMessageContaining("audience");
    }

    private void wrong(UnaryOperator<JwtOptions.Builder> option, String message) {
        JwtOptions.Builder builder = JwtAuthenticator.builder(issuer.uri(), "chat");
        assertThatThrownBy(() -> option.apply(builder))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }
}
