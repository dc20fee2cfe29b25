package io.tellask.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import io.tellask.cluster.ClusterException.Problem;
import io.tellask.remote.Server;
import io.tellask.test.Await;
import java.net.URI;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class MemberConnectionsTest {
    private static final String PLACE = "memory://" + UUID.randomUUID() + "-";

    private final List<ActorSystem> systems = new ArrayList<>();

    @AfterEach
    void close() {
        systems.forEach(ActorSystem::close);
    }

    /** A member that leads, or says that {@code a} does. */
    private record Member(boolean leads, List<Integer> calls) implements ReplicaService {
        private Promise<ReplicaAnswer> answer(byte[] bytes) {
            return Promise.of(
                    leads
                            ? ReplicaAnswer.of(bytes)
                            : ReplicaAnswer.refused(new ClusterException(Problem.NOT_LEADER, "test: a leads"), "a"));
        }

        @Override
        public Promise<ReplicaAnswer> openSession() {
            return answer(ByteBuffer.allocate(Long.BYTES).putLong(1).array());
        }

        @Override
        public Promise<ReplicaAnswer> apply(long session, long first, long oldest, byte[][] commands) {
            calls.add(commands.length);
            return answer(Entries.answers(List.of(commands).stream()
                    .map(each -> new byte[] {Entries.APPLIED})
                    .toList()));
        }

        @Override
        public Promise<ReplicaAnswer> query(byte[] question) {
            return answer(question);
        }

        @Override
        public Promise<ReplicaAnswer> queryLocally(byte[] question) {
            return Promise.of(ReplicaAnswer.of(question));
        }

        @Override
        public Promise<LogView> view() {
            throw new UnsupportedOperationException("clients do not ask for it");
        }

        @Override
        public Flow.Publisher<GroupEvent> events() {
            throw new UnsupportedOperationException("clients do not ask for them");
        }

        @Override
        public Flow.Publisher<byte[]> parts() {
            throw new UnsupportedOperationException("clients do not ask for them");
        }
    }

    private ActorSystem system() {
        ActorSystem system = ActorSystem.create();
        systems.add(system);
        return system;
    }

    private List<Integer> start(ActorSystem system, String name) {
        List<Integer> calls = new CopyOnWriteArrayList<>();
        Server.builder(system)
                .publish(
                        ReplicaClient.NAME,
                        ReplicaService.class,
                        system.spawn(ReplicaService.class, () -> new Member(name.equals("a"), calls)))
                .listen(PLACE + name)
                .start();
        return calls;
    }

    @Test
    void othersThanTheOneThatLeadsAreConnectedAndCalledAheadAlsoAfterTheyBeganAgain() throws Exception {
        List<Integer> ofLeader = start(system(), "a");
        ActorSystem other = system();
        List<Integer> ofOther = start(other, "b");
        Map<String, URI> members = Map.of("a", URI.create(PLACE + "a"), "b", URI.create(PLACE + "b"));

        try (ReplicaClient client = ReplicaClient.of(system(), members, Duration.ofSeconds(60))) {
            assertThat(client.apply(new byte[] {7}).toCompletableFuture().get(60, TimeUnit.SECONDS))
                    .isEmpty();
            Await.until("the other one was called", () -> !ofOther.isEmpty());
            other.close();
            List<Integer> ofNext = start(system(), "b");
            Await.until("it was called once more", () -> !ofNext.isEmpty());

            assertThat(ofOther).containsOnly(0);
            assertThat(ofNext).containsOnly(0);
            assertThat(ofLeader).containsOnlyOnce(1);
        }
    }
}
