package io.tellask.cluster.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.actor.Streams;
import io.tellask.cluster.MapScan;
import io.tellask.cluster.ReplicatedMap.Versioned;
import io.tellask.cluster.partition.Place.Kind;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Movers that end at each step, and what others make of it. */
class SlotMoveTest {
    @TempDir
    private Path folder;

    private LocalGroups groups;
    private Partitions partitions;
    private PartitionedMap<String, Integer> map;
    private Group source;
    private Group target;
    private int slot;
    private BitSet slots;

    @BeforeEach
    void open() {
        groups = new LocalGroups(folder, "a", "b");
        partitions = groups.partitions();
        source = groups.group("a");
        target = groups.group("b");
        map = partitions.map(String.class, Integer.class);
        slot = map.slot("x");
        slots = Slots.of(slot);
        source.replace(Map.of(slot, Place.owned(1)), place -> place).join();
        map.put("x", 1).join();
        map.put("{x}2", 2).join();
    }

    @AfterEach
    void close() {
        partitions.close();
        source.close();
        target.close();
        groups.close();
    }

    @Test
    void aSlotOfManyEntriesMovesWhileNobodyWrites() {
        List<CompletableFuture<Void>> puts = new ArrayList<>();
        for (int i = 0; i < 400; i++) { // more than may be left when it is stopped
            puts.add(map.put("{x}" + i, i));
        }
        CompletableFuture.allOf(puts.toArray(new CompletableFuture<?>[0])).join();
        Streams.collect(partitions.move(List.of(slot), "b")).join();
        assertThat(map.get("{x}399").join()).isEqualTo(399); // which finds out who has the slot
        assertThat(partitions.owner(slot).join()).isEqualTo("b");
    }

    private Kind atSource() {
        return source.place(slot).join().kind();
    }

    private Kind atTarget() {
        return target.place(slot).join().kind();
    }

    private SlotMove move(Consumer<MoveEvent> events) {
        return new SlotMove(source, target, slots, events);
    }

    private static Consumer<MoveEvent> endingAt(MoveEvent.Kind kind) {
        return event -> {
            if (event.kind() == kind) {
                throw new IllegalStateException("the mover ends");
            }
        };
    }

    /** How many entries of the slot a group has. */
    private long left(String group) {
        long count = 0;
        try (MapScan scan = groups.state(group).scan(Place.entryKey(slot, new byte[0]))) {
            while (!scan.hasEnded()) {
                count += scan.nextWithin(Long.MAX_VALUE) ? 1 : 0;
            }
        }
        return count;
    }

    @ParameterizedTest
    @EnumSource(
            value = MoveEvent.Kind.class,
            names = {"BEGUN", "COPIED", "STOPPED", "MOVED"})
    void whatAMoverLeavesIsEndedByClientsAndRecovery(MoveEvent.Kind last) {
        Versioned<Integer> before = map.versioned("x").join();
        SlotMove move = move(endingAt(last));
        assertThatThrownBy(move::attempt).hasMessage("the mover ends");
        assertThat(atSource())
                .isEqualTo(
                        switch (last) {
                            case STOPPED -> Kind.STOPPED;
                            case MOVED -> Kind.GIVEN;
                            default -> Kind.OWNED;
                        });
        assertThat(map.versioned("x").join())
                .isEqualTo(before); // a client waits for as long as a move may take, and ends it
        assertThat(map.compareAndSet("x", before.version(), 3).join()).isTrue();

        partitions.recover().join();
        boolean isMoved = last == MoveEvent.Kind.MOVED;
        assertThat(atSource()).isEqualTo(isMoved ? Kind.AWAY : Kind.OWNED);
        assertThat(atTarget()).isEqualTo(isMoved ? Kind.OWNED : Kind.AWAY);
        assertThat(left("a")).isEqualTo(isMoved ? 0 : 2);
        assertThat(left("b")).isEqualTo(isMoved ? 2 : 0);
        assertThat(map.get("x").join()).isEqualTo(3);

        SlotMove again = new SlotMove(isMoved ? target : source, isMoved ? source : target, slots, event -> {});
        assertThat(again.run()).isTrue();
        assertThat(map.get("x").join()).isEqualTo(3);
        assertThat(map.get("{x}2").join()).isEqualTo(2);
    }

    @Test
    void aMoveThatWasDecidedIsEndedForwards() {
        Place owned = source.place(slot).join();
        assertThat(source.replace(Map.of(slot, owned), was -> was.with(Kind.STOPPED, 1, "b", "m"))
                        .join())
                .isTrue();
        target.replace(Map.of(slot, Place.owned(2)), place -> place).join();
        Place stopped = source.place(slot).join();
        assertThat(MoveRecovery.end(slot, source, stopped, target).join()).isTrue();
        assertThat(atSource()).isEqualTo(Kind.GIVEN);
        assertThat(MoveRecovery.end(slot, source, stopped, target).join()).isFalse(); // somebody was faster
    }

    @Test
    void aMoverWhoseMoveWasEndedByOthersChangesNothing() {
        Consumer<MoveEvent> disturbing = event -> {
            if (event.kind() == MoveEvent.Kind.STOPPED) {
                partitions.recover().join();
                map.put("x", 7).join();
            }
        };
        assertThat(move(disturbing).run()).isFalse();
        assertThat(atSource()).isEqualTo(Kind.OWNED);
        assertThat(map.get("x").join()).isEqualTo(7);
        assertThat(move(event -> {}).run()).isTrue();
        assertThat(map.get("x").join()).isEqualTo(7);
        assertThat(atSource()).isEqualTo(Kind.AWAY);
    }

    @Test
    void aSecondMoverTakesTheTargetFromTheFirst() {
        Consumer<MoveEvent> other = event -> {
            if (event.kind() == MoveEvent.Kind.BEGUN) {
                assertThat(move(its -> {}).run()).isTrue();
            }
        };
        assertThat(move(other).run()).isFalse();
        assertThat(atSource()).isEqualTo(Kind.AWAY);
        assertThat(atTarget()).isEqualTo(Kind.OWNED);
        assertThat(map.get("x").join()).isEqualTo(1);
    }

    @Test
    void entriesThatAMoverLeftAtTheTargetDoNotComeBack() {
        assertThatThrownBy(move(endingAt(MoveEvent.Kind.COPIED))::attempt).hasMessage("the mover ends");
        assertThat(left("b")).isEqualTo(2);
        map.remove("{x}2").join();
        assertThat(move(event -> {}).run()).isTrue();
        assertThat(map.get("{x}2").join()).isNull();
        assertThat(left("b")).isEqualTo(1);
    }
}
