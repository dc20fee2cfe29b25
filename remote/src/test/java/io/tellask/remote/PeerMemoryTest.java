package io.tellask.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** One budget for many connections: who is closed, what is counted, what is given back. */
class PeerMemoryTest {
    private static final int KIB = 1024;

    private final PeerMemory memory = new PeerMemory(1024 * KIB);
    private final List<String> closed = new ArrayList<>();

    private MemoryHolder open(String name) {
        return open(name, memory);
    }

    private MemoryHolder open(String name, PeerMemory budget) {
        return budget.open(
                new MemoryHolder.Owner() {
                    @Override
                    public String peer() {
                        return name;
                    }

                    @Override
                    public void closeForMemory(String reason) {
                        closed.add(name + ": " + reason);
                    }
                },
                KIB);
    }

    @Test
    void grantsAllOfTheLimitAndNoByteMore() {
        MemoryHolder only = open("only");
        assertThat(only.reserve(1023 * KIB)).isTrue();
        assertThat(memory.heldBytes()).isEqualTo(memory.limitBytes());
        assertThat(closed).isEmpty();
        assertThat(only.reserve(1)).isFalse();
        assertThat(closed)
                .singleElement()
                .asString()
                .startsWith("only: memory: bytes=1048577")
                .contains("> peerMemory=1048576");
        assertThat(memory.heldBytes()).as("what was refused is not counted").isEqualTo(1024 * KIB);
        only.end(0);
        assertThat(memory.heldBytes()).isZero();
    }

    @Test
    void closesTheOneThatHoldsMostAndGrantsTheOther() {
        MemoryHolder modest = open("modest");
        MemoryHolder greedy = open("greedy");
        modest.add(100 * KIB);
        greedy.add(800 * KIB);
        assertThat(modest.reserve(200 * KIB)).isTrue();
        assertThat(closed).singleElement().asString().startsWith("greedy: ");
        assertThat(greedy.isClosing()).isTrue();
        assertThat(greedy.reserve(1)).as("room for one that is leaving").isFalse();
        assertThat(memory.statistics().closedConnections()).isEqualTo(1);
    }

    @Test
    void largerOnesDoNotGrowOnceThreeQuartersAreTaken() {
        MemoryHolder large = open("large");
        MemoryHolder small = open("small");
        large.add((768 - 64 - 1) * KIB);
        small.add(63 * KIB);
        assertThat(memory.heldBytes()).isEqualTo(768 * KIB);
        assertThat(large.mayGrow()).isTrue();
        large.add(1);
        assertThat(large.mayGrow()).isFalse();
        assertThat(small.mayGrow()).as("a 16th of the limit").isTrue();
        small.add(1);
        assertThat(small.mayGrow()).isFalse();
        large.add(-2);
        assertThat(small.mayGrow()).isTrue();
        assertThat(closed).isEmpty();
    }

    @Test
    void closesNobodyElseForWhatIsLeaving() {
        MemoryHolder greedy = open("greedy");
        greedy.add(1000 * KIB);
        for (int i = 0; i < 10; i++) {
            assertThat(open("other " + i).reserve(20 * KIB)).isTrue();
        }
        assertThat(closed).singleElement().asString().startsWith("greedy: ");
        greedy.end(0);
        assertThat(memory.heldBytes()).isEqualTo(10 * 21 * KIB);
    }

    @Test
    void closesNobodyThatHoldsLittleHoweverMuchIsLeaving() {
        PeerMemory large = new PeerMemory(64 << 20);
        MemoryHolder leaving = open("leaving", large);
        leaving.add(300 << 20);
        MemoryHolder modest = open("modest", large);
        assertThat(modest.reserve(900 * KIB))
                .as("less than a 64th of the limit")
                .isTrue();
        assertThat(closed).singleElement().asString().startsWith("leaving: ");
        MemoryHolder greedy = open("greedy", large);
        assertThat(greedy.reserve(1100 * KIB))
                .as("more than a 64th of the limit")
                .isFalse();
        assertThat(closed).hasSize(2);
    }

