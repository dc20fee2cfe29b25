package io.tellask.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.cluster.ClusterException.Problem;
import java.lang.reflect.Proxy;
import java.util.ArrayDeque;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class BarriersTest {
    private final ArrayDeque<CompletableFuture<byte[]>> appended = new ArrayDeque<>();
    private final Barriers barriers = new Barriers(log(), 2);

    /** A log that has entries wait until the test settles them. */
    private ReplicatedLog log() {
        return (ReplicatedLog) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {ReplicatedLog.class}, (proxy, method, arguments) -> {
                    assertThat(method.getName()).isEqualTo("append");
                    CompletableFuture<byte[]> answer = new CompletableFuture<>();
                    appended.add(answer);
                    return answer;
                });
    }

    @Test
    void readsThatComeWhileAnEntryIsUnderWayShareTheNextOne() {
        CompletableFuture<Void> first = barriers.await();
        CompletableFuture<Void> second = barriers.await();
        CompletableFuture<Void> third = barriers.await();
        assertThat(appended).hasSize(1);

        appended.remove().complete(new byte[0]);
        assertThat(first).isCompleted();
        assertThat(second).isNotDone(); // it came after the entry was appended
        assertThat(appended).hasSize(1);

        appended.remove().complete(new byte[0]);
        assertThat(second).isCompleted();
        assertThat(third).isCompleted();
        assertThat(appended).isEmpty();
        assertThat(barriers.await()).isNotDone();
        assertThat(appended).hasSize(1);
    }

    @Test
    void readsFailAsTheirEntryDoesAndLaterOnesGoOn() {
        CompletableFuture<Void> first = barriers.await();
        CompletableFuture<Void> second = barriers.await();
        appended.remove().completeExceptionally(new ClusterException(Problem.NOT_LEADER, "not here"));
        assertThatThrownBy(first::join).hasMessageContaining("not here");
        appended.remove().complete(new byte[0]);
        assertThat(second).isCompleted();
    }

    @Test
    void readsThatWaitAreBounded() {
        CompletableFuture<Void> underWay = barriers.await();
        CompletableFuture<Void> one = barriers.await();
        CompletableFuture<Void> two = barriers.await();
        assertThatThrownBy(barriers.await()::join)
                .cause()
                .isInstanceOfSatisfying(
                        ClusterException.class,
                        failure -> assertThat(failure.problem()).isEqualTo(Problem.LIMIT))
                .hasMessageContaining("waitingReads");
        appended.remove().complete(new byte[0]);
        appended.remove().complete(new byte[0]);
        assertThat(CompletableFuture.allOf(underWay, one, two)).isCompleted();
    }
}
