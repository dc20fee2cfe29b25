package io.tellask.oidc;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;

/** An issuer of tokens on a port of this machine, with keys of its own. */
final class LocalIssuer implements AutoCloseable {
    static final String AUDIENCE = "chat";
    static final RSAKey RSA = rsa("rsa-1");
    static final ECKey EC = ec("ec-1");

    final AtomicInteger fetches = new AtomicInteger();
    final CountDownLatch goOn = new CountDownLatch(1);
    volatile String discovery;
    volatile String keys;
    volatile int status = 200;
    volatile boolean hangs;
    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    LocalIssuer() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        discovery = "{\"issuer\":\"" + uri() + "\",\"jwks_uri\":\"" + uri() + "/keys\"}";
        publish(RSA, EC);
        server.setExecutor(threads);
        server.createContext("/.well-known/openid-configuration", exchange -> answer(exchange, discovery));
        server.createContext("/keys", exchange -> {
            fetches.incrementAndGet();
            answer(exchange, keys);
        });
        server.start();
    }

    static RSAKey rsa(String kid) {
        try {
            return new RSAKeyGenerator(2_048).keyID(kid).generate();
        } catch (JOSEException e) {
            throw new AssertionError(e);
        }
    }

    static ECKey ec(String kid) {
        try {
            return new ECKeyGenerator(Curve.P_256).keyID(kid).generate();
        } catch (JOSEException e) {
            throw new AssertionError(e);
        }
    }

    URI uri() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    void publish(JWK... published) {
        keys = new JWKSet(List.of(published)).toString(true);
    }

    private void answer(HttpExchange exchange, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        try (exchange) {
            exchange.sendResponseHeaders(status, 0);
            exchange.getResponseBody().write(bytes, 0, bytes.length / 2);
            exchange.getResponseBody().flush();
            if (hangs) {
                goOn.await();
            }
            exchange.getResponseBody().write(bytes, bytes.length / 2, bytes.length - bytes.length / 2);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The claims of a token of ada's, good for a minute, but for what is changed. */
    JWTClaimsSet claims(UnaryOperator<JWTClaimsSet.Builder> changes) {
        Instant now = Instant.now();
        return changes.apply(new JWTClaimsSet.Builder()
                        .issuer(uri().toString())
                        .audience(AUDIENCE)
                        .subject("ada")
                        .issueTime(Date.from(now))
                        .expirationTime(Date.from(now.plus(Duration.ofMinutes(1)))))
                .build();
    }

    String token() {
        return token(claims -> claims);
    }

    String token(UnaryOperator<JWTClaimsSet.Builder> changes) {
        return sign(
                new JWSHeader.Builder(JWSAlgorithm.RS256).keyID(RSA.getKeyID()).build(), claims(changes), RSA);
    }

    static String sign(JWSHeader header, JWTClaimsSet claims, JWK key) {
        try {
            return sign(
                    header, claims, key instanceof RSAKey rsa ? new RSASSASigner(rsa) : new ECDSASigner((ECKey) key));
        } catch (JOSEException e) {
            throw new AssertionError(e);
        }
    }

    static String sign(JWSHeader header, JWTClaimsSet claims, JWSSigner signer) throws JOSEException {
        SignedJWT token = new SignedJWT(header, claims);
        token.sign(signer);
        return token.serialize();
    }

    @Override
    public void close() {
        goOn.countDown();
        server.stop(0);
        threads.shutdownNow();
    }
}