    @Test
    void hasOthersWaitWhileMuchIsLeaving() {
        MemoryHolder leaving = open("leaving");
        MemoryHolder little = open("little");
        MemoryHolder more = open("more");
        more.add(64 * KIB);
        leaving.add(1536 * KIB - memory.heldBytes());
        assertThat(leaving.isClosing()).isTrue();
        assertThat(more.mustWait()).isFalse();
        leaving.add(1);
        assertThat(more.mustWait()).isTrue();
        assertThat(little.mustWait()).isFalse();
        leaving.add(512 * KIB);
        assertThat(little.mustWait()).as("beyond twice the limit").isTrue();
        assertThat(leaving.mustWait()).as("one that is leaving").isFalse();
        leaving.end(0);
        assertThat(more.mustWait()).isFalse();
    }

    @Test
    void refusesWhoAsksForMuchWhileTooMuchIsLeaving() {
        MemoryHolder first = open("first");
        first.add(1500 * KIB);
        MemoryHolder second = open("second");
        assertThat(second.reserve(500 * KIB)).isTrue();
        MemoryHolder third = open("third");
        assertThat(third.reserve(100 * KIB)).as("beyond twice the limit").isFalse();
        assertThat(closed).hasSize(2);
        assertThat(closed.get(1)).startsWith("third: ");
        assertThat(open("small").reserve(50 * KIB)).as("one that holds little").isTrue();
        assertThat(closed).hasSize(2);
    }

    @Test
    void looksAtEachConnectionOnceForAnOverflow() {
        PeerMemory large = new PeerMemory(1L << 30);
        int connections = 20_000;
        for (int i = 0; i < connections; i++) {
            open("connection " + i, large).add(KIB);
        }
        large.limit(connections * KIB); // half of what is held
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadCpuTime();
        open("asking", large).add(1);
        long millis = TimeUnit.NANOSECONDS.toMillis(threads.getCurrentThreadCpuTime() - before);
        assertThat(large.statistics().closedConnections()).isBetween(connections / 2L, connections / 2L + 2);
        assertThat(millis).as("looks at all for each that is closed").isLessThan(500);
    }

    @Test
    void grantsWithoutTheLockOnceEnoughIsLeaving() throws InterruptedException {
        MemoryHolder modest = open("modest");
        List<Boolean> granted = new ArrayList<>();
        Thread other = Thread.ofPlatform().unstarted(() -> granted.add(modest.reserve(10 * KIB)));
        MemoryHolder greedy = memory.open(
                new MemoryHolder.Owner() {
                    @Override
                    public String peer() {
                        return "greedy";
                    }

                    @Override
                    public void closeForMemory(String reason) {
                        other.start(); // this runs under the lock of the budget
                        joined(other);
                    }
                },
                KIB);
        greedy.add(1025 * KIB);
        other.join();
        assertThat(granted).as("asked while another thread held the lock").containsExactly(true);
    }

    private static void joined(Thread thread) {
        try {
            assertThat(thread.join(Duration.ofSeconds(10)))
                    .as("it waits for the lock")
                    .isTrue();
        } catch (InterruptedException interrupted) {
            throw new AssertionError(interrupted);
        }
    }

    @Test
    void closesTheNextOneWhenThoseThatStayHoldTooMuchAgain() {
        MemoryHolder leaving = open("leaving");
        leaving.add(1024 * KIB);
        leaving.add(100 * KIB);
        MemoryHolder second = open("second");
        assertThat(second.reserve(600 * KIB)).isTrue();
        MemoryHolder third = open("third");
        assertThat(third.reserve(50 * KIB)).isTrue();
        assertThat(closed).hasSize(1);
        leaving.end(200 * KIB);
        assertThat(third.reserve(400 * KIB)).isTrue();
        assertThat(closed)
                .as("what outlives a connection stays no longer than it")
                .hasSize(2);
        assertThat(closed.get(1)).startsWith("second: ");
        second.end(0);
        assertThat(memory.heldBytes()).isEqualTo((200 + 451) * KIB);
    }

