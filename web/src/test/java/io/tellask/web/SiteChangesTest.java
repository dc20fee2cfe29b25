package io.tellask.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.actor.ActorSystem;
import io.tellask.netty.DetectingTransport;
import io.tellask.remote.Client;
import io.tellask.remote.Server;
import io.tellask.test.Await;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Changed files, told over a session. */
class SiteChangesTest {
    @TempDir
    private Path folder;

    /** Keeps what it is told, and asks when the test does. */
    private static final class Told implements Flow.Subscriber<List<String>> {
        final List<List<String>> changes = new CopyOnWriteArrayList<>();
        volatile Flow.@Nullable Subscription subscription;
        volatile @Nullable Throwable failure;

        @Override
        public void onSubscribe(Flow.Subscription given) {
            subscription = given;
        }

        @Override
        public void onNext(List<String> paths) {
            changes.add(paths);
        }

        @Override
        public void onError(Throwable reason) {
            failure = reason;
        }

        @Override
        public void onComplete() {}
    }

    private Website site(WebMode mode) {
        return Website.builder()
                .resources(ResourcePath.builder().folder(folder).build())
                .mode(mode)
                .liveActor("tellask.site")
                .build();
    }

    @Test
    void pagesLearnOfChangesOverTheirSession() throws Exception {
        Website site = site(WebMode.DEVELOPMENT);
        try (ActorSystem system = ActorSystem.create();
                Server server = Server.builder(system)
                        .publish("tellask.site", SiteChanges.class, system.spawn(SiteChanges.class, site::changes))
                        .transport(DetectingTransport.builder().pages(site).build())
                        .listen("any://127.0.0.1:0/tellask")
                        .start();
                Client client = Client.builder(system)
                        .transport(DetectingTransport.builder().build())
                        .connect(URI.create("tellask://127.0.0.1:"
                                        + server.address().getPort())
                                .toString())) {
            Told told = new Told();
            client.lookup("tellask.site", SiteChanges.class).changes().subscribe(told);
            Await.until("subscribed", () -> told.subscription != null);
            told.subscription.request(100);
            int[] turn = {0};
            Await.until("told of a change", () -> {
                if (turn[0]++ % 1_000 == 0) { // it is not said when the first look was
                    Files.writeString(folder.resolve("a.js"), "x".repeat(turn[0]));
                }
                return told.changes.contains(List.of("/a.js"));
            });
            assertThat(FakeExchange.text(FakeExchange.ask(site, "GET", "/_tellask/live.js")))
                    .contains("const SESSION = { transport: \"/tellask\", actor: \"tellask.site\" };");
        }
        site.close();
    }

    @Test
    void changesThatNobodyAskedForComeTogether() throws Exception {
        try (Website site = site(WebMode.DEVELOPMENT)) {
            Told all = new Told();
            Told slow = new Told();
            site.changes().changes().subscribe(all);
            site.changes().changes().subscribe(slow);
            all.subscription.request(Long.MAX_VALUE);
            int[] turn = {0};
            Await.until("both are told", () -> {
                if (turn[0]++ % 1_000 == 0) {
                    Files.writeString(folder.resolve("a.js"), "x".repeat(turn[0]));
                }
                return !all.changes.isEmpty();
            });
            Files.writeString(folder.resolve("b.js"), "b");
            Await.until("told", () -> all.changes.stream().anyMatch(paths -> paths.contains("/b.js")));
            assertThat(slow.changes).isEmpty();
            slow.subscription.request(1);
            Await.until("told", () -> !slow.changes.isEmpty());
            assertThat(slow.changes).hasSize(1).first().asList().contains("/b.js");
            slow.subscription.request(0);
            assertThat(slow.failure).isInstanceOf(IllegalArgumentException.class);
            all.subscription.cancel();
        }
    }

    @Test
    void inProductionThereAreNone() {
        Told told = new Told();
        site(WebMode.PRODUCTION).changes().changes().subscribe(told);
        told.subscription.request(1);
        told.subscription.cancel();
        assertThat(told.changes).isEmpty();
    }

    @Test
    void namesThatDoNotFitAScriptAreRefused() {
        for (String name : List.of("", "a\"b", "a b", "x".repeat(201))) {
            assertThatThrownBy(() -> Website.builder().liveActor(name)).isInstanceOf(IllegalArgumentException.class);
        }
    }
}
