package io.tellask.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.actor.Streams;
import io.tellask.remote.AccessDeniedException;
import io.tellask.remote.Client;
import io.tellask.remote.Interceptor;
import io.tellask.remote.Limits;
import io.tellask.remote.Operations;
import io.tellask.remote.Operations.Call;
import io.tellask.remote.PeerMemory;
import io.tellask.remote.ValueEncoding;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Calls of a server as those see them who watch. */
@Timeout(60)
@ParameterizedClass
@EnumSource(ValueEncoding.class)
class TrafficTest {
    private final AtomicBoolean permitted = new AtomicBoolean(true);
    private final Rig rig;
    private final Operations operations;
    private final Client client;
    private final Office office;

    TrafficTest(ValueEncoding encoding) {
        rig = new Rig(
                        Limits.defaults(),
                        new PeerMemory(64 << 20),
                        (_, builder) -> builder.publishOperations(_ -> permitted.get()))
                .choosing(encoding);
        operations = operations(rig);
        client = rig.connect();
        office = rig.lookup(client);
    }

    private static Operations operations(Rig rig) {
        return rig.simulation.await(rig.connect().lookupAsync(Operations.PUBLISHED_NAME, Operations.class));
    }

    private StreamProbe<Call> watch(String where, long items) {
        StreamProbe<Call> probe = new StreamProbe<>(items);
        operations.traffic(where).subscribe(probe);
        rig.simulation.runUntilIdle();
        return probe;
    }

    @AfterEach
    void close() {
        rig.close();
    }

    @Test
    void callsAreToldWhenTheyHaveEnded() {
        StreamProbe<Call> probe = watch("", Long.MAX_VALUE);
        rig.simulation.await(office.echo(7));
        office.count(3);
        rig.simulation.await(Streams.collect(office.numbers(3)));
        rig.simulation.runUntilIdle();

        assertThat(probe.items()).extracting(Call::method).containsExactly("echo", "count", "numbers");
        Call echo = probe.items().getFirst();
        assertThat(echo.contract()).isEqualTo(Office.class.getName());
        assertThat(echo.principal()).isEqualTo("anonymous");
        assertThat(echo.peer()).doesNotContain("://").isNotEmpty();
        assertThat(echo.in()).isBetween(5L, 20L);
        assertThat(echo.out()).isBetween(5L, 20L);
        assertThat(echo.time()).isNotNegative();
        assertThat(echo.failure()).isEmpty();
        assertThat(probe.items().get(1).out()).isZero();
        assertThat(probe.items().get(2).items()).isEqualTo(3);
        assertThat(probe.items().get(2).out()).isBetween(15L, 60L);
    }

    @Test
    void failuresAndCancelsAreToldByTheirClass() {
        StreamProbe<Call> probe = watch("not failure=''", Long.MAX_VALUE);
        rig.simulation.await(office.echo(7));
        office.later(1).cancel(false);
        rig.simulation.runUntilIdle();

        assertThat(probe.items()).singleElement().satisfies(call -> {
            assertThat(call.method()).isEqualTo("later");
            assertThat(call.failure()).isEqualTo("java.util.concurrent.CancellationException");
        });
    }

    @Test
    void conditionsChoose() {
        StreamProbe<Call> probe =
                watch("contract=" + Office.class.getName() + " and method=e* and in<1K", Long.MAX_VALUE);
        office.count(3);
        rig.simulation.await(office.echo(7));
        rig.simulation.runUntilIdle();

        assertThat(probe.items()).extracting(Call::method).containsExactly("echo");
    }

    @Test
    void whoDoesNotTakeThemIsToldHowManyWereDropped() {
        StreamProbe<Call> probe = watch("", 1);
        int calls = 3 * Operations.MOST_WAITING_CALLS;
        for (int i = 0; i < calls; i++) {
            rig.simulation.await(office.echo(i));
        }
        probe.request(Long.MAX_VALUE);
        rig.simulation.runUntilIdle();
        int taken = probe.items().size();
        rig.simulation.await(office.echo(0));
        rig.simulation.runUntilIdle();

        assertThat(taken).isBetween(Operations.MOST_WAITING_CALLS, 2 * Operations.MOST_WAITING_CALLS);
        assertThat(probe.items()).hasSize(taken + 1);
        assertThat(probe.items().getLast().dropped()).isEqualTo(calls - taken);
    }

    @Test
    void watchersAreBoundedAndForgotten() {
        List<StreamProbe<Call>> probes = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            probes.add(watch("", 1));
        }
        StreamProbe<Call> oneMore = watch("", 1);
        assertThat(rig.failure(oneMore.ended()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("watchers=16 >= limit=16");

        probes.getFirst().cancel();
        rig.simulation.runUntilIdle();
        StreamProbe<Call> instead = watch("", 1);
        rig.simulation.await(office.echo(1));
        rig.simulation.runUntilIdle();
        assertThat(instead.items()).hasSize(1);
        assertThat(probes.getFirst().items()).isEmpty();
    }

    @Test
    void sessionsThatEndTakeTheirWatchersAlong() {
        for (int round = 0; round < 20; round++) {
            Client watcher = rig.connect();
            Operations theirs = rig.simulation.await(watcher.lookupAsync(Operations.PUBLISHED_NAME, Operations.class));
            StreamProbe<Call> probe = new StreamProbe<>(1);
            theirs.traffic("").subscribe(probe);
            rig.simulation.runUntilIdle();
            rig.leave(watcher);
        }
        StreamProbe<Call> probe = watch("", 1);
        rig.simulation.await(office.echo(1));
        rig.simulation.runUntilIdle();

        assertThat(probe.items()).hasSize(1);
    }

    @Test
    void wrongConditionsAndOthersAreRefused() {
        assertThat(rig.failure(watch("metod=x", 1).ended()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("where: position=1, found 'metod=x'");
        permitted.set(false);
        assertThat(rig.failure(watch("", 1).ended())).isInstanceOf(AccessDeniedException.class);
    }

    @Test
    void callsThatAnInterceptorRefusesAreToldToo() {
        Interceptor noEcho = call -> {
            if (call.method().equals("echo")) {
                throw new AccessDeniedException("call: not you");
            }
        };
        try (Rig strict = new Rig(
                Limits.defaults(),
                new PeerMemory(64 << 20),
                (_, builder) -> builder.publishOperations(_ -> true).interceptor(noEcho))) {
            StreamProbe<Call> probe = new StreamProbe<>(Long.MAX_VALUE);
            operations(strict).traffic("").subscribe(probe);
            strict.simulation.runUntilIdle();
            Office refused = strict.office();
            assertThat(strict.failure(refused.echo(1))).isInstanceOf(AccessDeniedException.class);
            strict.simulation.runUntilIdle();

            assertThat(probe.items()).extracting(Call::failure).containsExactly(AccessDeniedException.class.getName());
        }
    }
}
