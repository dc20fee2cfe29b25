package io.tellask.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.remote.Client;
import io.tellask.remote.DisconnectedException;
import io.tellask.remote.Limits;
import io.tellask.remote.MemoryHolder;
import io.tellask.remote.PeerMemory;
import io.tellask.remote.ValueEncoding;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Streams across a session: credit that comes back, and ends that come once. */
@ParameterizedClass
@EnumSource(ValueEncoding.class)
@Timeout(60)
class SessionStreamsTest {
    private static final int ITEMS = 5_000;

    private static <T> StreamProbe<T> all() {
        return new StreamProbe<>(Long.MAX_VALUE);
    }

    private final ValueEncoding encoding;

    SessionStreamsTest(ValueEncoding encoding) {
        this.encoding = encoding;
        super();
    }

    @Test
    void takesManyTimesTheCreditInBytes() {
        try (Rig rig = new Rig().choosing(encoding)) {
            Office office =
                    rig.lookup(rig.connect(Limits.builder().creditBytes(1_024).build()));
            StreamProbe<Integer> numbers = all();
            office.numbers(ITEMS).subscribe(numbers);
            rig.simulation.await(numbers.ended());
            assertThat(numbers.items()).hasSize(ITEMS).isSorted();
            StreamProbe<String> lines = all();
            office.lines(ITEMS).subscribe(lines);
            rig.simulation.await(lines.ended());
            assertThat(lines.items()).hasSize(ITEMS).endsWith("line 4999");
        }
    }

    /** Each stream may send a mebibyte without the peer's reading; a hundred of them must not send a hundred. */
    @ParameterizedTest
    @CsvSource({"0, 3145728", "33554432, 262144"})
    void itemsWaitWhileThePeerDoesNotRead(int othersHoldBytes, int mostBytes) {
        PeerMemory memory = new PeerMemory(64 << 20);
        MemoryHolder others = memory.open(new Others(), 0);
        others.add(othersHoldBytes);
        try (Rig rig = new Rig(Limits.defaults(), memory).choosing(encoding)) {
            rig.transport.faults(Faults.none().stallAt(20_000, Duration.ofSeconds(20)));
            Office lazy = rig.office();
            long before = memory.heldBytes();
            List<StreamProbe<String>> probes = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                StreamProbe<String> lines = all();
                lazy.lines(100_000).subscribe(lines);
                probes.add(lines);
            }
            rig.simulation.runUntilIdle();
            assertThat(memory.heldBytes() - before)
                    .as("bytes that wait for a peer that does not read")
                    .isLessThan(mostBytes);
            for (StreamProbe<String> lines : probes) {
                rig.simulation.await(lines.ended());
                assertThat(lines.items()).hasSize(100_000).endsWith("line 99999");
            }
        }
        others.end(0);
        assertThat(memory.heldBytes()).isZero();
    }

    private static final class Others implements MemoryHolder.Owner {
        @Override
        public String peer() {
            return "others";
        }

        @Override
        public void closeForMemory(String reason) {
            throw new AssertionError(reason);
        }
    }

    @Test
    void endsOnceWhenCancelledBeforeTheActorHasBegun() {
        try (Rig rig = new Rig().choosing(encoding)) {
            Client client = rig.connect();
            Office office = rig.lookup(client);
            for (int i = 0; i < 20; i++) {
                StreamProbe<Integer> probe = new StreamProbe<>(1);
                office.numbers(i % 2 == 0 ? 10 : -1).subscribe(probe);
                probe.cancel();
            }
            rig.there.stop(rig.local);
            StreamProbe<Integer> late = new StreamProbe<>(1);
            office.numbers(1).subscribe(late);
            late.cancel();
            rig.simulation.runUntilIdle();
            assertThat(client.isOpen()).isTrue();
            assertThat(rig.failure(office.echo(1))).hasMessageContaining("has stopped");
        }
    }

    @Test
    void failsAtOnceWhenTheSystemIsClosed() {
        try (Rig rig = new Rig().choosing(encoding)) {
            Office office = rig.office();
            rig.simulation.callVoid(rig.here::close);
            StreamProbe<Integer> probe = all();
            office.ticks().subscribe(probe);
            assertThat(probe.failure().orElseThrow()).isInstanceOf(DisconnectedException.class);
        }
    }

    @Test
    void failsWhenTheSessionEnds() {
        try (Rig rig = new Rig().choosing(encoding)) {
            Client client = rig.connect();
            StreamProbe<Integer> probe = all();
            rig.lookup(client).ticks().subscribe(probe);
            rig.simulation.runUntilIdle();
            assertThat(probe.ended()).isNotDone();
            rig.simulation.callVoid(client::close);
            assertThat(probe.failure().orElseThrow()).isInstanceOf(DisconnectedException.class);
            assertThat(rig.clerk.emitters.getFirst().isCancelled()).isTrue();
        }
    }
}
