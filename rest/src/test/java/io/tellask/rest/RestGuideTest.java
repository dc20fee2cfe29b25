package io.tellask.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import io.tellask.actor.Streams;
import io.tellask.netty.DetectingTransport;
import io.tellask.remote.Authenticator;
import io.tellask.remote.Principal;
import io.tellask.remote.RoleRules;
import io.tellask.remote.Server;
import io.tellask.store.DurableMap;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Flow;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The code of {@code docs/REST.md}, compiled and run; each of the page's Java blocks stands in this file. */
class RestGuideTest {
    public record Line(@NotBlank String article, @Min(1) int pieces) {}

    public record Order(int id, List<Line> lines) {}

    @Status(409)
    public static class OutOfStockException extends RuntimeException {
        private static final long serialVersionUID = 1;

        public OutOfStockException(String message) {
            super(message);
        }
    }

    public interface Shop {
        Promise<Optional<Order>> get(int id); // GET /orders/{id}

        Promise<List<Order>> find(Optional<String> article, int limit); // GET /orders?article=bolt&limit=10

        @Created("{id}")
        Promise<Order> create(List<Line> lines) throws OutOfStockException; // POST /orders

        Promise<Order> put(int id, List<Line> lines); // PUT /orders/{id}

        void remind(String customer); // POST /orders/remind

        @Route("GET /{id}/events")
        Flow.Publisher<String> events(int id);
    }

    private static final class ShopActor implements Shop {
        private final List<Order> orders = new ArrayList<>();

        @Override
        public Promise<Optional<Order>> get(int id) {
            return Promise.of(orders.stream().filter(order -> order.id() == id).findFirst());
        }

        @Override
        public Promise<List<Order>> find(Optional<String> article, int limit) {
            return Promise.of(orders.stream().limit(limit).toList());
        }

        @Override
        public Promise<Order> create(List<Line> lines) {
            if (lines.size() > 2) {
                return Promise.failed(new OutOfStockException("two lines are left"));
            }
            orders.add(new Order(orders.size() + 1, lines));
            return Promise.of(orders.getLast());
        }

        @Override
        public Promise<Order> put(int id, List<Line> lines) {
            return Promise.of(new Order(id, lines));
        }

        @Override
        public void remind(String customer) {}

        @Override
        public Flow.Publisher<String> events(int id) {
            return Streams.of(List.of("paid", "sent"));
        }
    }

    private static HttpResponse<String> send(Server server, String verb, String path, String body) throws Exception {
        URI uri = URI.create("http://127.0.0.1:" + server.address().getPort() + path);
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(
                    HttpRequest.newBuilder(uri)
                            .method(verb, BodyPublishers.ofString(body))
                            .header("content-type", "application/json")
                            .header("authorization", "Bearer t0ken")
                            .build(),
                    BodyHandlers.ofString());
        }
    }

    @Test
    void shopIsServed() throws Exception {
        try (ActorSystem system = ActorSystem.create()) {
            Shop shop = system.spawn(Shop.class, ShopActor::new);
            Rest rest = Rest.builder()
                    .contract("/orders", Shop.class, shop)
                    .openApi("Orders", "1.0")
                    .build();
            Server server = Server.builder(system)
                    .publish("shop", Shop.class, shop)
                    .transport(DetectingTransport.builder().pages(rest).build())
                    .listen("any://127.0.0.1:0/tellask")
                    .start();

            HttpResponse<String> created = send(server, "POST", "/orders", "[{\"article\":\"bolt\",\"pieces\":2}]");
            assertThat(created.statusCode()).isEqualTo(201);
            assertThat(created.headers().firstValue("location")).hasValue("./orders/1");
            assertThat(send(server, "GET", "/orders/1", "").body())
                    .isEqualTo("{\"id\":1,\"lines\":[{\"article\":\"bolt\",\"pieces\":2}]}");
            assertThat(send(server, "GET", "/orders?limit=10", "").body()).startsWith("[{\"id\":1");
            assertThat(send(server, "GET", "/orders/1/events", "").body()).isEqualTo("\"paid\"\n\"sent\"\n");
            assertThat(send(server, "PUT", "/orders/7", "[]").body()).isEqualTo("{\"id\":7,\"lines\":[]}");
            assertThat(send(server, "POST", "/orders/remind", "{\"customer\":\"ada\"}")
                            .statusCode())
                    .isEqualTo(202);
            assertThat(send(server, "POST", "/orders", "[{\"article\":\"\"}]").body())
                    .contains("\"pointer\":\"/0/article\"");
            assertThat(send(
                                    server,
                                    "POST",
                                    "/orders",
                                    "[{\"article\":\"a\",\"pieces\":1},{\"article\":\"a\",\"pieces\":1},"
                                            + "{\"article\":\"a\",\"pieces\":1}]")
                            .statusCode())
                    .isEqualTo(409);
        }
    }

    @Test
    void callersAreAsked() throws Exception {
        try (ActorSystem system = ActorSystem.create()) {
            Shop shop = system.spawn(Shop.class, ShopActor::new);
            Rest rest = Rest.builder()
                    .contract("/orders", Shop.class, shop)
                    .authenticator(Authenticator.tokens(Map.of("t0ken", Principal.of("ada", "clerk"))))
                    .interceptor(RoleRules.builder().role("clerk", Shop.class).build())
                    .cors(Cors.allow("https://app.example"))
                    .limits(RestLimits.builder()
                            .bodyBytes(64 * 1024)
                            .callTime(Duration.ofSeconds(5))
                            .build())
                    .build();
            Server server = Server.builder(system)
                    .publish("shop", Shop.class, shop)
                    .transport(DetectingTransport.builder().pages(rest).build())
                    .listen("any://127.0.0.1:0/tellask")
                    .start();
            assertThat(send(server, "GET", "/orders?limit=1", "").statusCode()).isEqualTo(200);
        }
    }

    public record User(String name, int age) {}

    @Test
    void storeIsServedByOneLine(@TempDir Path directory) throws Exception {
        try (ActorSystem system = ActorSystem.create();
                DurableMap<String, User> users = DurableMap.open(directory, String.class, User.class)) {
            Rest rest = Rest.builder()
                    .map("/users", User.class, RestMap.of(users::get, users::compute, users::forEachWhile))
                    .build();
            Server server = Server.builder(system)
                    .transport(DetectingTransport.builder().pages(rest).build())
                    .listen("any://127.0.0.1:0/tellask")
                    .start();
            assertThat(send(server, "PUT", "/users/ada", "{\"name\":\"Ada\",\"age\":36}")
                            .statusCode())
                    .isEqualTo(200);
            assertThat(send(server, "GET", "/users/ada", "").body()).isEqualTo("{\"name\":\"Ada\",\"age\":36}");
            assertThat(send(server, "GET", "/users", "").body()).startsWith("{\"ada\":");
            server.close();
        }
    }

    @Test
    void thePageShowsThisCode() throws Exception {
        String code = words(Files.readString(Path.of("src/test/java/io/tellask/rest/RestGuideTest.java")));
        List<String> blocks = Pattern.compile("(?ms)^```java\\n(.*?)^```$")
                .matcher(Files.readString(Path.of("..", "docs", "REST.md")))
                .results()
                .map(block -> block.group(1))
                .toList();
        assertThat(blocks).hasSizeGreaterThanOrEqualTo(4);
        assertThat(blocks).allSatisfy(block -> assertThat(code).contains(words(block)));
    }

    private static String words(String code) {
        return code.strip().replaceAll("\\s+", " ");
    }
}
