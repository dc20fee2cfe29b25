package io.tellask.actor;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.actor.pattern.LocalTopics;
import io.tellask.actor.pattern.Routers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What those who are told of an actor's end find of it at that moment. */
@Timeout(60)
class WatchTest {
    private final ActorSystem system = ActorSystem.create();
    private final VirtualDispatcher dispatcher = new VirtualDispatcher();
    private final List<String> found = new ArrayList<>();

    /** Counts, and fails where it is told nothing. */
    public interface Counting {
        void count(String what);
    }

    @AfterEach
    void close() {
        system.close();
    }

    private Counting spawn(Supervision supervision) {
        Counting actor = what -> {
            if (what.isEmpty()) {
                throw new IllegalStateException("nothing to count");
            }
        };
        return system.spawn(
                Counting.class, () -> actor, SpawnOptions.on(dispatcher).withSupervision(supervision));
    }

    /** Has what is there at the moment written down when one of two actors ends. */
    private void look(Counting watched, Counting other) {
        LocalTopics<Counting> topics = LocalTopics.of(Counting.class);
        topics.subscribe("*", watched);
        topics.subscribe("*", other);
        Counting router = Routers.roundRobin(Counting.class, List.of(watched, other));
        system.watch(watched)
                .thenAccept(reason ->
                        found.add(reason + ": actors=" + system.actors() + ", subscriptions=" + topics.subscriptions()
                                + ", routees=" + Routers.routees(router).size()));
    }

    @Test
    void anActorThatHasStoppedIsGoneBeforeSomebodyIsToldSo() {
        Counting watched = spawn(Supervision.stop());
        look(watched, spawn(Supervision.stop()));

        system.stop(watched);
        dispatcher.run();

        assertThat(found).containsExactly("REQUESTED: actors=1, subscriptions=1, routees=1");
    }

    @Test
    void anActorThatStopsBetweenTwoObjectsIsGoneToo() {
        Duration pause = Duration.ofSeconds(1);
        Counting watched = spawn(Supervision.restart().withPauses(pause, pause));
        look(watched, spawn(Supervision.stop()));

        watched.count("");
        dispatcher.run();
        system.stop(watched);
        dispatcher.run();

        assertThat(found).containsExactly("REQUESTED: actors=1, subscriptions=1, routees=1");
    }
}
