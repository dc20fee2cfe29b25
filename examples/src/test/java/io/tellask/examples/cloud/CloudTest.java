package io.tellask.examples.cloud;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.actor.ActorSystem;
import io.tellask.remote.Client;
import io.tellask.remote.Server;
import io.tellask.test.Await;
import io.tellask.web.WebMode;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Flow;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The cloud, and visitors that mean no good. */
class CloudTest {
    private ActorSystem system;
    private Client ada;
    private Client eve;

    @BeforeEach
    void start() {
        system = ActorSystem.create();
        Server server = CloudServer.start(system, "any://127.0.0.1:0/tellask", WebMode.PRODUCTION);
        URI address = URI.create("tellask://127.0.0.1:" + server.address().getPort());
        ada = Client.connect(system, address);
        eve = Client.connect(system, address);
    }

    @AfterEach
    void stop() {
        system.close();
    }

    private static Cloud cloud(Client client) {
        return client.lookup("cloud", Cloud.class);
    }

    /** What comes of a stream. */
    private static final class Taken implements Flow.Subscriber<CloudEvent> {
        private final List<CloudEvent> events = Collections.synchronizedList(new ArrayList<>());
        private volatile boolean complete;

        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            subscription.request(Long.MAX_VALUE);
        }

        @Override
        public void onNext(CloudEvent event) {
            events.add(event);
        }

        @Override
        public void onError(Throwable failure) {
            complete = true;
        }

        @Override
        public void onComplete() {
            complete = true;
        }
    }

    @Test
    void oneBrowserTakesAFewNamesUntilItLeaves() {
        for (int i = 0; i < CloudActor.MOST_VISITS; i++) {
            cloud(eve).enter("eve " + i).join();
        }
        assertThatThrownBy(() -> cloud(eve).enter("eve too").join())
                .hasCauseInstanceOf(NameRefusedException.class)
                .hasMessageContaining("visits of one browser=4");
        cloud(ada).enter("ada").join();
        eve.close();
        Await.until(
                "the name is free",
                () -> cloud(ada)
                        .enter("eve 1")
                        .handle((visit, failure) -> failure == null)
                        .join());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", " ", "a\u0007", "\u202Eevil", "a\u0000", "a\nb", "\u2028", "1234567890123456789012345678901"
            })
    void wordsThatCannotBeSeenAreRefused(String word) {
        Visit visit = cloud(ada).enter("ada").join();
        assertThatThrownBy(() -> visit.say(word).join()).hasCauseInstanceOf(WordRefusedException.class);
        assertThat(visit.say("123456789012345678901234567890").join()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\u202Eadmin", "a\u0007b", "admin", "ADMIN ", "<b>", "123456789012345678901"})
    void namesThatFoolOthersAreRefused(String name) {
        assertThatThrownBy(() -> cloud(eve).enter(name).join()).hasCauseInstanceOf(NameRefusedException.class);
        cloud(eve).enter("12345678901234567890").join();
    }

    @Test
    void floodOfWordsIsCutOff() {
        Visit visit = cloud(eve).enter("eve").join();
        long refused = 0;
        for (int i = 0; i < 100; i++) {
            refused += visit.say("word " + i)
                    .handle((count, failure) -> failure == null ? 0 : 1)
                    .join();
        }
        assertThat(refused).isGreaterThan(0);
        assertThat(cloud(ada).enter("ada").join().say("ada's").join()).isEqualTo(1);
    }

    @Test
    void pageThatWatchesAgainIsToldByItsLastStreamOnly() {
        Visit visit = cloud(ada).enter("ada").join();
        Taken first = new Taken();
        visit.watch().subscribe(first);
        Await.until("the whole cloud", () -> first.events.size() == 1);
        Taken second = new Taken();
        visit.watch().subscribe(second);
        Await.until("the first stream ends", () -> first.complete);
        visit.say("hello").join();
        Await.until("the word", () -> second.events.size() == 2);
        assertThat(first.events).hasSize(1);
    }
}
