package io.tellask.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tellask.actor.Actor;
import io.tellask.actor.MailboxPolicy;
import io.tellask.actor.Promise;
import io.tellask.actor.SpawnOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ExplorationTest {
    /** Counts how often it was called. */
    public interface Counter {
        void hit();

        Promise<Integer> read();

        Promise<Void> write(int value);
    }

    static final class Cell extends Actor implements Counter {
        int value;

        @Override
        public void hit() {
            value++;
        }

        @Override
        public Promise<Integer> read() {
            return Promise.of(value);
        }

        @Override
        public Promise<Void> write(int newValue) {
            value = newValue;
            return Promise.of(null);
        }
    }

    private static Scenario independent(int actors, int calls) {
        return trial -> {
            for (int actor = 0; actor < actors; actor++) {
                Counter counter = trial.spawn(Counter.class, Cell::new);
                for (int call = 0; call < calls; call++) {
                    counter.hit();
                }
                trial.atEnd(() -> assertThat(trial.await(counter.read())).isEqualTo(calls));
            }
        };
    }

    @Test
    void independentActorsTakeOneRunReducedAndMultinomialRunsOtherwise() {
        ExplorationReport reduced = Exploration.of(independent(3, 2)).run();
        assertThat(reduced).isEqualTo(new ExplorationReport(1, 0, 7, 7, true, true, ""));
        ExplorationReport all = Exploration.of(independent(3, 2)).unreduced().run();
        assertThat(all.runs()).isEqualTo(90); // 6! / (2! 2! 2!)
        assertThat(all.complete()).isTrue();
        assertThat(all.notReducedBecause()).isEqualTo("it was turned off");
        assertThat(Exploration.of(independent(8, 3)).run().runs()).isEqualTo(1);
    }

    /** Adds one to a counter, by a call to read and one to write. */
    public interface Adder {
        Promise<Void> add();
    }

    static final class Reader implements Adder {
        private final Counter counter;

        Reader(Counter counter) {
            this.counter = counter;
        }

        @Override
        public Promise<Void> add() {
            return counter.read().thenCompose(value -> counter.write(value + 1));
        }
    }

    private static void lostUpdate(Trial trial) {
        Counter counter = trial.spawn(Counter.class, Cell::new);
        Adder ann = trial.spawn(
                Adder.class, () -> new Reader(counter), SpawnOptions.defaults().withName("ann"));
        Adder bob = trial.spawn(
                Adder.class, () -> new Reader(counter), SpawnOptions.defaults().withName("bob"));
        trial.expect("ann adds", ann.add());
        trial.expect("bob adds", bob.add());
        trial.atEnd(() -> assertThat(trial.await(counter.read())).isEqualTo(2));
    }

    @Test
    void findsLostUpdateAndTellsHowToRepeatIt() {
        Exploration exploration = Exploration.of(ExplorationTest::lostUpdate);
        ExplorationException found = catchThrowableOfType(ExplorationException.class, exploration::run);
        assertThat(found)
                .hasMessageContaining("-Dtellask.schedule=" + found.schedule() + " ")
                .hasMessageContaining("expected: 2")
                .hasCauseInstanceOf(AssertionError.class);
        assertThat(found.trace()).anyMatch(line -> line.contains("Counter-1 takes Counter.read of ann-2"));
        assertThat(found.schedule().split(",")).hasSizeLessThanOrEqualTo(2);
        assertThatThrownBy(() -> exploration.replay(found.schedule()))
                .isInstanceOf(ExplorationException.class)
                .hasMessageContaining("expected: 2");
        assertThat(exploration.replay("-").runs()).isEqualTo(1); // in the order of the calls all is well
        assertThatThrownBy(() -> Exploration.of(ExplorationTest::lostUpdate)
                        .preemptions(1)
                        .run())
                .isInstanceOf(ExplorationException.class);
        assertThatThrownBy(() -> Exploration.of(ExplorationTest::lostUpdate).runSeeds(1, 1_000))
                .isInstanceOf(ExplorationException.class)
                .hasMessageContaining("seed=");
    }

    /** A lock. */
    public interface Fork {
        Promise<Void> take();
    }

    static final class OneFork implements Fork {
        private boolean taken;

        @Override
        public Promise<Void> take() {
            Promise<Void> given = new Promise<>();
            if (!taken) {
                taken = true;
                given.complete(null);
            }
            return given;
        }
    }

    /** Takes both forks. */
    public interface Philosopher {
        Promise<Void> eat();
    }

    static Philosopher eater(Fork first, Fork second) {
        return () -> first.take().thenCompose(taken -> second.take());
    }

    @Test
    void findsDeadlockByCyclicWaiting() {
        Scenario scenario = trial -> {
            Fork left = trial.spawn(Fork.class, OneFork::new);
            Fork right = trial.spawn(Fork.class, OneFork::new);
            Philosopher ann = trial.spawn(Philosopher.class, () -> eater(left, right));
            Philosopher bob = trial.spawn(Philosopher.class, () -> eater(right, left));
            trial.expect("one of them eats", Promise.any(ann.eat(), bob.eat()));
        };
        assertThatThrownBy(() -> Exploration.of(scenario).run())
                .isInstanceOf(ExplorationException.class)
                .hasMessageContaining("never settled: one of them eats");
    }

    @Test
    void findsAnswersOutOfOrder() {
        Scenario scenario = trial -> {
            List<String> order = new ArrayList<>();
            Counter first = trial.spawn(Counter.class, Cell::new);
            Counter second = trial.spawn(Counter.class, Cell::new);
            first.read().thenAccept(value -> order.add("first"));
            second.read().thenAccept(value -> order.add("second"));
            trial.atEnd(() -> assertThat(order).containsExactly("first", "second"));
        };
        ExplorationException found = catchThrowableOfType(
                ExplorationException.class, () -> Exploration.of(scenario).run());
        assertThat(found).hasMessageContaining("second");
    }

    @Test
    void seesWhoIsFirstOfSeveralAnswers() {
        Set<Integer> winners = new HashSet<>();
        ExplorationReport report = Exploration.of(trial -> {
                    List<Promise<Integer>> answers = new ArrayList<>();
                    for (int i = 0; i < 3; i++) {
                        int number = i;
                        Counter counter = trial.spawn(Counter.class, Cell::new);
                        answers.add(counter.read().thenApply(value -> number));
                    }
                    Promise<Integer> winner = trial.expect("somebody answers", Promise.any(answers));
                    trial.atEnd(() -> winners.add(winner.join()));
                })
                .run();
        assertThat(report.complete()).isTrue();
        assertThat(winners).containsExactlyInAnyOrder(0, 1, 2);
    }

    @Test
    void seesBothOutcomesOfACancelThatRacesWithItsAnswer() {
        Set<String> outcomes = new HashSet<>();
        ExplorationReport report = Exploration.of(trial -> {
                    Counter counter = trial.spawn(Counter.class, Cell::new);
                    Counter trigger = trial.spawn(Counter.class, Cell::new);
                    Promise<Integer> answer = counter.read();
                    trigger.read().thenAccept(value -> answer.cancel(false));
                    trial.atEnd(() -> outcomes.add(answer.state().toString()));
                })
                .run();
        assertThat(report.reduced()).isTrue();
        assertThat(outcomes).containsExactlyInAnyOrder("SUCCESS", "CANCELLED");
    }

    @Test
    void seesWhatANarrowMailboxDrops() {
        Set<List<Integer>> kept = new HashSet<>();
        ExplorationReport report = Exploration.of(trial -> {
                    List<Integer> taken = new ArrayList<>();
                    Numbers sink = trial.spawn(
                            Numbers.class,
                            () -> taken::add,
                            SpawnOptions.defaults().withMailbox(1, MailboxPolicy.DROP_OLDEST));
                    sink.take(1);
                    sink.take(2);
                    Numbers other = trial.spawn(Numbers.class, () -> sink::take);
                    other.take(3);
                    trial.atEnd(() -> kept.add(taken));
                })
                .run();
        assertThat(report.complete()).isTrue();
        assertThat(kept).containsExactlyInAnyOrder(List.of(2, 3), List.of(3));
    }

    /** Takes numbers. */
    public interface Numbers {
        void take(int number);
    }

    @Test
    void triesEveryChoiceAndEveryPlaceOfAFault() {
        Set<String> ends = new HashSet<>();
        ExplorationReport report = Exploration.of(trial -> {
                    StringBuilder end = new StringBuilder();
                    Numbers sink = trial.spawn(Numbers.class, () -> end::append);
                    sink.take(trial.choose(2));
                    sink.take(5);
                    trial.fault("fault", () -> end.append('!'));
                    trial.atEnd(() -> ends.add(end.toString()));
                })
                .run();
        assertThat(report.complete()).isTrue();
        assertThat(ends).containsExactlyInAnyOrder("!05", "0!5", "05!", "!15", "1!5", "15!");
    }

    @Test
    void offersNoMoreOptionsThanItMay() {
        Set<Integer> chosen = new HashSet<>();
        Exploration.of(trial -> chosen.add(trial.choose(Trial.MOST_OPTIONS))).run();
        assertThat(chosen).hasSize(Trial.MOST_OPTIONS);

        assertThatThrownBy(() -> Exploration.of(trial -> trial.choose(Trial.MOST_OPTIONS + 1))
                        .run())
                .isInstanceOf(ExplorationException.class)
                .hasMessageContaining("options=10001 > MOST_OPTIONS=10000; choose among fewer");
    }

    @Test
    void touchedThingsAreSeenInEveryOrder() {
        Set<List<Integer>> untouched = new HashSet<>();
        Set<List<Integer>> touched = new HashSet<>();
        Exploration.of(trial -> shareList(trial, false, untouched)).run();
        Exploration.of(trial -> shareList(trial, true, touched)).run();
        assertThat(untouched).hasSize(1);
        assertThat(touched).hasSize(6);
    }

    private static void shareList(Trial trial, boolean isTouched, Set<List<Integer>> seen) {
        List<Integer> shared = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            trial.spawn(Numbers.class, () -> number -> {
                        if (isTouched) {
                            trial.touch("shared");
                        }
                        shared.add(number);
                    })
                    .take(i);
        }
        trial.atEnd(() -> seen.add(shared));
    }

    /** Waits for an answer for a second. */
    private static void impatient(Trial trial, Set<String> outcomes) {
        Counter counter = trial.spawn(Counter.class, Cell::new);
        Promise<Integer> answer = counter.read().orTimeout(1, TimeUnit.SECONDS);
        trial.atEnd(() -> outcomes.add(answer.state() + " at " + TimeUnit.NANOSECONDS.toSeconds(trial.nanoTime())));
    }

    @Test
    void timePassesWhenNothingIsLeftOrWheneverItRaces() {
        Set<String> outcomes = new HashSet<>();
        assertThat(Exploration.of(trial -> impatient(trial, outcomes)).run().runs())
                .isEqualTo(1);
        assertThat(outcomes).containsExactly("SUCCESS at 0");
        outcomes.clear();
        ExplorationReport racing =
                Exploration.of(trial -> impatient(trial, outcomes)).racingTime().run();
        assertThat(racing.complete()).isTrue();
        assertThat(outcomes).contains("SUCCESS at 0", "SUCCESS at 1", "FAILED at 1");
    }

    @Test
    void actorsThatShareADispatcherAreExploredInAllOrders() {
        ExplorationReport report = Exploration.of(trial -> {
                    SpawnOptions shared = SpawnOptions.on(trial.newDispatcher("shared"));
                    trial.system().spawn(Counter.class, Cell::new, shared).hit();
                    trial.system().spawn(Counter.class, Cell::new, shared).hit();
                    trial.spawn(Counter.class, Cell::new).hit();
                })
                .run();
        assertThat(report.reduced()).isFalse();
        assertThat(report.notReducedBecause()).contains("share a dispatcher");
        assertThat(report.runs()).isEqualTo(3);
    }

    @Test
    void failsRunsWhoseTellsFailOrThatDoNotRest() {
        Scenario failing = trial -> trial.spawn(Numbers.class, () -> number -> {
                    throw new IllegalStateException("no");
                })
                .take(1);
        assertThatThrownBy(() -> Exploration.of(failing).run())
                .isInstanceOf(ExplorationException.class)
                .hasMessageContaining("a tell failed")
                .hasMessageContaining("IllegalStateException");
        Scenario allowed = trial -> {
            trial.allowFailedTells();
            failing.begin(trial);
        };
        assertThat(Exploration.of(allowed).run().complete()).isTrue();
        Scenario endless = trial -> trial.spawn(Numbers.class, Echo::new).take(1);
        assertThatThrownBy(() -> Exploration.of(endless).steps(100).run())
                .isInstanceOf(ExplorationException.class)
                .hasMessageContaining("does not come to rest")
                .hasMessageNotContaining("steps more");
        assertThatThrownBy(() -> Exploration.of(endless).steps(101).run())
                .hasMessageContaining("... and 1 steps more, see trace() of the exception");
    }

    static final class Echo extends Actor implements Numbers {
        @Override
        public void take(int number) {
            self(Numbers.class).take(number);
        }
    }

    @Test
    void boundsAreToldAndChecked() {
        ExplorationReport report =
                Exploration.of(independent(3, 2)).unreduced().runs(10).run();
        assertThat(report.runs()).isEqualTo(10);
        assertThat(report.complete()).isFalse();
        assertThat(Exploration.of(independent(3, 2)).preemptions(0).run().complete())
                .isFalse();
        assertThat(Exploration.of(independent(3, 2)).unreduced().depth(2).run().complete())
                .isFalse();
        Exploration exploration = Exploration.of(independent(1, 1));
        assertThatThrownBy(() -> exploration.runs(0)).hasMessageContaining("runs=0 < 1");
        assertThatThrownBy(() -> exploration.depth(0)).hasMessageContaining("depth=0 < 1");
        assertThatThrownBy(() -> exploration.steps(0)).hasMessageContaining("steps=0 < 1");
        assertThatThrownBy(() -> exploration.preemptions(-1)).hasMessageContaining("preemptions=-1 < 0");
        assertThatThrownBy(() -> exploration.time(Duration.ofNanos(-1))).hasMessageContaining("time=-1 < 0");
        assertThatThrownBy(() -> exploration.runSeeds(1, 0)).hasMessageContaining("count=0 < 1");
    }

    @Test
    void progressIsTold() {
        List<Long> told = new ArrayList<>();
        Exploration.of(independent(3, 2)).progress(40, told::add).runSeeds(7, 100);
        assertThat(told).containsExactly(40L, 80L);
    }

    @Test
    void scenarioThatDoesNotRepeatIsNamed() {
        int[] runs = new int[1];
        assertThatThrownBy(() -> Exploration.of(trial -> {
                            int run = runs[0]++;
                            trial.atEnd(() -> assertThat(run).isNotZero());
                        })
                        .run())
                .isInstanceOf(ExplorationException.class)
                .hasMessageContaining("did not fail when it was repeated");
    }

    @Test
    void whatOtherThreadsHandOverIsLeftOutAndNamed() {
        Scenario scenario = trial -> {
            Counter counter = trial.spawn(Counter.class, Cell::new);
            Thread stranger = new Thread(() -> trial.expect("an answer", counter.read()), "stranger");
            stranger.start();
            stranger.join();
        };
        ExplorationException found = catchThrowableOfType(
                ExplorationException.class, () -> Exploration.of(scenario).run());
        assertThat(found)
                .hasMessageContaining("never settled: an answer")
                .hasMessageContaining("what thread=stranger handed over was left out");
        assertThat(found.trace()).hasSize(1);
    }

    @Test
    void closesWhatIsToBeClosedAfterEachRun() {
        List<String> closed = new ArrayList<>();
        Exploration.of(trial -> {
                    trial.onClose(() -> closed.add("first"));
                    trial.onClose(() -> closed.add("second"));
                })
                .run();
        assertThat(closed).containsExactly("second", "first");
        assertThatThrownBy(() -> Exploration.of(trial -> trial.onClose(() -> {
                            throw new IllegalStateException("not closed");
                        }))
                        .run())
                .hasMessageContaining("not closed");
    }
}
