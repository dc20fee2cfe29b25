package io.tellask.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.test.Await;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Requests over a real port that succeed. */
class RestTest {
    private static final String DRAFT = "{\"customer\":\"ada\",\"lines\":[{\"article\":\"bolt\",\"pieces\":2,\"price\":\"1.10\"}],"
            + "\"payment\":{\"@class\":\"io.tellask.rest.Orders$Card\",\"last4\":\"1234\"},\"notes\":{\"a\":\"b\"}}";

    private static RestServer server;

    @BeforeAll
    static void start() {
        server = new RestServer();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void createdThingIsFoundWhereItsLocationSays() {
        HttpResponse<String> created = server.json("POST", "/orders", DRAFT);

        assertThat(created.statusCode()).as(created.body()).isEqualTo(201);
        assertThat(created.headers().firstValue("content-type")).hasValue("application/json");
        String location = created.headers().firstValue("location").orElseThrow();
        HttpResponse<String> found = server.get(server.base.resolve("/orders").resolve(location).getPath());
        assertThat(found.statusCode()).isEqualTo(200);
        assertThat(found.body()).isEqualTo(created.body()).contains("\"last4\":\"1234\"", "\"state\":\"OPEN\"");
    }

    @Test
    void emptyOptionalIsNotFoundAndNullHasNoContent() {
        assertThat(server.get("/orders/4711").statusCode()).isEqualTo(404);
        assertThat(server.send("DELETE", "/orders/4711", null).statusCode()).isEqualTo(204);
    }

    @Test
    void parametersOfQueriesAreOptionalWhereTheirTypesAre() {
        assertThat(server.get("/orders?customer=nobody&limit=3").body()).isEqualTo("[]");
        assertThat(server.get("/orders?limit=3&state=PAID").body()).isEqualTo("[]");
    }

    @Test
    void putTakesPathQueryAndBody() {
        HttpResponse<String> first = server.json("PUT", "/orders/77", DRAFT);
        HttpResponse<String> second = server.json("PUT", "/orders/77", DRAFT);
        HttpResponse<String> third = server.json("PUT", "/orders/77?force=true", DRAFT);

        assertThat(List.of(first.statusCode(), second.statusCode(), third.statusCode()))
                .containsExactly(200, 409, 200);
        assertThat(second.body()).contains("order 77 is there; say force=true", "out of stock");
    }

    @Test
    void simpleParametersOfAPatchAreAnObject() {
        HttpResponse<String> answer = server.json("PATCH", "/orders/1/state", "{\"state\":\"SENT\"}");
        assertThat(answer.body()).isEqualTo("2");
    }

    @Test
    void tellIsAcceptedAndExecuted() {
        HttpResponse<String> answer = server.json("POST", "/orders/remind", "{\"times\":3,\"customer\":\"ada\"}");
        assertThat(answer.statusCode()).isEqualTo(202);
        assertThat(answer.body()).isEmpty();
    }

    @Test
    void severalParametersAreFieldsOfOneObject() {
        HttpResponse<String> answer = server.json(
                "POST",
                "/orders/totals",
                "{\"weights\":{\"OPEN\":10},\"lines\":[{\"article\":\"bolt\",\"pieces\":2,\"price\":1}]}");
        assertThat(answer.body()).isEqualTo("{\"bolt\":20}");
    }

    @Test
    void routesNameVerbAndPath() {
        assertThat(server.get("/orders/4/lines/2").body()).contains("\"pieces\":42");
        assertThat(server.get("/orders/version").body()).isEqualTo("\"1 <2> \\\"3\\\"\"");
    }

    @Test
    void bytesAreRaw() {
        HttpResponse<String> answer =
                server.send("POST", "/orders/9/scan", "12345", "content-type", "application/octet-stream");
        assertThat(answer.headers().firstValue("content-type")).hasValue("application/octet-stream");
        assertThat(answer.body()).isEqualTo("9:5");
    }

    @Test
    void listsInQueriesAndHeadersAreTaken() {
        assertThat(server.get("/orders/search?q=a%20b&q=%C3%A4+c", "X-Tenant", "acme").body())
                .isEqualTo("[\"a b\",\"ä c\",\"tenant acme\"]");
        assertThat(server.get("/orders/search").body()).isEqualTo("[\"tenant null\"]");
    }

    @Test
    void headIsAsGetWithoutBody() {
        HttpResponse<String> answer = server.send("HEAD", "/orders/version", null);
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).isEmpty();
    }

    @Test
    void streamIsLinesOfJson() {
        HttpResponse<String> answer = server.get("/orders/prices?symbol=x&count=3");
        assertThat(answer.headers().firstValue("content-type")).hasValue("application/x-ndjson");
        assertThat(answer.body().lines())
                .containsExactly(
                        "{\"symbol\":\"x\",\"price\":0.0}",
                        "{\"symbol\":\"x\",\"price\":0.5}",
                        "{\"symbol\":\"x\",\"price\":1.0}");
    }

    @Test
    void streamIsEventsWhereTheseAreAsked() {
        HttpResponse<String> answer = server.get("/orders/prices?symbol=x&count=2", "accept", "text/event-stream");
        assertThat(answer.headers().firstValue("content-type")).hasValue("text/event-stream");
        assertThat(answer.body())
                .isEqualTo("id: 1\ndata: {\"symbol\":\"x\",\"price\":0.0}\n\n"
                        + "id: 2\ndata: {\"symbol\":\"x\",\"price\":0.5}\n\nevent: end\ndata: \n\n");
    }

    @Test
    void longStreamArrivesWhole() {
        HttpResponse<String> answer = server.get("/orders/prices?symbol=x&count=20000");
        List<String> lines = new ArrayList<>(answer.body().lines().toList());
        assertThat(lines).hasSize(20_000);
        assertThat(lines.getLast()).isEqualTo("{\"symbol\":\"x\",\"price\":9999.5}");
    }

    @Test
    void nothingStaysUnderWay() {
        server.get("/orders/version");
        Await.until("calls end", () -> server.rest.callsInFlight() == 0 && server.rest.streams() == 0);
    }
}
