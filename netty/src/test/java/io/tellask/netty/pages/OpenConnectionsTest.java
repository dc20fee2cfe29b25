package io.tellask.netty.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.remote.MemoryHolder;
import io.tellask.remote.PeerMemory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which connection gives way to a new one where there is no room for both. */
class OpenConnectionsTest {
    private static final long STALLED_NANOS = Duration.ofSeconds(1).toNanos();

    private final PeerMemory memory = new PeerMemory(1 << 20);
    private final OpenConnections connections = new OpenConnections(3, Duration.ofSeconds(1));
    private final List<String> left = new ArrayList<>();

    /** One that is there until it is removed. */
    private final class Named implements OpenConnections.Member {
        private final String name;
        private final String address;
        private final MemoryHolder holder;

        Named(String name, String address, int baseBytes) {
            this.name = name;
            this.address = address;
            holder = memory.open(
                    new MemoryHolder.Owner() {
                        @Override
                        public String peer() {
                            return name;
                        }

                        @Override
                        public void closeForMemory(String reason) {
                            left.add(name + " for memory");
                        }
                    },
                    baseBytes);
        }

        @Override
        public String address() {
            return address;
        }

        @Override
        public void evict() {
            left.add(name + " waited");
            remove();
        }

        @Override
        public void giveWay(String reason) {
            left.add(name + (reason.contains("stalledTimeMillis=1000") ? " stalled" : " first"));
            remove();
        }

        private void remove() {
            holder.end(0);
            connections.remove(this);
        }
    }

    private boolean adds(Named member, long nowNanos) {
        return connections.add(member, member.holder, nowNanos);
    }

    private Named added(String name, String address) {
        Named member = new Named(name, address, 0);
        assertThat(adds(member, 0)).isTrue();
        return member;
    }

    @Test
    void oneThatWaitsGivesWayFirst() {
        Named stalled = added("a", "1");
        added("b", "1");
        connections.idle(added("c", "1"));
        connections.stalls(stalled, 0);
        assertThat(adds(new Named("d", "2", 0), STALLED_NANOS)).isTrue();
        assertThat(left).containsExactly("c waited");
        assertThat(connections.count()).isEqualTo(3);
    }

    @Test
    void longestStalledGivesWayOnceItsTimeIsOver() {
        Named slow = added("slow", "1");
        Named stalled = added("stalled", "1");
        Named done = added("done", "1");
        connections.stalls(done, 0);
        connections.stalls(slow, 0);
        connections.stalls(stalled, 1);
        connections.stalls(slow, 2); // it has taken some
        connections.flows(done);
        assertThat(adds(new Named("early", "1", 0), STALLED_NANOS)).isFalse();
        assertThat(left).isEmpty();
        assertThat(adds(new Named("later", "1", 0), STALLED_NANOS + 1)).isTrue();
        assertThat(left).containsExactly("stalled stalled");
        assertThat(adds(new Named("again", "1", 0), STALLED_NANOS + 1)).isFalse();
        assertThat(adds(new Named("again", "1", 0), STALLED_NANOS + 2)).isTrue();
        assertThat(left).containsExactly("stalled stalled", "slow stalled");
    }

    @Test
    void addressThatHasMostGivesWayToOneThatHasLess() {
        added("a", "1");
        added("b", "1");
        added("c", "1");
        assertThat(adds(new Named("d", "1", 0), 0)).as("of the same").isFalse();
        assertThat(adds(new Named("e", "2", 0), 0)).isTrue();
        assertThat(left).containsExactly("a first");
        assertThat(adds(new Named("f", "2", 0), 0)).as("then both had two").isFalse();
        assertThat(adds(new Named("g", "3", 0), 0)).isTrue();
        assertThat(left).containsExactly("a first", "b first");
        assertThat(adds(new Named("h", "4", 0), 0)).as("each has one").isFalse();
        assertThat(connections.count()).isEqualTo(3);
    }

    /** Connections may take half of the memory for peers, of which a 16th is for addresses that have less than others. */
    @Test
    void lastOfTheMemoryIsForThoseWhoHaveLess() {
        int half = 1 << 19;
        Named large = new Named("a", "1", half - half / 16);
        assertThat(adds(large, 0)).as("at the limit").isTrue();
        Named more = new Named("b", "1", 1);
        assertThat(adds(more, 0)).as("one byte more").isFalse();
        more.holder.end(0);
        added("c", "1").remove();
        assertThat(left).isEmpty();

        added("d", "1");
        assertThat(adds(new Named("e", "2", 1), 0)).isTrue();
        assertThat(left).containsExactly("a first");
        assertThat(adds(new Named("f", "3", half - 1), 0)).as("nobody has two").isFalse();
    }

    @Test
    void oneThatFindsNoMemoryMakesSomeForTheNext() {
        added("a", "1");
        added("b", "1");
        Named refused = new Named("c", "2", (1 << 19) + 1);
        assertThat(refused.holder.isClosing()).isTrue();
        assertThat(adds(refused, 0)).isFalse();
        assertThat(left).containsExactly("a first");
    }
}
