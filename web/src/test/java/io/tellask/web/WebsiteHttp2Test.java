package io.tellask.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import io.tellask.actor.ActorSystem;
import io.tellask.netty.DetectingTransport;
import io.tellask.netty.TlsTransport;
import io.tellask.remote.Server;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A site over HTTP/2, asked by a client of the JDK. */
@Timeout(60)
class WebsiteHttp2Test {
    private static final int LONG_BYTES = 3 << 20;

    @TempDir
    private Path temp;

    private final ActorSystem system = ActorSystem.create();
    private Server server;
    private HttpClient client;

    @BeforeEach
    void start() throws Exception {
        Path folder = Files.createDirectories(temp.resolve("pages"));
        Files.writeString(folder.resolve("index.html"), "<!doctype html><title>home</title>");
        byte[] bytes = new byte[LONG_BYTES];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (i / 1000);
        }
        Files.write(folder.resolve("long.bin"), bytes);
        X509Bundle certificate = new CertificateBuilder()
                .ecp256()
                .subject("CN=localhost")
                .addSanDnsName("localhost")
                .setIsCertificateAuthority(true)
                .buildSelfSigned();
        Path chain = Files.writeString(temp.resolve("chain.pem"), certificate.getCertificatePathPEM());
        Path key = Files.writeString(temp.resolve("key.pem"), certificate.getPrivateKeyPEM());
        server = Server.builder(system)
                .transport(DetectingTransport.builder()
                        .tls(TlsTransport.builder().certificate(chain, key).build())
                        .pages(Website.builder()
                                .resources(ResourcePath.builder().folder(folder).build())
                                .mode(WebMode.PRODUCTION)
                                .build())
                        .build())
                .listen("any://127.0.0.1:0/tellask")
                .start();
        client = HttpClient.newBuilder().sslContext(trusting(certificate)).build();
    }

    private static SSLContext trusting(X509Bundle certificate) throws Exception {
        KeyStore authorities = KeyStore.getInstance(KeyStore.getDefaultType());
        authorities.load(null, null);
        authorities.setCertificateEntry("root", certificate.getCertificate());
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(authorities);
        SSLContext made = SSLContext.getInstance("TLS");
        made.init(null, trust.getTrustManagers(), null);
        return made;
    }

    @AfterEach
    void stop() {
        client.close();
        server.close();
        system.close();
    }

    private HttpRequest request(String method, String path, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create("https://localhost:" + server.address().getPort() + path))
                .method(method, BodyPublishers.noBody());
        return headers.length == 0 ? request.build() : request.headers(headers).build();
    }

    private HttpResponse<byte[]> ask(String method, String path, String... headers) throws Exception {
        HttpResponse<byte[]> answer = client.send(request(method, path, headers), BodyHandlers.ofByteArray());
        assertThat(answer.version()).isEqualTo(HttpClient.Version.HTTP_2);
        return answer;
    }

    private static String header(HttpResponse<?> answer, String name) {
        return answer.headers().firstValue(name).orElse("");
    }

    @Test
    void pageIsServedAndNotAgainWhereItIsKnown() throws Exception {
        HttpResponse<byte[]> page = ask("GET", "/");
        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(new String(page.body(), StandardCharsets.UTF_8)).contains("<title>home</title>");
        assertThat(header(page, "content-security-policy")).contains("default-src 'self'");
        HttpResponse<byte[]> same = ask("GET", "/", "if-none-match", header(page, "etag"));
        assertThat(same.statusCode()).isEqualTo(304);
        assertThat(same.body()).isEmpty();
        assertThat(ask("GET", "/", "if-match", "\"other\"").statusCode()).isEqualTo(412);
    }

    @Test
    void headOfAPageSaysItsLengthAndHasNoBody() throws Exception {
        HttpResponse<byte[]> page = ask("GET", "/");
        HttpResponse<byte[]> head = ask("HEAD", "/");
        assertThat(head.statusCode()).isEqualTo(200);
        assertThat(head.body()).isEmpty();
        assertThat(header(head, "content-length")).isEqualTo(Integer.toString(page.body().length));
        assertThat(header(head, "etag")).isEqualTo(header(page, "etag"));
    }

    @Test
    void rangesOfALongFileAreServed() throws Exception {
        byte[] whole = ask("GET", "/long.bin").body();
        assertThat(whole).hasSize(LONG_BYTES);
        HttpResponse<byte[]> part = ask("GET", "/long.bin", "range", "bytes=1999-1000999");
        assertThat(part.statusCode()).isEqualTo(206);
        assertThat(header(part, "content-range")).isEqualTo("bytes 1999-1000999/" + LONG_BYTES);
        assertThat(part.body()).isEqualTo(Arrays.copyOfRange(whole, 1999, 1_001_000));
        HttpResponse<byte[]> beyond = ask("GET", "/long.bin", "range", "bytes=" + LONG_BYTES + "-");
        assertThat(beyond.statusCode()).isEqualTo(416);
        assertThat(header(beyond, "content-range")).isEqualTo("bytes */" + LONG_BYTES);
    }

    @Test
    void whatIsNotThereOrNotAllowedIsRefused() throws Exception {
        assertThat(ask("GET", "/missing").statusCode()).isEqualTo(404);
        assertThat(ask("GET", "/..%2fkey.pem").statusCode()).isEqualTo(400);
        assertThat(ask("GET", "/../key.pem").statusCode()).isBetween(400, 404);
        assertThat(ask("DELETE", "/").statusCode()).isEqualTo(405);
        assertThat(ask("HEAD", "/missing").body()).isEmpty();
    }

    /** More bytes than the windows of all of them, on one connection. */
    @Test
    void longFilesAreServedBesideEachOther() {
        List<CompletableFuture<HttpResponse<byte[]>>> answers = Stream.generate(
                        () -> client.sendAsync(request("GET", "/long.bin"), BodyHandlers.ofByteArray()))
                .limit(8)
                .toList();
        assertThat(answers).allSatisfy(answer -> {
            assertThat(answer.join().statusCode()).isEqualTo(200);
            assertThat(answer.join().body()).hasSize(LONG_BYTES);
        });
    }
}
