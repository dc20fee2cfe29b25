package io.tellask.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import io.tellask.remote.Client;
import io.tellask.remote.DeadlineExceededException;
import io.tellask.remote.Remote;
import io.tellask.remote.Server;
import io.tellask.remote.Session;
import io.tellask.test.Await;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A deadline and a cancel reach the third system over TCP. */
class InheritedDeadlinesTest {
    private final List<Optional<Duration>> left = new CopyOnWriteArrayList<>();
    private final AtomicInteger cancelled = new AtomicInteger();
    private final ActorSystem third = ActorSystem.create();
    private final ActorSystem second = ActorSystem.create();
    private final ActorSystem first = ActorSystem.create();
    private final Link desk;

    /** Asks the next one, if there is one; else it never answers. */
    public interface Link {
        Promise<Integer> ask();
    }

    InheritedDeadlinesTest() {
        Link archive = published(second, third, third.spawn(Link.class, () -> this::neverAnswer));
        desk = published(
                first,
                second,
                second.spawn(Link.class, () -> () -> Promise.of(1).thenCompose(_ -> archive.ask())));
    }

    private Promise<Integer> neverAnswer() {
        left.add(Session.remainingTime());
        return new Promise<Integer>().onCancel(cancelled::incrementAndGet);
    }

    private static Link published(ActorSystem caller, ActorSystem owner, Link actor) {
        Server server = Server.builder(owner)
                .publish("link", Link.class, actor)
                .listen("tellask://127.0.0.1:0")
                .start();
        return Client.connect(caller, server.address().toString()).lookup("link", Link.class);
    }

    @AfterEach
    void close() {
        List.of(first, second, third).forEach(ActorSystem::close);
    }

    @Test
    void deadlineEndsTheCallOfTheThirdOne() {
        Duration deadline = Duration.ofSeconds(1);
        askUntil(deadline);
        while (left.isEmpty()) { // on a busy machine it has passed on the way
            deadline = deadline.multipliedBy(2);
            askUntil(deadline);
        }
        Await.until("the third one's call is cancelled", () -> cancelled.get() == left.size());
        Duration longest = deadline;
        assertThat(left).allSatisfy(time -> assertThat(time.orElseThrow()).isBetween(Duration.ZERO, longest));
    }

    private void askUntil(Duration deadline) {
        assertThatThrownBy(() -> Remote.withDeadline(desk, deadline).ask().join())
                .hasCauseInstanceOf(DeadlineExceededException.class);
    }

    @Test
    void cancelEndsTheCallOfTheThirdOne() {
        Promise<Integer> last = desk.ask().thenApply(value -> value + 1);
        Await.until("the third one was called", () -> left.size() == 1);
        last.cancel(false);
        Await.until("the third one's call is cancelled", () -> cancelled.get() == 1);
        assertThat(left).containsExactly(Optional.empty());
    }
}
