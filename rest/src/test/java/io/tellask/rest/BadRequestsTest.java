package io.tellask.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a request that is wrong gets: a status, and what is wrong where, without names of classes. */
class BadRequestsTest {
    private static final String LINE = "{\"article\":\"bolt\",\"pieces\":2,\"price\":\"1\"}";

    private static RestServer server;

    @BeforeAll
    static void start() {
        server = new RestServer(builder -> builder.status(UnsupportedOperationException.class, 501)
                .limits(RestLimits.builder()
                        .bodyBytes(2_000)
                        .objects(50)
                        .queryParameters(3)
                        .callTime(Duration.ofSeconds(2))
                        .build()));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        GET    | /nothing                        | 404 | nothing is served
        GET    | /orders/1/lines/2/3             | 404 | nothing is served
        GET    | /orders/                        | 404 | nothing is served
        PUT    | /orders                         | 405 | this path takes GET, POST, HEAD, OPTIONS
        GET    | /orders/x                       | 400 | id has another value; send an integer of 64 bits
        GET    | /orders/99999999999999999999    | 400 | id has another value
        GET    | /orders/%ff                     | 400 | no UTF-8
        GET    | /orders                         | 400 | limit is missing; send an integer from -2147483648 to 2147483647
        GET    | /orders?limit=1&limit=2         | 400 | is given 2 times
        GET    | /orders?limit=1&state=LOST      | 400 | send one of OPEN, PAID, SENT
        GET    | /orders?limit=1&page=2          | 400 | parameter page is not known
        GET    | /orders?limit=1&a=1&b=2&c=3     | 400 | more than queryParameters=3
        GET    | /orders?limit=0                 | 422 | limit must be at least 1
        GET    | /orders?limit=101               | 422 | limit must be at most 100
        GET    | /orders/prices?symbol=refused&count=1 | 409 | no such symbol
        """)
    void requestsWithoutBodiesAreRefused(String verb, String path, int status, String detail) {
        assertProblem(server.send(verb, path, null), status, detail);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '^', textBlock = """
        POST  | /orders         | {"customer":"a","lines":[}          | 400 | line 1, column 26
        POST  | /orders         |                                     | 400 | it is empty
        POST  | /orders         | null                                | 422 | must not be null
        POST  | /orders         | []                                  | 400 | expected an object, found a list
        POST  | /orders         | {"customer":3}                      | 400 | at /customer, line 1, column 13: expected a string, found the number 3
        POST  | /orders         | {"customer":"a","lines":[{"pieces":1.5}]} | 400 | at /lines/0/pieces, line 1, column 36
        POST  | /orders         | {"customer":"a","payment":{}}       | 400 | @class is missing
        POST  | /orders         | {"customer":"a","payment":{"@class":"java.lang.Thread"}} | 400 | at /payment
        POST  | /orders         | {"customer":" ","lines":[]}         | 422 | /customer must not be blank
        POST  | /orders/remind  | {"customer":"a"}                    | 400 | at /times is missing or null
        POST  | /orders/remind  | {"customer":"a","times":"3"}        | 400 | at /times, line 1, column 25: expected an integer from -2147483648 to 2147483647, found a string
        POST  | /orders/remind  | ["a",3]                             | 400 | the body is no object
        POST  | /orders/remind  | {"customer":"a",                    | 400 | it is no JSON
        POST  | /orders/remind  | {"customer":"a","customer":"b","times":1} | 400 | stands twice
        PATCH | /orders/1/state | {"state":"LOST"}                    | 400 | none of the names
        POST  | /orders/fail    | {"how":"conflict"}                  | 409 | none left
        POST  | /orders/fail    | {"how":"broken"}                    | 500 | failure=
        POST  | /orders/fail    | {"how":"throw"}                     | 500 | failure=
        POST  | /orders/fail    | {"how":"null"}                      | 500 | failure=
        POST  | /orders/fail    | {"how":"full"}                      | 503 | try again later
        POST  | /orders/fail    | {"how":"mapped"}                    | 501 | no such change
        POST  | /orders/fail    | {"how":"never"}                     | 504 | it may still be executed
        """)
    void bodiesAreRefused(String verb, String path, String body, int status, String detail) {
        assertProblem(server.json(verb, path, body == null ? "" : body), status, detail);
    }

    private static void assertProblem(HttpResponse<String> answer, int status, String detail) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        assertThat(answer.headers().firstValue("content-type")).hasValue("application/problem+json");
        assertThat(answer.body())
                .contains(detail)
                .contains("\"status\":" + status)
                .doesNotContain("io.tellask", "java.", "Exception", "/home/ada");
    }

    @Test
    void allThatIsWrongIsToldWithItsPlace() {
        String draft = "{\"customer\":\"\",\"lines\":[{\"article\":\"\",\"pieces\":0,\"price\":\"-1\"},"
                + LINE + "," + LINE + "," + LINE + "],\"notes\":{\"a/b\":\"too long\"},"
                + "\"payment\":{\"@class\":\"io.tellask.rest.Orders$Card\",\"last4\":\"12\"}}";
        HttpResponse<String> answer = server.json("PUT", "/orders/1", draft);
        assertThat(answer.statusCode()).isEqualTo(422);
        assertThat(answer.body())
                .contains("{\"pointer\":\"/customer\",\"detail\":\"must not be blank\"}")
                .contains("{\"pointer\":\"/lines\",\"detail\":\"must have 1 to 3 elements\"}")
                .contains("{\"pointer\":\"/lines/0/article\",\"detail\":\"must not be blank\"}")
                .contains("{\"pointer\":\"/lines/0/pieces\",\"detail\":\"must be at least 1\"}")
                .contains("{\"pointer\":\"/lines/0/price\",\"detail\":\"must be greater than 0\"}")
                .contains("{\"pointer\":\"/notes/a~1b\",\"detail\":\"must have at most 5 characters\"}")
                .contains("{\"pointer\":\"/payment/last4\",\"detail\":\"must match");
    }

    @Test
    void placeInABodyOfSeveralFieldsIsThatOfTheWhole() {
        HttpResponse<String> answer = server.json(
                "POST", "/orders/totals", "{\"weights\":{},\n \"lines\":[\n  {\"article\":\"bolt\",\"pieces\":true}]}");
        assertThat(answer.body())
                .contains("\"pointer\":\"/lines/0/pieces\"", "\"line\":3,\"column\":30", "found a boolean");
    }

    @Test
    void bodyOverItsLimitIsTooLarge() {
        String most = "{\"how\":\"" + "x".repeat(2_000 - 10) + "\"}";
        assertThat(server.json("POST", "/orders/fail", most).statusCode()).isEqualTo(204);
        assertThat(server.json("POST", "/orders/fail", most + " ").statusCode()).isEqualTo(413);
    }

    @Test
    void bodyOfTooManyValuesIsTooLarge() {
        String lines = "[" + (LINE + ",").repeat(30) + LINE + "]";
        assertProblem(
                server.json("POST", "/orders/totals", "{\"weights\":{},\"lines\":" + lines + "}"),
                413,
                "more or deeper");
    }

    @Test
    void formsOfPagesAreRefused() {
        for (String type :
                new String[] {"text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"}) {
            HttpResponse<String> answer =
                    server.send("POST", "/orders/remind", "{\"customer\":\"a\",\"times\":1}", "content-type", type);
            assertProblem(answer, 415, "application/json");
        }
        assertThat(server.send("POST", "/orders/remind", "{}").statusCode()).isEqualTo(415);
        assertThat(server.send("POST", "/orders/remind", "{}", "content-type", "application/json; charset=latin1")
                        .statusCode())
                .isEqualTo(415);
    }

    @Test
    void answersThatAreNotTakenAreNotMade() {
        assertProblem(server.get("/orders/version", "accept", "text/html"), 406, "application/json");
        assertProblem(server.get("/orders/version", "accept", "application/json;q=0"), 406, "application/json");
        assertThat(server.get("/orders/version", "accept", "text/html, */*;q=0.1")
                        .statusCode())
                .isEqualTo(200);
        assertThat(server.get("/orders/prices?symbol=x&count=1", "accept", "text/html")
                        .statusCode())
                .isEqualTo(406);
    }

    @Test
    void calledActorThatHasStoppedIsNotAvailable() {
        try (RestServer stopped = new RestServer()) {
            stopped.system.stop(stopped.orders);
            assertProblem(stopped.get("/orders/1"), 503, "has stopped");
        }
    }
}
