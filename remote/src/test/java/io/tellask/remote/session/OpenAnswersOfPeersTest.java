package io.tellask.remote.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.actor.Actor;
import io.tellask.actor.ActorStoppedException;
import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import io.tellask.actor.SpawnOptions;
import io.tellask.actor.Supervision;
import io.tellask.remote.Client;
import io.tellask.remote.MemoryTransport;
import io.tellask.remote.Server;
import java.net.URI;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Calls of peers that wait for an answer when the actor that was called stops or is made again. */
@Timeout(60)
class OpenAnswersOfPeersTest {
    private static final URI ADDRESS = URI.create("memory://clerk");

    /** Answers when it is told to. */
    public interface Clerk {
        Promise<String> ask();

        Promise<String> askForeign();

        Promise<String> greet();

        void fail();
    }

    private final ActorSystem system = ActorSystem.create();
    private final MemoryTransport transport = MemoryTransport.isolated();
    private final CompletableFuture<String> foreign = new CompletableFuture<>();
    private final CountDownLatch asked = new CountDownLatch(2);
    private Clerk local;
    private Clerk remote;

    private final class ClerkActor extends Actor implements Clerk {
        @Override
        public Promise<String> ask() {
            asked.countDown();
            return new Promise<>();
        }

        @Override
        public Promise<String> askForeign() {
            asked.countDown();
            return Promise.from(foreign);
        }

        @Override
        public Promise<String> greet() {
            return Promise.of("hello");
        }

        @Override
        public void fail() {
            throw new IllegalStateException("fails");
        }
    }

    @BeforeEach
    void connect() {
        local = system.spawn(Clerk.class, ClerkActor::new, SpawnOptions.pool().withSupervision(Supervision.restart()));
        Server.builder(system)
                .transport(transport)
                .publish("clerk", Clerk.class, local)
                .listen(ADDRESS)
                .start();
        remote = Client.builder(system).transport(transport).connect(ADDRESS).lookup("clerk", Clerk.class);
    }

    @AfterEach
    void close() {
        system.close();
    }

    private static void assertFailed(Promise<String> answer, String why) {
        assertThatThrownBy(answer::join)
                .rootCause()
                .isInstanceOf(ActorStoppedException.class)
                .hasMessageContaining(why)
                .hasMessageEndingWith("before it answered; the call had begun");
    }

    @Test
    void failWhenTheActorIsStopped() throws InterruptedException {
        Promise<String> never = remote.ask();
        Promise<String> late = remote.askForeign();
        asked.await();

        system.stop(local);

        assertFailed(never, "has stopped");
        assertFailed(late, "has stopped");
    }

    @Test
    void failWhenTheActorIsMadeAgainAndAreNotAnsweredTwice() {
        Promise<String> never = remote.ask();
        Promise<String> late = remote.askForeign();

        remote.fail();

        assertFailed(never, "was made again after a failure");
        assertFailed(late, "was made again after a failure");
        foreign.complete("late");
        assertThat(remote.greet().join()).isEqualTo("hello");
    }
}
