package io.tellask.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.actor.Actor;
import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import io.tellask.remote.Client;
import io.tellask.remote.Server;
import io.tellask.remote.Session;
import io.tellask.test.Await;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** What is left of sessions that ended with calls under way in both directions, over TCP: nothing, though actors keep what they promised. */
@Isolated
class EndedSessionsTest {
    private static final int SESSIONS = 50;

    /** Those that a thread's stack may still name: the ones served last. */
    private static final int MOST_LEFT = 4;

    private final Set<Session> sessions = Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));
    private final AtomicInteger met = new AtomicInteger();
    private final Promise<Integer> never = new Promise<>();

    /** Never answers. */
    public interface Caller {
        Promise<Integer> answer();
    }

    /** Calls back, and answers when that is answered. */
    public interface Desk {
        Promise<Desk> open(Caller caller);

        Promise<Integer> take(List<Caller> callers);

        Promise<Integer> never();
    }

    private final class Clerk extends Actor implements Desk {
        @Override
        public Promise<Desk> open(Caller caller) {
            meet();
            return caller.answer().thenApply(_ -> self(Desk.class));
        }

        @Override
        public Promise<Integer> take(List<Caller> callers) {
            return Promise.of(callers.size());
        }

        @Override
        public Promise<Integer> never() {
            meet();
            return never;
        }
    }

    private void meet() {
        sessions.add(Session.current().orElseThrow());
        met.incrementAndGet();
    }

    private Promise<Integer> meetAndWait() {
        meet();
        return never;
    }

    @Test
    void endedSessionsAreCollected() {
        Promise<Integer> another =
                never.thenApply(value -> value + 1); // so that cancelling the rest cancels no promise
        try (ActorSystem system = ActorSystem.create()) {
            Server server = Server.builder(system)
                    .publish("desk", Desk.class, system.spawn(Desk.class, Clerk::new))
                    .listen("tellask://127.0.0.1:0")
                    .start();
            for (int i = 1; i <= SESSIONS; i++) {
                callAndLeave(system, server, 3 * i);
            }
            Await.until(() -> "ended sessions are collected, left=" + sessions.size(), () -> {
                System.gc();
                return sessions.size() <= MOST_LEFT;
            });
        }
        assertThat(another).isNotDone();
    }

    private void callAndLeave(ActorSystem system, Server server, int metThen) {
        Client client = Client.builder(system).connect(server.address().toString());
        Desk desk = client.lookup("desk", Desk.class);
        desk.open(system.spawn(Caller.class, () -> this::meetAndWait))
                .pipelined()
                .take(List.of(system.spawn(Caller.class, () -> Promise::new)));
        desk.never();
        Await.until("both sides were called", () -> met.get() == metThen);
        client.close();
    }
}
