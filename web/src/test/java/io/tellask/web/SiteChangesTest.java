package io.tellask.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.actor.ActorSystem;
import io.tellask.netty.DetectingTransport;
import io.tellask.remote.Client;
import io.tellask.remote.Server;
import io.tellask.test.Await;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
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

    /** At once: a look between two steps of it would tell of two changes. */
    private void write(String name, String text) throws IOException {
        Path unwatched = Files.writeString(folder.resolve(".next"), text);
        Files.move(
                unwatched, folder.resolve(name), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /** The state of the files that a page is made of now. */
    private String state(Website site) throws IOException {
        write("index.html", "<title>a</title>");
        String page = FakeExchange.text(FakeExchange.ask(site, "GET", "/"));
        return page.replaceAll("(?s).*data-state=\"([^\"]+)\".*", "$1");
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
            String served = state(site);
            write("a.js", "1");
            Told told = new Told();
            client.lookup("tellask.site", SiteChanges.class).changes(served).subscribe(told);
            Await.until("subscribed", () -> told.subscription != null);
            told.subscription.request(100);
            Await.until("told of what was before", () -> told.changes.equals(List.of(List.of())));
            write("a.js", "22");
            Await.until("told of a change", () -> told.changes.equals(List.of(List.of(), List.of("/a.js"))));
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
            site.changes().changes("earlier").subscribe(slow);
            slow.subscription.request(1);
            Await.until("the slow one listens", () -> !slow.changes.isEmpty());
            site.changes().changes("earlier").subscribe(all); // told after the slow one, which listens for longer
            all.subscription.request(Long.MAX_VALUE);
            Await.until("both listen", () -> !all.changes.isEmpty());
            write("a.js", "a");
            Await.until("told", () -> all.changes.stream().anyMatch(paths -> paths.contains("/a.js")));
            write("b.js", "b");
            Await.until("told", () -> all.changes.stream().anyMatch(paths -> paths.contains("/b.js")));
            assertThat(slow.changes).containsExactly(List.of());
            slow.subscription.request(1);
            Await.until(
                    "told",
                    () -> slow.changes.size() == 2 && slow.changes.get(1).contains("/b.js"));
            assertThat(slow.changes.get(1)).containsExactly("/a.js", "/b.js");
            slow.subscription.request(0);
            assertThat(slow.failure).isInstanceOf(IllegalArgumentException.class);
            all.subscription.cancel();
        }
    }

    @Test
    void inProductionThereAreNone() {
        Told told = new Told();
        site(WebMode.PRODUCTION).changes().changes("").subscribe(told);
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
