package io.tellask.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.parser.OpenAPIV3Parser;
import io.swagger.v3.parser.core.models.SwaggerParseResult;
import io.tellask.remote.Authenticator;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

/** The description of a contract, as another tool reads it, and the page to try it. */
class OpenApiTest {
    private static RestServer described() {
        return new RestServer(
                builder -> builder.openApi("Orders & more", "1.2").authenticator(Authenticator.tokens(Map.of())));
    }

    @Test
    @SuppressWarnings("rawtypes")
    void otherToolsReadTheDescription() {
        try (RestServer server = described()) {
            HttpResponse<String> answer = server.get("/orders/openapi.json");
            assertThat(answer.headers().firstValue("content-type")).hasValue("application/json");

            SwaggerParseResult parsed = new OpenAPIV3Parser().readContents(answer.body());
            assertThat(parsed.getMessages()).isNullOrEmpty();
            OpenAPI api = parsed.getOpenAPI();
            assertThat(api.getInfo().getTitle()).isEqualTo("Orders & more");
            assertThat(api.getPaths())
                    .containsOnlyKeys(
                            "/orders",
                            "/orders/{id}",
                            "/orders/{id}/lines/{index}",
                            "/orders/{id}/scan",
                            "/orders/{id}/state",
                            "/orders/fail",
                            "/orders/prices",
                            "/orders/remind",
                            "/orders/search",
                            "/orders/totals",
                            "/orders/version");
            assertThat(api.getPaths().get("/orders").getPost().getResponses()).containsKeys("201", "422", "default");
            assertThat(api.getPaths().get("/orders/{id}").getGet().getResponses())
                    .containsKeys("200", "404");
            assertThat(api.getPaths()
                            .get("/orders/prices")
                            .getGet()
                            .getResponses()
                            .get("200")
                            .getContent())
                    .containsKeys("text/event-stream", "application/x-ndjson");
            Map<String, Schema> schemas = api.getComponents().getSchemas();
            assertThat(schemas).containsKeys("Order", "Draft", "Line", "Payment", "Card", "State", "Problem");
            assertThat(schemas.get("Payment").getDiscriminator().getPropertyName())
                    .isEqualTo("@class");
            assertThat(schemas.get("State").getEnum()).hasSize(3);
            assertThat(api.getComponents().getSecuritySchemes()).containsKey("bearer");
        }
    }

    @Test
    void descriptionIsTheSameEachTime() {
        try (RestServer one = described();
                RestServer other = described()) {
            assertThat(one.get("/orders/openapi.json").body())
                    .isEqualTo(other.get("/orders/openapi.json").body());
        }
    }

    @Test
    void pageToTryItRunsOnlyItsOwnScript() {
        try (RestServer server = described()) {
            HttpResponse<String> page = server.get("/orders/");
            assertThat(page.statusCode()).isEqualTo(200);
            assertThat(page.headers().firstValue("content-type")).hasValue("text/html; charset=utf-8");
            assertThat(page.headers().firstValue("content-security-policy").orElseThrow())
                    .startsWith("default-src 'none'; script-src 'sha256-")
                    .contains("frame-ancestors 'none'")
                    .doesNotContain("unsafe");
            assertThat(page.body())
                    .contains("<title>Orders &amp; more</title>")
                    .doesNotContain("@script", "@style", "https://", "http://", "onclick=\"");
        }
    }

    @Test
    void pathAboveListsWhatIsThere() {
        RestMap<String> map = RestMap.of(new ConcurrentHashMap<>());
        try (RestServer server = new RestServer(builder -> builder.openApi("Shop", "1")
                .map("/api/users", String.class, map)
                .map("/api/carts", String.class, map))) {
            HttpResponse<String> list = server.get("/api/");
            assertThat(list.body().replaceAll("\\s", ""))
                    .isEqualTo("{\"served\":[{\"openapi\":\"/api/users/openapi.json\",\"path\":\"/api/users\"},"
                            + "{\"openapi\":\"/api/carts/openapi.json\",\"path\":\"/api/carts\"}]}");
            assertThat(server.get("/api").body()).isEqualTo(list.body());
            assertThat(server.get("/").body()).contains("\"/orders\"").doesNotContain("users");
            assertThat(server.get("/api/users").body()).doesNotContain("served");
        }
    }

    @Test
    void pathAboveIsLeftToWhatIsServedThere() {
        RestMap<String> map = RestMap.of(new ConcurrentHashMap<>());
        try (RestServer server =
                new RestServer(builder -> builder.openApi("Shop", "1").map("/orders/1/lines", String.class, map))) {
            assertThat(server.get("/orders/1").body()).doesNotContain("served");
        }
    }

    @Test
    void nothingIsDescribedUnlessItIsAskedFor() {
        try (RestServer server = new RestServer()) {
            assertThat(server.get("/orders/openapi.json").statusCode()).isEqualTo(400);
            assertThat(server.get("/orders/").statusCode()).isEqualTo(404);
            assertThat(server.get("/").statusCode()).isEqualTo(404);
        }
    }
}
