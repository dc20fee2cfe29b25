package io.tellask.testkit.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.test.Seed;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Programs of toy processes that write, read and wait for cells of memory: what is tried of them, and that nothing is missed. */
class ScheduleTreeTest {
    /** Appends the process to a cell, or with {@code needs} waits until the cell has something. */
    private record Op(int cell, boolean needs) {}

    /** What all runs of a program came to. */
    private record Explored(int runs, int cut, Set<String> ends, boolean bounded) {}

    private static Explored explore(List<List<Op>> program, ScheduleTree tree) {
        Set<String> ends = new HashSet<>();
        int runs = 0;
        int cut = 0;
        do {
            String end = new Machine(program).run(tree);
            if (end == null) {
                cut++;
            } else {
                runs++;
                ends.add(end);
            }
        } while (tree.advance());
        return new Explored(runs, cut, ends, tree.isBounded());
    }

    private static ScheduleTree tree(boolean reduced) {
        return new ScheduleTree(reduced, Integer.MAX_VALUE, Integer.MAX_VALUE);
    }

    private static List<List<Op>> independent(int processes, int steps) {
        return IntStream.range(0, processes)
                .mapToObj(process -> IntStream.range(0, steps)
                        .mapToObj(step -> new Op(process, false))
                        .toList())
                .toList();
    }

    @Test
    void independentProcessesHaveOneRunReducedAndMultinomialRunsOtherwise() {
        assertThat(explore(independent(3, 2), tree(true)).runs()).isEqualTo(1);
        assertThat(explore(independent(3, 2), tree(true)).cut()).isZero();
        assertThat(explore(independent(3, 2), tree(false)).runs()).isEqualTo(90); // 6! / (2! 2! 2!)
        assertThat(explore(independent(10, 3), tree(true)).runs()).isEqualTo(1);
        assertThat(explore(independent(2, 4), tree(false)).runs()).isEqualTo(70); // 8! / (4! 4!)
    }

    @Test
    void processesThatWriteOneCellHaveEveryOrder() {
        List<List<Op>> program = List.of(
                List.of(new Op(0, false)),
                List.of(new Op(0, false)),
                List.of(new Op(0, false)),
                List.of(new Op(0, false)));
        Explored explored = explore(program, tree(true));
        assertThat(explored.runs()).isEqualTo(24);
        assertThat(explored.ends()).hasSize(24);
    }

    @Test
    void reducedTakesOneRunOfEachClassAndMissesNoEnd() {
        SplittableRandom random = new SplittableRandom(Seed.given());
        int reducedRuns = 0;
        int allRuns = 0;
        for (int round = 0; round < 300; round++) {
            List<List<Op>> program = randomProgram(random);
            Explored all = explore(program, tree(false));
            Explored reduced = explore(program, tree(true));
            assertThat(reduced.ends())
                    .as("round=" + round + ", program=" + program)
                    .isEqualTo(all.ends());
            // an end tells the order of conflicting steps, so each class of runs has an end of its own
            assertThat(reduced.runs())
                    .as("round=" + round + ", program=" + program)
                    .isEqualTo(all.ends().size());
            reducedRuns += reduced.runs() + reduced.cut();
            allRuns += all.runs();
        }
        assertThat(reducedRuns).isLessThan(allRuns / 3);
    }

    private static List<List<Op>> randomProgram(SplittableRandom random) {
        List<List<Op>> program = new ArrayList<>();
        int processes = 2 + random.nextInt(3);
        for (int process = 0; process < processes; process++) {
            List<Op> ops = new ArrayList<>();
            int steps = 1 + random.nextInt(processes > 3 ? 2 : 3);
            for (int step = 0; step < steps; step++) {
                ops.add(new Op(random.nextInt(3), random.nextInt(4) == 0));
            }
            program.add(ops);
        }
        return program;
    }

    @Test
    void choicesOfProcessesAreAllTried() {
        assertThat(runsOfTwoThatChoose(0, 0)).hasSize(2 * 3 * 3);
        assertThat(runsOfTwoThatChoose(0, 1)).hasSize(3 * 3);
    }

    /** Time passes before a step or not at all, as the step calls off what was to come: in no run both are in the other order. */
    @Test
    void timeIsTriedWhereverItCanPass() {
        ScheduleTree tree = tree(true);
        List<String> runs = new ArrayList<>();
        do {
            StringBuilder run = new StringBuilder();
            int process = tree.next(new int[] {Decisions.TIME, 1}, 1);
            tree.stepped(process, process == 1 ? new Footprint() : Footprint.ofEverything(), new BitSet());
            run.append(process);
            if (process == Decisions.TIME) {
                run.append(tree.next(new int[] {1}, 1));
                tree.stepped(1, new Footprint(), new BitSet());
            }
            runs.add(run.toString());
        } while (tree.advance());
        assertThat(runs).containsExactly("1", "01");
    }

