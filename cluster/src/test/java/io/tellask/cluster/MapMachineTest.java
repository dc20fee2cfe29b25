package io.tellask.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.actor.StreamItems;
import io.tellask.actor.Streams;
import io.tellask.test.Rounds;
import io.tellask.test.Seed;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MapMachineTest {
    @TempDir
    private Path folder;

    private final Map<String, MapMachine> machines = new HashMap<>();

    private MapMachine open(String name) {
        MapMachine machine = MapMachine.open(name, folder.resolve(name), this::fetch);
        machines.put(name, machine);
        return machine;
    }

    private void fetch(String member, Consumer<byte[]> parts) {
        try (StreamItems<byte[]> items = Streams.iterate(machines.get(member).parts(), 2)) {
            for (byte[] part : items) {
                parts.accept(part);
            }
        }
    }

    private static byte[] apply(MapMachine machine, long index, long millis, byte[] command) {
        byte[] answer = machine.apply(index, millis, command);
        machine.flush();
        return answer;
    }

    private static byte[] command(MapCommand.Step... steps) {
        return MapCommand.encode(List.of(steps));
    }

    private static MapCommand.Step put(int key, int value) {
        return new MapCommand.Step(MapCommand.PUT, bytes(key), bytes(value), 0);
    }

    private static MapCommand.Step remove(int key) {
        return new MapCommand.Step(MapCommand.REMOVE, bytes(key), null, 0);
    }

    private static MapCommand.Step require(int key, long version) {
        return new MapCommand.Step(MapCommand.REQUIRE, bytes(key), null, version);
    }

    private static byte[] bytes(int number) {
        return ByteBuffer.allocate(4).putInt(number).array();
    }

    private record Stored(long version, int value) {}

    private static Stored get(MapMachine machine, int key) {
        byte[] answer = machine.query(MapCommand.get(bytes(key)));
        return answer.length == 0
                ? new Stored(0, -1)
                : new Stored(
                        ByteBuffer.wrap(answer).getLong(),
                        ByteBuffer.wrap(answer).getInt(8));
    }

    private static long size(MapMachine machine) {
        return ByteBuffer.wrap(machine.query(MapCommand.size())).getLong();
    }

    @Test
    void aBatchIsAppliedWholeOrNotAtAll() {
        try (MapMachine machine = open("a")) {
            assertThat(apply(machine, 1, 0, command(put(1, 10), put(2, 20)))).startsWith(1);
            assertThat(apply(machine, 3, 0, command(require(1, 1), require(2, 2), put(1, 11))))
                    .containsExactly(0);
            assertThat(get(machine, 1)).isEqualTo(new Stored(1, 10));
            assertThat(apply(machine, 4, 0, command(require(1, 1), require(9, 0), put(1, 11), remove(2))))
                    .startsWith(1);
            assertThat(get(machine, 1)).isEqualTo(new Stored(4, 11));
            assertThat(get(machine, 2)).isEqualTo(new Stored(0, -1));
            assertThat(size(machine)).isEqualTo(1);
        }
    }

    private static MapCommand.Step putUntil(int key, int value, long millis) {
        return new MapCommand.Step(MapCommand.PUT_UNTIL, bytes(key), bytes(value), millis);
    }

    private static MapCommand.Step removeExpired(int key) {
        return new MapCommand.Step(MapCommand.REMOVE_EXPIRED, bytes(key), null, 0);
    }

    @Test
    void timesOfCommandsDecideWhatHasExpired() {
        try (MapMachine machine =
                MapMachine.open("a", folder.resolve("a"), this::fetch, () -> Instant.ofEpochMilli(50))) {
            apply(machine, 1, 40, command(putUntil(1, 10, 100), put(2, 20)));
            assertThat(apply(machine, 2, 99, command(require(1, 1), removeExpired(1))))
                    .startsWith(MapCommand.APPLIED);
            assertThat(machine.query(MapCommand.get(bytes(1)))).isNotEmpty();
            assertThat(machine.expired(9)).isEmpty();
            assertThat(apply(machine, 3, 100, command(require(1, 1)))).startsWith(MapCommand.NOT_APPLIED);
            assertThat(machine.query(MapCommand.get(bytes(1)))).isEmpty();
            assertThat(machine.expired(9)).containsExactly(bytes(1));
            assertThat(machine.expired(0)).isEmpty();
            assertThat(apply(machine, 4, 100, command(remove(1), remove(2))))
                    .isEqualTo(new byte[] {1, 0, 0, 0, 0, 0, 0, 0, 4, 0, 0, 0, 1}); // the expired one was none
            apply(machine, 5, 100, command(putUntil(3, 30, 100)));
            assertThat(size(machine)).isEqualTo(1);
            apply(machine, 6, 100, command(removeExpired(3), removeExpired(4)));
            assertThat(size(machine)).isZero();
            assertThat(apply(machine, 7, 100, command(require(3, 0), put(3, 31))))
                    .startsWith(MapCommand.APPLIED);
        }
    }

    @Test
    void aBatchThatIsBoundSaysThatItIsNotItsRequirementsThatFailed() {
        try (MapMachine machine = open("a")) {
            apply(machine, 1, 0, command(put(1, 10)));
            MapCommand.Step stale = new MapCommand.Step(MapCommand.BOUND, bytes(1), null, 9);
            MapCommand.Step sound = new MapCommand.Step(MapCommand.BOUND, bytes(1), null, 1);
            assertThat(apply(machine, 2, 0, command(stale, require(2, 7), put(3, 1))))
                    .containsExactly(MapCommand.MOVED);
            assertThat(apply(machine, 3, 0, command(sound, require(2, 7), put(3, 1))))
                    .containsExactly(MapCommand.NOT_APPLIED);
            assertThat(apply(machine, 4, 0, command(sound, put(3, 1)))).startsWith(MapCommand.APPLIED);
            assertThat(get(machine, 3)).isEqualTo(new Stored(4, 1));
        }
        try (MapMachine machine = open("a")) {
            assertThat(apply(machine, 2, 0, command(put(3, 2)))).containsExactly(MapCommand.MOVED);
        }
    }

    @Test
    void versionsGoOnAboveThoseThatWereRestored() {
        byte[] value = MapValue.stored(1_000, 0, bytes(5));
        try (MapMachine machine = open("a")) {
            apply(machine, 1, 0, command(new MapCommand.Step(MapCommand.RESTORE, bytes(1), value, 0), put(2, 20)));
            assertThat(get(machine, 1)).isEqualTo(new Stored(1_000, 5));
            assertThat(get(machine, 2).version()).isGreaterThan(1_000);
            byte[] tooGreat = MapValue.stored(MapValue.MOST_VERSION + 1, 0, bytes(5));
            assertThat(apply(machine, 2, 0, command(new MapCommand.Step(MapCommand.RESTORE, bytes(9), tooGreat, 0))))
                    .containsExactly(MapCommand.REFUSED);
            assertThat(size(machine)).isEqualTo(2);
        }
        try (MapMachine machine = open("a")) {
            apply(machine, 3, 0, command(put(3, 30)));
            assertThat(get(machine, 3).version()).isGreaterThan(get(machine, 2).version());
            assertThat(size(machine)).isEqualTo(3);
        }
    }

    @Test
    void keysOfOneQuestionAreBounded() {
        try (MapMachine machine = open("a")) {
            List<byte[]> keys = new ArrayList<>();
            for (int i = 0; i < MapMachine.MOST_QUESTION_KEYS; i++) {
                keys.add(bytes(i));
            }
            assertThat(machine.query(MapCommand.getAll(keys))).hasSize(4 * keys.size());
            keys.add(bytes(-1));
            assertThatThrownBy(() -> machine.query(MapCommand.getAll(keys)))
                    .hasMessageContaining("keys of a question=4097, allowed=1..4096");
        }
    }

    @Test
    void whatIsNoCommandIsRefusedAndTheMachineGoesOn() {
        Random random = new Random(Seed.given());
        try (MapMachine machine = open("a")) {
            apply(machine, 1, 0, command(put(1, 10)));
            byte[] sound = command(put(1, 11), remove(2), require(3, 0));
            for (int index = 2; index < 500; index++) {
                byte[] command = Arrays.copyOf(sound, random.nextInt(sound.length + 3));
                for (int flips = random.nextInt(1, 4); flips > 0 && command.length > 0; flips--) {
                    command[random.nextInt(command.length)] = (byte) random.nextInt(256);
                }
                assertThat(apply(machine, index, 0, command)).hasSizeBetween(1, 13);
            }
            byte[] tooLong = new byte[32_768];
            byte[] refused =
                    MapCommand.encode(List.of(put(1, 77), new MapCommand.Step(MapCommand.PUT, tooLong, bytes(1), 0)));
            assertThat(apply(machine, 500, 0, refused)).containsExactly(MapCommand.REFUSED);
            assertThat(get(machine, 1).value()).isNotEqualTo(77);
            assertThat(apply(machine, 501, 0, command(put(1, 12)))).startsWith(MapCommand.APPLIED);
            assertThat(get(machine, 1)).isEqualTo(new Stored(501, 12));
        }
        try (MapMachine machine = open("a")) {
            assertThat(apply(machine, 500, 0, new byte[] {9})).containsExactly(MapCommand.REFUSED);
        }
    }

    @Test
    void whatAnsweredTooLongAgoIsForgotten() {
        try (MapMachine machine = open("a")) {
            for (int index = 1; index <= 16_385; index++) {
                apply(machine, index, 0, command(remove(1)));
            }
        }
        try (MapMachine machine = open("a")) {
            assertThat(apply(machine, 1, 0, command(remove(1)))).containsExactly(MapCommand.FORGOTTEN);
            assertThat(apply(machine, 2, 0, command(remove(1)))).startsWith(MapCommand.APPLIED);
        }
    }

    @Test
    void aCommandThatIsThereIsNotAppliedAgainAndHasItsAnswer() {
        try (MapMachine machine = open("a")) {
            apply(machine, 1, 0, command(put(1, 10)));
            apply(machine, 2, 0, command(require(1, 7), put(1, 11)));
            apply(machine, 3, 0, command(put(1, 12)));
        }
        try (MapMachine machine = open("a")) {
            assertThat(apply(machine, 1, 0, command(put(1, 10)))).startsWith(1);
            assertThat(apply(machine, 2, 0, command(require(1, 7), put(1, 11)))).containsExactly(0);
            assertThat(get(machine, 1)).isEqualTo(new Stored(3, 12));
            assertThat(apply(machine, 4, 0, command(put(1, 13)))).startsWith(1);
            assertThat(size(machine)).isEqualTo(1);
        }
    }

    @Test
    void commandsThatCameTogetherSeeEachOtherAndAreWrittenTogether() {
        byte[] refused = MapCommand.encode(
                List.of(put(9, 9), new MapCommand.Step(MapCommand.PUT, new byte[32_768], bytes(1), 0)));
        List<byte[]> answers = new ArrayList<>();
        try (MapMachine machine = open("a")) {
            answers.add(machine.apply(1, 0, command(require(1, 0), put(1, 10))));
            answers.add(machine.apply(2, 0, command(require(1, 0), put(1, 11))));
            answers.add(machine.apply(3, 0, command(require(1, 1), put(1, 12), put(2, 20))));
            assertThat(get(machine, 1)).as("nothing is written").isEqualTo(new Stored(0, -1));
            answers.add(machine.apply(4, 0, refused));
            answers.add(machine.apply(5, 0, command(require(9, 0), remove(2))));
            machine.flush();
            assertThat(answers).extracting(each -> (int) each[0]).containsExactly(1, 0, 1, 3, 1);
            assertThat(get(machine, 1)).isEqualTo(new Stored(3, 12));
            assertThat(size(machine)).isEqualTo(1);
            machine.apply(6, 0, command(put(3, 30)));
        }
        try (MapMachine machine = open("a")) {
            assertThat(machine.appliedIndex()).isEqualTo(5);
            for (int index = 1; index <= 5; index++) {
                assertThat(machine.apply(index, 0, command(put(7, 7)))).isEqualTo(answers.get(index - 1));
            }
            assertThat(apply(machine, 6, 0, command(put(3, 30)))).startsWith(1);
            assertThat(size(machine)).isEqualTo(2);
        }
    }

    private static byte[] increment(MapCells cells, long millis, byte[] call) {
        if (call.length != 4) {
            throw new ArrayIndexOutOfBoundsException("a key has four bytes"); // as code may that was not told
        }
        byte[] known = cells.get(call).value();
        byte[] next = bytes(known == null ? 1 : ByteBuffer.wrap(known).getInt() + 1);
        cells.put(call, next, MapCells.NEVER);
        return next;
    }

    @Test
    void aProcedureSeesWhatCameBeforeItAndAQuestionOnlyWhatIsWritten() {
        byte[] increment = MapProcedure.command(bytes(1));
        try (MapMachine machine = MapMachine.open("a", folder.resolve("a"), this::fetch, MapMachineTest::increment)) {
            machine.apply(1, 0, command(put(1, 10)));
            assertThat(MapProcedure.answer(machine.apply(2, 0, increment))).isEqualTo(bytes(11));
            assertThat(MapProcedure.answer(machine.apply(3, 0, increment))).isEqualTo(bytes(12));
            assertThat(machine.query(MapProcedure.question(bytes(1))))
                    .as("nothing is written")
                    .isEqualTo(bytes(1));
            byte[] refused = machine.apply(4, 0, MapProcedure.command(new byte[9]));
            assertThatThrownBy(() -> MapProcedure.answer(refused))
                    .isInstanceOfSatisfying(
                            ClusterException.class,
                            failure -> assertThat(failure.problem()).isEqualTo(ClusterException.Problem.REFUSED));
            machine.flush();
            assertThat(machine.query(MapProcedure.question(bytes(1))))
                    .as("and not changed")
                    .isEqualTo(bytes(13));
            assertThat(get(machine, 1)).isEqualTo(new Stored(3, 12));
        }
        try (MapMachine machine = open("a")) {
            byte[] known = machine.apply(2, 0, increment);
            assertThatThrownBy(() -> MapProcedure.answer(known))
                    .isInstanceOfSatisfying(
                            ClusterException.class,
                            failure ->
                                    assertThat(failure.problem()).isEqualTo(ClusterException.Problem.UNKNOWN_OUTCOME));
            assertThat(apply(machine, 5, 0, increment)).as("it has none").containsExactly(MapCommand.REFUSED);
        }
    }

    @Test
    void whoLacksTheStateFetchesIt() throws IOException {
        try (MapMachine one = open("a");
                MapMachine other = open("b")) {
            for (int i = 1; i <= 20_000; i++) {
                apply(one, i, 0, command(put(i % 15_000, i)));
            }
            apply(other, 1, 0, command(put(77_777, 1)));
            other.readSnapshot(20_000, in(snapshot(one)));
            assertThat(size(other)).isEqualTo(15_000);
            assertThat(get(other, 77_777)).isEqualTo(new Stored(0, -1));
            assertThat(get(other, 4_999)).isEqualTo(get(one, 4_999));
            assertThat(apply(other, 19_999, 0, command(put(5, 5)))).startsWith(1);
            assertThat(apply(other, 20_001, 0, command(put(5, 5)))).startsWith(1);
            assertThat(get(other, 5)).isEqualTo(new Stored(20_001, 5));
        }
        assertThat(Files.exists(folder.resolve("b").resolve("map.next"))).isFalse();
        assertThat(Files.exists(folder.resolve("b").resolve("map.old"))).isFalse();
        try (MapMachine other = open("b")) {
            assertThat(size(other)).isEqualTo(15_000);
            other.readSnapshot(20_001, in(snapshot("a", 20_001))); // has it already
            assertThatThrownBy(() -> other.readSnapshot(30_000, in(snapshot("b", 30_000))))
                    .hasMessageContaining("begin it with an empty folder");
        }
    }

    private static byte[] snapshot(MapMachine machine) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        machine.writeSnapshot(new DataOutputStream(out));
        return out.toByteArray();
    }

    private static byte[] snapshot(String member, long index) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        DataOutputStream data = new DataOutputStream(out);
        data.writeUTF(member);
        data.writeLong(index);
        return out.toByteArray();
    }

    private static DataInputStream in(byte[] bytes) {
        return new DataInputStream(new ByteArrayInputStream(bytes));
    }

    @Test
    void anEndWhileFoldersChangeIsNoLoss() throws IOException {
        try (MapMachine machine = open("a")) {
            apply(machine, 1, 0, command(put(1, 10)));
        }
        Files.createDirectory(folder.resolve("a").resolve("map.next"));
        Files.move(folder.resolve("a").resolve("map"), folder.resolve("a").resolve("map.old"));
        try (MapMachine machine = open("a")) {
            assertThat(get(machine, 1)).isEqualTo(new Stored(1, 10));
        }
    }

    @Test
    void behavesAsAMapThroughAnyCommandsAndReopening() {
        Random random = new Random(Seed.given());
        for (int round = 0; round < Rounds.of(10, 200); round++) {
            String name = "round-" + round;
            Map<Integer, Stored> model = new TreeMap<>();
            MapMachine machine = open(name);
            for (int index = 1; index <= 60; index++) {
                if (random.nextInt(10) == 0) {
                    machine.close();
                    machine = open(name);
                }
                List<MapCommand.Step> steps = new ArrayList<>();
                boolean holds = true;
                Map<Integer, Stored> after = new TreeMap<>(model);
                for (int count = random.nextInt(1, 5); count > 0; count--) {
                    int key = random.nextInt(8);
                    long version = model.getOrDefault(key, new Stored(0, -1)).version();
                    switch (random.nextInt(4)) {
                        case 0 -> {
                            boolean isTrue = random.nextInt(3) > 0;
                            steps.add(require(key, isTrue ? version : version + 1));
                            holds &= isTrue;
                        }
                        case 1 -> {
                            steps.add(remove(key));
                            after.remove(key);
                        }
                        default -> {
                            steps.add(put(key, index * 10 + count));
                            after.put(key, new Stored(index, index * 10 + count));
                        }
                    }
                }
                assertThat(apply(machine, index, 0, MapCommand.encode(steps))).startsWith(holds ? 1 : 0);
                model = holds ? after : model;
                for (int key = 0; key < 8; key++) {
                    assertThat(get(machine, key)).isEqualTo(model.getOrDefault(key, new Stored(0, -1)));
                }
                assertThat(size(machine)).isEqualTo(model.size());
            }
            machine.close();
        }
    }
}