    @Test
    void refusesConnectionsThatTakeMoreThanHalfByThemselves() {
        for (int i = 0; i < 512; i++) {
            assertThat(open("connection " + i).isClosing()).isFalse();
        }
        MemoryHolder beyond = open("one more");
        assertThat(beyond.reason()).contains("connections take more than half of peerMemory=1048576");
        assertThat(closed).isEmpty();
        beyond.end(0);
        assertThat(memory.statistics().connections()).isEqualTo(512);
        assertThat(memory.statistics().refusedConnections()).isEqualTo(1);
    }

    @Test
    void countsWhatOutlivesItsConnectionUntilItIsGone() {
        MemoryHolder holder = open("gone");
        holder.add(100 * KIB);
        holder.end(60 * KIB);
        holder.end(60 * KIB);
        assertThat(memory.heldBytes()).isEqualTo(60 * KIB);
        holder.add(-50 * KIB);
        assertThat(memory.heldBytes()).isEqualTo(10 * KIB);
        holder.add(-50 * KIB);
        assertThat(memory.heldBytes()).isZero();
        holder.add(5);
        assertThat(memory.heldBytes()).isZero();
    }

    @Test
    void countsWhatAThreadBesideItsConnectionStillWorksWith() {
        MemoryHolder holder = open("gone");
        assertThat(holder.reserveLasting(100 * KIB)).isTrue();
        holder.addLasting(20 * KIB);
        holder.end(0);
        assertThat(memory.heldBytes()).isEqualTo(120 * KIB);
        holder.addLasting(-120 * KIB);
        assertThat(memory.heldBytes()).isZero();
    }

    @Test
    void namesTheLargest() {
        open("small").add(10);
        open("large").add(20);
        PeerMemory.Statistics now = memory.statistics();
        assertThat(now.largest()).isEqualTo("large");
        assertThat(now.largestBytes()).isEqualTo(KIB + 20);
        assertThat(now.heldBytes()).isEqualTo(2 * KIB + 30);
    }

    @Test
    void closesNobodyForWhatEndsAtThatMoment() throws InterruptedException {
        MemoryHolder modest = open("modest");
        AtomicBoolean ended = new AtomicBoolean();
        Thread leaving = Thread.ofPlatform().start(() -> {
            for (int round = 0; round < 50_000; round++) {
                MemoryHolder greedy = open("greedy");
                greedy.add(3 * 1024 * KIB);
                greedy.end(0);
            }
            ended.set(true);
        });
        while (!ended.get() && modest.reserve(KIB)) {
            modest.add(-KIB);
        }
        boolean isClosing = modest.isClosing();
        leaving.join();
        assertThat(isClosing).as("closed with " + modest.bytes() + " bytes").isFalse();
        assertThat(memory.heldBytes()).isEqualTo(KIB);
    }

    @Test
    void countsRightUnderContention() throws InterruptedException {
        MemoryHolder shared = open("shared");
        Thread[] threads = new Thread[4];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = Thread.ofPlatform().start(() -> {
                for (int round = 0; round < 20_000; round++) {
                    if (shared.reserve(KIB)) {
                        shared.add(-KIB);
                    }
                }
            });
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(memory.heldBytes()).isEqualTo(KIB);
        shared.end(0);
        assertThat(memory.heldBytes()).isZero();
    }

    @Test
    void readsAmounts() {
        long heap = Runtime.getRuntime().maxMemory();
        assertThat(PeerMemory.amount("30%")).isEqualTo((long) (heap / 100.0 * 30));
        assertThat(PeerMemory.amount("64k")).isEqualTo(64 * KIB);
        assertThat(PeerMemory.amount(" 2M ")).isEqualTo(2 << 20);
        assertThat(PeerMemory.amount("65536")).isEqualTo(65_536);
        assertThat(PeerMemory.amount("100%")).isEqualTo(heap);
        for (String wrong : List.of("", "30 %", "x", "-1M", "101%", "65535", "63K", "999999G")) {
            assertThatThrownBy(() -> PeerMemory.amount(wrong))
                    .as(wrong)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith("peer memory: ");
        }
        assertThatThrownBy(() -> new PeerMemory(65_535)).hasMessageContaining("limitBytes=65535 < 65536");
    }
}
