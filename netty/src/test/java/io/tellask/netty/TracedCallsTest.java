package io.tellask.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import io.tellask.remote.Client;
import io.tellask.remote.Server;
import io.tellask.remote.TraceContext;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A trace reaches the third system over TCP, and no call that carries none. */
class TracedCallsTest {
    private final List<Optional<TraceContext>> seen = new CopyOnWriteArrayList<>();
    private final ActorSystem third = ActorSystem.create();
    private final ActorSystem second = ActorSystem.create();
    private final ActorSystem first = ActorSystem.create();
    private final Link desk;

    /** Asks the next one, if there is one. */
    public interface Link {
        Promise<Integer> ask(byte[] question);
    }

    TracedCallsTest() {
        Link archive = published(second, third, third.spawn(Link.class, () -> this::answer));
        desk = published(
                first,
                second,
                second.spawn(Link.class, () -> question -> Promise.of(1).thenCompose(_ -> archive.ask(question))));
    }

    private Promise<Integer> answer(byte[] question) {
        seen.add(TraceContext.current());
        return Promise.of(question.length);
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
    void traceReachesTheThirdOne() {
        TraceContext trace = TraceContext.start();
        assertThat(trace.call(() -> desk.ask(new byte[5]).join())).isEqualTo(5);
        assertThat(desk.ask(new byte[6]).join()).isEqualTo(6);
        assertThat(trace.call(() -> desk.ask(new byte[1 << 20]).join())).isEqualTo(1 << 20);
        assertThat(seen).containsExactly(Optional.of(trace), Optional.empty(), Optional.of(trace));
        assertThat(TraceContext.current()).isEmpty();
    }
}
