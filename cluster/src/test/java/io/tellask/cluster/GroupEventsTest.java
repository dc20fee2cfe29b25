package io.tellask.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.actor.Promise;
import io.tellask.actor.Streams;
import io.tellask.cluster.ClusterException.Problem;
import io.tellask.cluster.GroupEvent.Kind;
import java.lang.reflect.Proxy;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Flow;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class GroupEventsTest {
    private final List<Consumer<LogView>> listeners = new ArrayList<>();
    private LogView view = view("a", 1, List.of("a", "b"), "a", "b");
    private final GroupEvents events = new GroupEvents(log());

    /** A log that tells of views. */
    @SuppressWarnings("unchecked")
    private ReplicatedLog log() {
        return (ReplicatedLog) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {ReplicatedLog.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("view")) {
                        return view;
                    }
                    assertThat(method.getName()).isEqualTo("onView");
                    listeners.add((Consumer<LogView>) arguments[0]);
                    return null;
                });
    }

    private static LogView view(String leader, long term, List<String> voters, String... present) {
        Instant now = Instant.EPOCH;
        return new LogView(
                "a",
                leader.isEmpty() ? null : leader,
                term,
                voters,
                List.of(present).stream().collect(Collectors.toMap(name -> name, name -> now)),
                0);
    }

    private void become(LogView next) {
        view = next;
        listeners.forEach(each -> each.accept(next));
    }

    @Test
    void differencesAreToldInOrder() {
        Promise<List<GroupEvent>> all = Streams.collect(events.subscribe());
        become(view("", 1, List.of("a", "b"), "a"));
        become(view("a", 2, List.of("a", "c"), "a", "c"));
        become(view("a", 2, List.of("a", "c"), "a", "c"));
        become(view("a", 3, List.of("a", "c"), "a", "c"));
        events.close();
        assertThat(all.join())
                .containsExactly(
                        new GroupEvent(Kind.GONE, "b", 1),
                        new GroupEvent(Kind.LEADS_NO_MORE, "a", 1),
                        new GroupEvent(Kind.JOINED, "c", 2),
                        new GroupEvent(Kind.VOTER_ADDED, "c", 2),
                        new GroupEvent(Kind.VOTER_REMOVED, "b", 2),
                        new GroupEvent(Kind.LEADS, "a", 2),
                        new GroupEvent(Kind.LEADS, "a", 3));
        assertThat(Streams.collect(events.subscribe()).join()).isEmpty();
    }

    @Test
    void rolesAreThoseOfWhoIsConnected() {
        LogView now = view("a", 1, List.of("a", "b", "c"), "a", "b", "d");
        assertThat(now.members()).containsExactly("a", "b", "c", "d");
        assertThat(List.of("a", "b", "c", "d", "e"))
                .extracting(now::role)
                .containsExactly(
                        LogView.Role.LEADER,
                        LogView.Role.FOLLOWER,
                        LogView.Role.GONE,
                        LogView.Role.LEARNER,
                        LogView.Role.GONE);
        assertThat(new LogView("a", null, 0, List.of(), Map.of(), 0).leads()).isFalse();
    }

    @Test
    void aStreamThatIsNotReadFailsBeyondTheLimit() {
        Flow.Publisher<GroupEvent> atLimit = events.subscribe();
        Flow.Publisher<GroupEvent> beyond = events.subscribe();
        for (int term = 2; term < 2 + Replica.EVENTS_AHEAD; term++) {
            become(view("a", term, List.of("a", "b"), "a", "b"));
        }
        assertThat(take(atLimit, Replica.EVENTS_AHEAD)).hasSize(Replica.EVENTS_AHEAD);
        become(view("a", 1_000, List.of("a", "b"), "a", "b"));
        assertThatThrownBy(() -> Streams.collect(beyond).join())
                .isInstanceOf(CompletionException.class)
                .cause()
                .isInstanceOfSatisfying(
                        ClusterException.class,
                        failure -> assertThat(failure.problem()).isEqualTo(Problem.LIMIT));
    }

    private static List<GroupEvent> take(Flow.Publisher<GroupEvent> from, int count) {
        List<GroupEvent> taken = new ArrayList<>();
        from.subscribe(new Flow.Subscriber<>() {
            @Override
            public void onSubscribe(Flow.Subscription subscription) {
                subscription.request(count);
            }

            @Override
            public void onNext(GroupEvent event) {
                taken.add(event);
            }

            @Override
            public void onError(Throwable failure) {
                throw new AssertionError(failure);
            }

            @Override
            public void onComplete() {}
        });
        return taken;
    }

    @Test
    void streamsHaveALimit() {
        Flow.Publisher<GroupEvent> first = events.subscribe();
        for (int i = 1; i < Replica.MOST_EVENT_STREAMS; i++) {
            events.subscribe();
        }
        assertThatThrownBy(events::subscribe)
                .isInstanceOf(ClusterException.class)
                .hasMessageContaining("limit=" + Replica.MOST_EVENT_STREAMS);
        Streams.collect(first).cancel(false);
        assertThat(events.subscribe()).isNotNull();
    }
}
