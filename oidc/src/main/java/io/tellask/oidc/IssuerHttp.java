package io.tellask.oidc;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Redirect;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Asks an issuer for its documents: without redirects, within a time and a length. Thread-safe. */
final class IssuerHttp {
    private static final int OK = 200;

    private final JwtOptions options;
    private final HttpClient client;

    IssuerHttp(JwtOptions options) {
        this.options = options;
        client = HttpClient.newBuilder()
                .followRedirects(Redirect.NEVER)
                .connectTimeout(options.fetchTime())
                .build();
    }

    /** A document; fails with an {@link IOException} that says what is wrong. */
    CompletableFuture<String> get(URI address) {
        HttpRequest request = HttpRequest.newBuilder(address)
                .header("Accept", "application/json")
                .timeout(options.fetchTime())
                .build();
        CompletableFuture<HttpResponse<byte[]>> answer =
                client.sendAsync(request, BodyHandlers.limiting(BodyHandlers.ofByteArray(), options.documentBytes()));
        return answer.copy()
                .orTimeout(options.fetchTime().toMillis(), TimeUnit.MILLISECONDS)
                .handle((response, failure) -> {
                    answer.cancel(true); // where it came too slowly
                    return body(address, response, failure);
                });
    }

    private String body(URI address, @Nullable HttpResponse<byte[]> response, @Nullable Throwable failure) {
        if (response == null) {
            throw new CompletionException(new IOException(
                    "address=" + address + " did not answer within fetchTime=" + options.fetchTime()
                            + " and documentBytes=" + options.documentBytes(),
                    failure));
        }
        if (response.statusCode() != OK) {
            throw new CompletionException(
                    new IOException("address=" + address + " answered status=" + response.statusCode()));
        }
        return new String(response.body(), StandardCharsets.UTF_8);
    }

    void close() {
        client.shutdownNow();
    }
}