    /** Two processes choose one of three things each, and touch a cell. */
    private static Set<String> runsOfTwoThatChoose(int cellOfOne, int cellOfOther) {
        ScheduleTree tree = tree(true);
        Set<String> runs = new HashSet<>();
        do {
            StringBuilder run = new StringBuilder();
            int[] enabled = {1, 2};
            while (enabled.length > 0) {
                int process = tree.next(enabled, enabled[0]);
                if (process == Decisions.CUT) {
                    break;
                }
                run.append(process).append(tree.choose(3)).append(' ');
                Footprint footprint = new Footprint();
                footprint.touch(process == 1 ? cellOfOne : cellOfOther);
                tree.stepped(process, footprint, new BitSet());
                enabled =
                        IntStream.of(enabled).filter(other -> other != process).toArray();
            }
            if (enabled.length == 0) {
                assertThat(runs.add(run.toString())).as(run.toString()).isTrue();
            }
        } while (tree.advance());
        return runs;
    }

    @Test
    void boundOnPreemptionsLeavesOutWhatNeedsMore() {
        List<List<Op>> program = independent(2, 3);
        Explored none = explore(program, new ScheduleTree(true, Integer.MAX_VALUE, 0));
        assertThat(none.runs()).isEqualTo(2);
        assertThat(none.bounded()).isTrue();
        Explored one = explore(program, new ScheduleTree(true, Integer.MAX_VALUE, 1));
        assertThat(one.runs()).isEqualTo(2 + 2 * 2); // one is left after one or two steps, for the other to end first
        Explored all = explore(program, new ScheduleTree(true, Integer.MAX_VALUE, 5));
        assertThat(all.runs()).isEqualTo(20);
        assertThat(all.bounded()).isFalse();
    }

    @Test
    void boundOnDepthIsToldWhereItCounts() {
        assertThat(explore(independent(2, 1), new ScheduleTree(false, 2, Integer.MAX_VALUE))
                        .bounded())
                .isFalse();
        Explored shallow = explore(independent(2, 2), new ScheduleTree(false, 1, Integer.MAX_VALUE));
        assertThat(shallow.runs()).isEqualTo(2);
        assertThat(shallow.bounded()).isTrue();
        List<List<Op>> conflicts =
                List.of(List.of(new Op(0, false), new Op(0, false)), List.of(new Op(0, false), new Op(0, false)));
        assertThat(explore(conflicts, new ScheduleTree(true, 1, Integer.MAX_VALUE))
                        .bounded())
                .isTrue();
    }

    @Test
    void refusesRunThatDoesNotRepeat() {
        ScheduleTree tree = tree(false);
        tree.next(new int[] {1, 2}, 1);
        tree.stepped(1, new Footprint(), new BitSet());
        assertThat(tree.advance()).isTrue();
        assertThatThrownBy(() -> tree.next(new int[] {1, 2, 3}, 1))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("did not repeat");
    }

    @Test
    void choicesAreWrittenAndRead() {
        for (String text : List.of("-", "4:2", "4:2,9:1", "17@-", "-3@0:1")) {
            assertThat(Choices.parse(text)).hasToString(text);
        }
        for (String text : List.of("", "4", "4:2,", "4:2,4:1", "a:1", "x@-", ":", "1:-1")) {
            assertThatThrownBy(() -> Choices.parse(text))
                    .as(text)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("schedule=" + text);
        }
    }

    @Test
    void recordedRunIsReplayed() {
        SplittableRandom random = new SplittableRandom(Seed.given());
        for (int round = 0; round < 100; round++) {
            List<List<Op>> program = randomProgram(random);
            Recording recording = new Recording(new Chance(random.split()));
            String end = new Machine(program).run(recording);
            assertThat(new Machine(program).run(new Replay(recording.choices(0), true)))
                    .isEqualTo(end);
        }
    }

    @Test
    void replayRefusesWhatIsNotPossible() {
        Choices choices = Choices.parse("1:7");
        Replay exact = new Replay(choices, true);
        assertThat(exact.next(new int[] {1, 7}, 1)).isEqualTo(1);
        assertThatThrownBy(() -> exact.next(new int[] {1, 2}, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("schedule=1:7, place=1, choice=7");
        Replay other = new Replay(choices, false);
        other.next(new int[] {1, 7}, 1);
        assertThat(other.choose(3)).isZero();
    }

    /** Runs a program once. */
    private static final class Machine {
        private final List<List<Op>> program;
        private final List<List<Integer>> cells = new ArrayList<>();
        private final int[] done;

        Machine(List<List<Op>> program) {
            this.program = program;
            IntStream.range(0, 10).forEach(cell -> cells.add(new ArrayList<>()));
            done = new int[program.size()];
        }

        /** What is in the cells in the end, and who waits; null: the run was cut. */
        String run(Decisions decisions) {
            for (int[] enabled = enabled(); enabled.length > 0; enabled = enabled()) {
                int process = decisions.next(enabled, enabled[0]);
                if (process == Decisions.CUT) {
                    return null;
                }
                Op op = program.get(process - 1).get(done[process - 1]++);
                cells.get(op.cell()).add(process);
                Footprint footprint = new Footprint();
                footprint.touch(op.cell());
                decisions.stepped(process, footprint, new BitSet());
            }
            return cells.toString();
        }

        private int[] enabled() {
            return IntStream.range(0, done.length)
                    .filter(process -> done[process] < program.get(process).size())
                    .filter(process -> {
                        Op op = program.get(process).get(done[process]);
                        return !op.needs() || !cells.get(op.cell()).isEmpty();
                    })
                    .map(process -> process + 1)
                    .toArray();
        }
    }
}
