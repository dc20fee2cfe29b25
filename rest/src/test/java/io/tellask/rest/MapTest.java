package io.tellask.rest;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.validation.constraints.NotBlank;
import java.net.http.HttpResponse;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A map that is served. */
class MapTest {
    public record User(@NotBlank String name, int age) {}

    private static final String ADA = "{\"name\":\"Ada\",\"age\":36}";

    private final ConcurrentMap<String, User> users = new ConcurrentHashMap<>();
    private final RestServer server = new RestServer(builder -> builder.map("/users", User.class, RestMap.of(users))
            .map("/sorted", User.class, RestMap.of(new ConcurrentSkipListMap<>(users)))
            .openApi("Users", "1"));

    @AfterEach
    void stop() {
        server.close();
    }

    private HttpResponse<String> put(String key, String body, String... headers) {
        String[] all = new String[headers.length + 2];
        System.arraycopy(headers, 0, all, 0, headers.length);
        all[headers.length] = "content-type";
        all[headers.length + 1] = "application/json";
        return server.send("PUT", "/users/" + key, body, all);
    }

    @Test
    void valueThatWasPutIsFoundUntilItIsDeleted() {
        assertThat(server.get("/users/ada").statusCode()).isEqualTo(404);
        assertThat(put("ada", ADA).statusCode()).isEqualTo(200);
        assertThat(users).containsEntry("ada", new User("Ada", 36));
        assertThat(server.get("/users/ada").body()).isEqualTo(ADA);
        assertThat(server.send("DELETE", "/users/ada", null).body()).isEqualTo(ADA);
        assertThat(server.send("DELETE", "/users/ada", null).statusCode()).isEqualTo(404);
        assertThat(users).isEmpty();
    }

    @Test
    void addedValueIsWhereItsLocationSays() {
        HttpResponse<String> answer = server.json("POST", "/users", ADA);
        assertThat(answer.statusCode()).isEqualTo(201);
        String location = answer.headers().firstValue("location").orElseThrow();
        assertThat(server.get(server.base.resolve("/users").resolve(location).getPath()).body())
                .isEqualTo(ADA);
    }

    @Test
    void entriesAreListedInPages() {
        for (int i = 0; i < 150; i++) {
            users.put(String.format("u%03d", i), new User("n", i));
        }
        assertThat(server.get("/users?limit=2").body())
                .isEqualTo("{\"u000\":{\"name\":\"n\",\"age\":0},\"u001\":{\"name\":\"n\",\"age\":1}}");
        assertThat(server.get("/users?limit=1&after=u148").body()).isEqualTo("{\"u149\":{\"name\":\"n\",\"age\":149}}");
        assertThat(server.get("/users").body()).contains("u099").doesNotContain("u100");
        assertThat(server.get("/users?limit=1000").statusCode()).isEqualTo(200);
        assertThat(server.get("/users?limit=1001").statusCode()).isEqualTo(422);
        assertThat(server.get("/sorted?limit=1").body()).isEqualTo("{}");
    }

    @Test
    void tagsKeepChangesFromBeingLost() {
        String tag = put("ada", ADA).headers().firstValue("etag").orElseThrow();
        assertThat(server.get("/users/ada").headers().firstValue("etag")).hasValue(tag);
        assertThat(server.get("/users/ada", "if-none-match", tag).statusCode()).isEqualTo(304);
        assertThat(put("ada", "{\"name\":\"Ada\",\"age\":37}", "if-match", tag).statusCode()).isEqualTo(200);
        assertThat(put("ada", ADA, "if-match", tag).statusCode()).isEqualTo(412);
        assertThat(put("ada", ADA, "if-none-match", "*").statusCode()).isEqualTo(412);
        assertThat(put("bob", ADA, "if-none-match", "*").statusCode()).isEqualTo(200);
        assertThat(put("eve", ADA, "if-match", "*").statusCode()).isEqualTo(412);
        assertThat(server.send("DELETE", "/users/ada", null, "if-match", tag).statusCode()).isEqualTo(412);
        assertThat(users).containsOnlyKeys("ada", "bob").containsEntry("ada", new User("Ada", 37));
    }

    @Test
    void valuesAreChecked() {
        assertThat(put("ada", "{\"name\":\"\"}").statusCode()).isEqualTo(422);
        assertThat(put("ada", "null").statusCode()).isEqualTo(422);
        assertThat(put("ada", "[1]").statusCode()).isEqualTo(400);
        assertThat(put("k".repeat(512), ADA).statusCode()).isEqualTo(200);
        assertThat(put("k".repeat(513), ADA).statusCode()).isEqualTo(422);
    }

    @Test
    void mapIsDescribed() {
        assertThat(server.get("/users/openapi.json").body()).contains("\"/users/{key}\"", "\"User\"", "\"if-match\"");
    }
}
