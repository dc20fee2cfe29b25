package io.tellask.cluster.actors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.cluster.actors.ActorTable.Host;
import io.tellask.codec.Codec;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;

class ActorTableTest {
    private static final Host A = host("a", 1);
    private static final Host B = host("b", 2);
    private static final Host C = host("c", 3);

    private static Host host(String name, long token) {
        return new Host(name, "memory://" + name, token, false);
    }

    private static ActorTable empty() {
        return ActorTable.empty(ActorTable.SHARDS);
    }

    /** All hand over what is due. */
    private static ActorTable settled(ActorTable table) {
        ActorTable now = table;
        for (Host each : table.hosts()) {
            now = now.handedOver(each, new HashSet<>(now.dueFrom(each)));
        }
        return now;
    }

    @Test
    void whoJoinsTakesWhatIsNobodysAndOthersHandOverTheirShare() {
        ActorTable alone = empty().with(A);
        assertThat(alone.shardsOf(A)).hasSize(ActorTable.SHARDS);
        ActorTable joined = alone.with(B);
        assertThat(joined.shardsOf(B)).isEmpty();
        List<Integer> due = joined.dueFrom(A);
        assertThat(due).hasSizeBetween(400, 600);
        ActorTable one = joined.handedOver(A, new HashSet<>(due.subList(0, 1)));
        assertThat(one.shardsOf(B)).containsExactly(due.getFirst());
        assertThat(one.epochOf(due.getFirst())).isEqualTo(one.epoch()).isGreaterThan(joined.epoch());
        assertThat(one.epochOf(due.get(1))).isEqualTo(alone.epoch());
        assertThat(settled(one).shardsOf(B)).isEqualTo(due);
    }

    @Test
    void whatIsNotDueIsNotHandedOver() {
        ActorTable joined = empty().with(A).with(B);
        HashSet<Integer> kept = new HashSet<>(joined.shardsOf(A));
        kept.removeAll(joined.dueFrom(A));
        assertThat(joined.handedOver(A, kept)).isSameAs(joined);
        assertThat(joined.handedOver(B, new HashSet<>(joined.dueFrom(A)))).isSameAs(joined);
    }

    @Test
    void whatBelongedToOneThatIsGoneGoesToOthersAndNothingElseMoves() {
        ActorTable three = settled(empty().with(A).with(B).with(C));
        List<Integer> lost = three.shardsOf(C);
        List<Integer> its = three.shardsOf(A);
        ActorTable two = three.without("c", 3);
        assertThat(two.shardsOf(A)).containsAll(its);
        assertThat(two.shardsOf(A).size() + two.shardsOf(B).size()).isEqualTo(ActorTable.SHARDS);
        assertThat(lost).allMatch(shard -> two.epochOf(shard) == two.epoch());
        assertThat(two.without("c", 3)).isSameAs(two);
        assertThat(three.without("c", 4)).isSameAs(three);
    }

    @Test
    void whoDrainsKeepsWhatItHasUntilItHandsItOver() {
        ActorTable two = settled(empty().with(A).with(B));
        ActorTable draining = two.draining("b", 2);
        assertThat(draining.shardsOf(B)).isEqualTo(two.shardsOf(B)).isEqualTo(draining.dueFrom(B));
        assertThat(settled(draining).shardsOf(B)).isEmpty();
        assertThat(draining.draining("b", 2)).isSameAs(draining);
        ActorTable all = draining.draining("a", 1);
        assertThat(all.dueFrom(A)).isEmpty();
        assertThat(all.without("b", 2).owner(draining.shardsOf(B).getFirst())).isNull();
    }

    @Test
    void whoBeginsAgainTakesTheFormerOnesPlace() {
        ActorTable two = settled(empty().with(A).with(B));
        Host again = host("b", 9);
        ActorTable next = two.with(again);
        assertThat(next.find("b")).isEqualTo(again);
        assertThat(next.shardsOf(B)).isEmpty();
        assertThat(next.shardsOf(again)).isEqualTo(two.shardsOf(B));
        assertThat(next.with(B)).isSameAs(next);
    }

    @Test
    void actorsAreSpreadOverShards() {
        int[] counts = new int[ActorTable.SHARDS];
        ActorTable table = empty();
        for (int i = 0; i < 100_000; i++) {
            counts[table.shardOf("Cart", "u" + i)]++;
        }
        assertThat(Arrays.stream(counts)).allMatch(count -> count > 40 && count < 180);
        assertThat(table.shardOf("Cart", "u1")).isEqualTo(986);
    }

    @Test
    void hostsAreBounded() {
        ActorTable table = ActorTable.empty(1);
        for (int i = 0; i < ActorTable.MOST_HOSTS; i++) {
            table = table.with(host("host-" + i, i));
        }
        ActorTable full = table;
        assertThat(full.with(host("host-0", 1_000)).hosts()).hasSize(ActorTable.MOST_HOSTS);
        assertThatThrownBy(() -> full.with(A)).hasMessageContaining("hosts=256, the limit");
    }

    @Test
    void refusesShardsOfNobodyItKnows() {
        assertThatThrownBy(() -> new ActorTable(1, List.of(A), List.of(new ActorTable.Shard(1, 1))))
                .hasMessageContaining("are no table");
        assertThatThrownBy(() -> new ActorTable(1, List.of(A), List.of())).hasMessageContaining("are no table");
    }

    @Test
    void travelsAsBytes() {
        ActorTable table = settled(empty().with(A).with(B).with(C));
        Codec codec = Codec.builder().allow(ActorTable.class).build();
        byte[] bytes = codec.encode(table, ActorTable.class);
        assertThat(codec.decode(bytes, ActorTable.class)).isEqualTo(table);
        assertThat(bytes).hasSizeLessThan(16 * 1024);
    }
}
