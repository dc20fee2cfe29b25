package io.tellask.actor.pattern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.Cancellable;
import io.tellask.actor.ContractException;
import io.tellask.actor.MailboxPolicy;
import io.tellask.actor.Promise;
import io.tellask.actor.SpawnOptions;
import io.tellask.actor.VirtualDispatcher;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LocalTopicsTest {
    public interface Prices {
        void price(String symbol, long cents);
    }

    public interface Asked {
        Promise<Integer> ask();
    }

    private final ActorSystem system = ActorSystem.create();
    private final VirtualDispatcher dispatcher = new VirtualDispatcher();
    private final LocalTopics<Prices> topics = LocalTopics.of(Prices.class);
    private final List<String> heard = new ArrayList<>();
    private final List<Prices> listeners = new ArrayList<>();

    @AfterEach
    void close() {
        listeners.forEach(system::stop);
        dispatcher.run();
        system.close();
    }

    private Prices listener(String name) {
        return listener(name, SpawnOptions.on(dispatcher));
    }

    private Prices listener(String name, SpawnOptions options) {
        Prices listener =
                system.spawn(Prices.class, () -> (symbol, cents) -> heard.add(name + " " + symbol + cents), options);
        listeners.add(listener);
        return listener;
    }

    private void publish(String topic, String symbol, long cents) {
        topics.tell(topic).price(symbol, cents);
        dispatcher.run();
    }

    @Test
    void subscribersHearWhatIsPublishedToTheirTopics() {
        topics.subscribe("prices/eur", listener("a"));
        topics.subscribe("prices/*", listener("b"));
        topics.subscribe("**", listener("c"));
        publish("prices/eur", "X", 1);
        publish("prices/usd", "Y", 2);
        publish("news", "Z", 3);
        assertThat(heard).containsExactlyInAnyOrder("a X1", "b X1", "c X1", "b Y2", "c Y2", "c Z3");
    }

    @Test
    void nobodyNeedsToListen() {
        publish("prices/eur", "X", 1);
        assertThat(topics.refused()).isZero();
    }

    @Test
    void whoSubscribesTwiceIsToldOnceUntilBothAreCancelled() {
        Prices listener = listener("a");
        Cancellable first = topics.subscribe("prices/*", listener);
        Cancellable second = topics.subscribe("prices/eur", listener);
        Prices eur = topics.tell("prices/eur");
        eur.price("X", 1);
        assertThat(first.cancel()).isTrue();
        assertThat(first.cancel()).isFalse();
        eur.price("X", 2);
        assertThat(second.cancel()).isTrue();
        eur.price("X", 3);
        dispatcher.run();
        assertThat(heard).containsExactly("a X1", "a X2");
        assertThat(topics.subscriptions()).isZero();
    }

    @Test
    void eachHearsAPublisherInItsOrder() {
        topics.subscribe("prices/*", listener("a"));
        Prices eur = topics.tell("prices/eur");
        Prices usd = topics.tell("prices/usd");
        for (int i = 0; i < 100; i++) {
            (i % 2 == 0 ? eur : usd).price("", i);
        }
        dispatcher.run();
        assertThat(heard)
                .isEqualTo(IntStream.range(0, 100).mapToObj(i -> "a " + i).toList());
    }

    @Test
    void actorsThatStopNoLongerSubscribe() {
        Prices stopping = listener("a");
        topics.subscribe("prices/*", stopping);
        topics.subscribe("prices/*", listener("b"));
        Prices eur = topics.tell("prices/eur");
        eur.price("X", 1);
        system.stop(stopping);
        dispatcher.run();
        eur.price("X", 2);
        dispatcher.run();
        assertThat(heard).containsExactlyInAnyOrder("a X1", "b X1", "b X2");
        assertThat(topics.subscriptions()).isEqualTo(1);
    }

    @Test
    void slowSubscribersLoseMessagesAsTheirMailboxSays() {
        SpawnOptions options = SpawnOptions.on(dispatcher);
        topics.subscribe("*", listener("refuses", options.withMailbox(2, MailboxPolicy.REFUSE)));
        topics.subscribe("*", listener("newest", options.withMailbox(2, MailboxPolicy.DROP_OLDEST)));
        topics.subscribe("*", listener("all", options));
        Prices topic = topics.tell("t");
        for (int i = 0; i < 4; i++) {
            topic.price("", i);
        }
        dispatcher.run();
        assertThat(heard)
                .containsExactlyInAnyOrder(
                        "refuses 0", "refuses 1", "newest 2", "newest 3", "all 0", "all 1", "all 2", "all 3");
        assertThat(topics.refused()).isEqualTo(2);
        assertThat(system.droppedMessages()).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource({
        "a, a, true",
        "a, b, false",
        "a/b, a, false",
        "a, a/b, false",
        "a/*, a/b, true",
        "a/*, a, false",
        "a/*, a/b/c, false",
        "*/b, a/b, true",
        "*/b, a/c, false",
        "a/*/c, a/b/c, true",
        "a/**, a, true",
        "a/**, a/b/c, true",
        "a/**, b/a, false",
        "*/**, a, true",
        "**, a/b/c, true",
    })
    void patternsMatch(String pattern, String topic, boolean matches) {
        topics.subscribe(pattern, listener(""));
        publish(topic, "X", 1);
        assertThat(heard).hasSize(matches ? 1 : 0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/", "a//b", "a/", "a*", "**/a", "a/***"})
    void refusesPatternsThatAreNone(String pattern) {
        Prices listener = listener("a");
        assertThatThrownBy(() -> topics.subscribe(pattern, listener))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("topics: ");
    }

    @Test
    void refusesNamesThatAreNone() {
        assertThatThrownBy(() -> topics.tell("a/*")).hasMessageContaining("name one topic");
        assertThatThrownBy(() -> topics.tell("a//b")).hasMessageContaining("empty part");
        String longest = "x".repeat(LocalTopics.MOST_NAME_CHARS);
        assertThat(topics.tell(longest)).hasToString("topic " + longest);
        assertThatThrownBy(() -> topics.tell(longest + "x"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("chars=256 > MOST_NAME_CHARS=255");
        assertThatThrownBy(() -> topics.subscribe("a", (symbol, cents) -> {}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("is no reference to an actor");
        assertThatThrownBy(() -> LocalTopics.of(Asked.class)).isInstanceOf(ContractException.class);
    }

    @Test
    void takesSubscriptionsUpToTheLimit() {
        Prices listener = listener("a");
        List<Cancellable> all = new ArrayList<>();
        for (int i = 0; i < LocalTopics.MOST_SUBSCRIPTIONS; i++) {
            all.add(topics.subscribe("t" + i, listener));
        }
        assertThatThrownBy(() -> topics.subscribe("t", listener))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("subscriptions=65536 >= MOST_SUBSCRIPTIONS=65536");
        all.getFirst().cancel();
        topics.subscribe("t", listener);
        publish("t", "X", 1);
        assertThat(heard).hasSize(1);
    }
}
