package io.tellask.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import io.tellask.test.Await;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Leases of a group, whatever its engine. */
@Timeout(120)
public abstract class LeaseContract {
    /** Where one is to end by itself. */
    private static final Duration BRIEF = Duration.ofSeconds(1);

    /** Where none may end by itself: a holder that a busy machine lets stand still for most of it loses it, as it should. */
    private static final Duration STEADY = Duration.ofSeconds(3);

    @TempDir
    private Path folder;

    private ReplicaGroup group;
    private final List<AutoCloseable> open = new ArrayList<>();

    protected abstract LogEngine engine();

    @BeforeEach
    void start() {
        group = new ReplicaGroup(
                        engine(),
                        folder,
                        UnaryOperator.identity(),
                        (name, its, source) -> MapMachine.open(name, its.resolve("state"), source),
                        "a")
                .startAll();
    }

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable each : open.reversed()) {
            each.close();
        }
        group.close();
    }

    /** Of a process of its own. */
    private final class Holder implements AutoCloseable {
        final ActorSystem system = ActorSystem.create();
        final ReplicaClient client = ReplicaClient.of(system, group.services());
        final Leases leases = Leases.of(system, client);

        Holder() {
            open.add(this);
        }

        @Override
        public void close() {
            client.close();
            system.close();
        }
    }

    private static Lease granted(Promise<Lease> lease) throws Exception {
        return lease.get(30, TimeUnit.SECONDS);
    }

    @Test
    void oneAtATimeHasItAndTokensGrow() throws Exception {
        Holder one = new Holder();
        Holder other = new Holder();
        Lease first = granted(one.leases.acquire("work", STEADY));
        assertThat(first.isHeld()).isTrue();
        assertThat(first.name()).isEqualTo("work");
        Promise<Lease> waiting = other.leases.acquire("work", STEADY);
        Lease apart = granted(other.leases.acquire("other work", STEADY));
        assertThat(waiting).isNotDone();

        first.release().get(30, TimeUnit.SECONDS);
        assertThat(first.isHeld()).isFalse();
        assertThat(first.ended().get(30, TimeUnit.SECONDS)).isEqualTo(Lease.End.RELEASED);
        Lease second = granted(waiting);
        assertThat(second.token()).isGreaterThan(first.token());
        assertThat(apart.isHeld()).isTrue();
    }

    @Test
    void itIsRenewedForAsLongAsItsHolderIsThere() throws Exception {
        Holder one = new Holder();
        Holder other = new Holder();
        Lease first = granted(one.leases.acquire("work", STEADY));
        Promise<Lease> waiting = other.leases.acquire("work", STEADY);
        long begin = System.nanoTime();
        Await.until("more than its time", () -> System.nanoTime() - begin > STEADY.toNanos());
        assertThat(first.isHeld()).isTrue();
        assertThat(waiting).isNotDone();
        assertThat(first.ended()).isNotDone();
    }

    @Test
    void whoDoesNotReachTheGroupLosesItBeforeAnotherOneHasIt() throws Exception {
        Holder one = new Holder();
        Holder other = new Holder();
        Lease first = granted(one.leases.acquire("work", BRIEF));
        Promise<Boolean> stillHeld = other.leases.acquire("work", BRIEF).thenApply(lease -> first.isHeld());
        one.client.close();
        assertThat(stillHeld.get(30, TimeUnit.SECONDS)).isFalse();
        assertThat(first.ended().get(30, TimeUnit.SECONDS)).isEqualTo(Lease.End.EXPIRED);
        assertThat(first.isHeld()).isFalse();
    }

    @Test
    void whoGivesUpDoesNotGetIt() throws Exception {
        Holder one = new Holder();
        Holder other = new Holder();
        Lease first = granted(one.leases.acquire("work", BRIEF));
        Promise<Lease> givenUp = other.leases.acquire("work", BRIEF);
        givenUp.cancel(false);
        Promise<Lease> waiting = other.leases.acquire("work", BRIEF);
        first.release().get(30, TimeUnit.SECONDS);
        assertThat(granted(waiting).isHeld()).isTrue();
        Await.until("only the actors that are in use", () -> other.system.actors() <= 2);
    }

    @Test
    void workIsDoneByOneProcessAtATime() throws Exception {
        AtomicInteger working = new AtomicInteger();
        List<String> log = new CopyOnWriteArrayList<>();
        List<Holder> holders = List.of(new Holder(), new Holder(), new Holder());
        List<Leases.Exclusive> all = new ArrayList<>();
        for (int i = 0; i < holders.size(); i++) {
            String name = "holder " + i;
            all.add(holders.get(i).leases.whileHeld("work", STEADY, lease -> {
                log.add(name + " begins, others: " + working.getAndIncrement());
                return () -> {
                    working.decrementAndGet();
                    log.add(name + " ends");
                };
            }));
        }
        for (int round = 1; round <= holders.size(); round++) {
            int begun = 2 * round - 1;
            Await.until("one works", () -> log.size() >= begun);
            assertThat(log.get(begun - 1)).endsWith("begins, others: 0");
            int which = log.get(begun - 1).charAt("holder ".length()) - '0';
            all.get(which).end().get(30, TimeUnit.SECONDS);
        }
        assertThat(log).hasSize(2 * holders.size());
        assertThat(working).hasValue(0);
    }

    @Test
    void workThatCannotBeBegunIsTriedAgain() {
        Holder one = new Holder();
        AtomicInteger tries = new AtomicInteger();
        one.leases.whileHeld("work", BRIEF, lease -> {
            if (tries.incrementAndGet() == 1) {
                throw new IllegalStateException("as asked");
            }
            return () -> {};
        });
        Await.until("another try", () -> tries.get() == 2);
    }

    @Test
    void limitsAreNamed() {
        Leases leases = new Holder().leases;
        assertThatThrownBy(() -> leases.acquire("", BRIEF)).hasMessageContaining("allowed=1..256");
        assertThatThrownBy(() -> leases.acquire("x".repeat(257), BRIEF)).hasMessageContaining("allowed=1..256");
        assertThatThrownBy(() -> leases.acquire("x", Duration.ofMillis(499)))
                .hasMessageContaining("allowed=500..3600000");
        assertThatThrownBy(() -> leases.acquire("x", Duration.ofMillis(3_600_001)))
                .hasMessageContaining("allowed=500..3600000");
    }
}
