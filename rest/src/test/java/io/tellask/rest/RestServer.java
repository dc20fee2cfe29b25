package io.tellask.rest;

import io.tellask.actor.ActorSystem;
import io.tellask.netty.DetectingTransport;
import io.tellask.remote.Server;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.function.UnaryOperator;

/** A server with the orders at {@code /orders}, and a client of HTTP. */
final class RestServer implements AutoCloseable {
    final ActorSystem system = ActorSystem.create();
    final Orders orders = system.spawn(Orders.class, OrdersActor::new);
    final HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    final Rest rest;
    final URI base;
    private final Server server;

    RestServer() {
        this(builder -> builder);
    }

    RestServer(UnaryOperator<RestBuilder> options) {
        rest = options.apply(Rest.builder().contract("/orders", Orders.class, orders)).build();
        server = Server.builder(system)
                .publish("orders", Orders.class, orders)
                .transport(DetectingTransport.builder().pages(rest).build())
                .listen("any://127.0.0.1:0/tellask")
                .start();
        base = URI.create("http://127.0.0.1:" + server.address().getPort());
    }

    HttpResponse<String> get(String path, String... headers) {
        return send("GET", path, null, headers);
    }

    HttpResponse<String> json(String verb, String path, String body) {
        return send(verb, path, body, "content-type", "application/json");
    }

    HttpResponse<String> send(String verb, String path, String body, String... headers) {
        try {
            return client.send(request(verb, path, body, headers), BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    HttpRequest request(String verb, String path, String body, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(base.resolve(path))
                .timeout(Duration.ofSeconds(30))
                .method(verb, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return request.build();
    }

    @Override
    public void close() {
        server.close();
        system.close();
        client.close();
    }
}
