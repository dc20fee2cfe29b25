package io.tellask.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tellask.actor.Promise;
import io.tellask.test.Seed;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

class HistoryTest {
    /** What is done with a register: null reads it, else it is written and the former value returned. */
    private record Op(String key, Integer written) {}

    private static final SequentialModel<Integer, Op, Integer> REGISTER = new SequentialModel<>() {
        @Override
        public Integer initial() {
            return 0;
        }

        @Override
        public Outcome<Integer, Integer> apply(Integer state, Op operation) {
            return new Outcome<>(operation.written == null ? state : operation.written, state);
        }
    };

    /** A history that a test writes by hand. */
    private static final class Written {
        final History<Op, Integer> history = new History<>(this::now);
        private long nanos;

        private long now() {
            return nanos++;
        }

        CompletableFuture<Integer> begin(String caller, Integer written) {
            return begin(caller, "x", written);
        }

        CompletableFuture<Integer> begin(String caller, String key, Integer written) {
            return history.call(caller, new Op(key, written), CompletableFuture::new);
        }
    }

    @Test
    void explainsCallsThatOverlapInAnyOrder() {
        Written written = new Written();
        CompletableFuture<Integer> write = written.begin("ann", 1);
        written.begin("bob", null).complete(1); // the write was carried out before it ended
        written.begin("bob", null).complete(1);
        write.complete(0);
        written.history.check(REGISTER);
        assertThat(written.history.size()).isEqualTo(3);
    }

    @Test
    void findsValueThatWasReadBeforeAndIsGone() {
        Written written = new Written();
        written.begin("bob", null).complete(0);
        CompletableFuture<Integer> write = written.begin("ann", 1);
        written.begin("bob", null).complete(1);
        written.begin("bob", null).complete(0);
        write.complete(0);
        written.begin("bob", null).complete(1);
        HistoryException found = catchThrowableOfType(HistoryException.class, () -> written.history.check(REGISTER));
        assertThat(found.calls()).hasSize(3); // neither the first read nor the last one is needed
        assertThat(found)
                .hasMessageContaining("no order explains calls=3 of 5, begun in states=[0]")
                .hasMessageContaining("bob: Op[key=x, written=null]");
        assertThat(found.calls().getFirst())
                .startsWith("ann: Op[key=x, written=1]")
                .endsWith(" ns");
    }

    @Test
    void callsThatFailedMayHaveBeenCarriedOutOrNot() {
        Written written = new Written();
        written.begin("ann", 1).completeExceptionally(new IllegalStateException("gone"));
        written.begin("bob", null).complete(0);
        written.begin("bob", null).complete(1); // late, but it was
        written.history.check(REGISTER);
        written.history.noEffectWhere(IllegalStateException.class::isInstance);
        assertThatThrownBy(() -> written.history.check(REGISTER)).isInstanceOf(HistoryException.class);
    }

    @Test
    void failureWithinAnotherIsTheOneThatCounts() {
        Written written = new Written();
        written.history.noEffectWhere(IllegalStateException.class::isInstance);
        written.begin("ann", 1).completeExceptionally(new CompletionException(new IllegalStateException("refused")));
        written.begin("bob", null).complete(0);
        written.history.check(REGISTER);
    }

    @Test
    void keysAreCheckedEachForItself() {
        Written written = new Written();
        written.begin("ann", "x", 1).complete(0);
        written.begin("ann", "y", 2).complete(0);
        written.begin("bob", "x", null).complete(1);
        written.history.checkEach(Op::key, REGISTER);
        assertThatThrownBy(() -> written.history.check(REGISTER)).isInstanceOf(HistoryException.class);
        written.begin("bob", "y", null).complete(1);
        assertThatThrownBy(() -> written.history.checkEach(Op::key, REGISTER))
                .isInstanceOf(HistoryException.class)
                .hasMessageContaining("key=y");
    }

    @Test
    void searchIsBounded() {
        Written written = new Written();
        List<CompletableFuture<Integer>> open = new ArrayList<>();
        for (int i = 1; i <= 8; i++) {
            open.add(written.begin("ann" + i, i));
        }
        open.forEach(promise -> promise.complete(-1));
        assertThatThrownBy(() -> written.history.maxStates(0)).hasMessageContaining("maxStates=0 < 1");
        written.history.maxStates(1); // enough to see that none of them can be the first one, too few to leave some out
        assertThatThrownBy(() -> written.history.check(REGISTER))
                .hasMessageContaining("no order explains calls=8 of 8");
        Written explained = new Written();
        explained.begin("ann", 1).complete(0);
        explained.history.maxStates(2).check(REGISTER); // before and behind it
        explained.history.maxStates(1);
        assertThatThrownBy(() -> explained.history.check(REGISTER)).hasMessageContaining("states=1 >= maxStates=1");
    }

    /** Carries calls out at random instants between their beginnings and ends, or cheats. */
    @Test
    void agreesWithHowRandomHistoriesWereMade() {
        SplittableRandom random = new SplittableRandom(Seed.given());
        int found = 0;
        for (int round = 0; round < 300; round++) {
            makeRandomly(random, false).check(REGISTER);
            try {
                makeRandomly(random, true).check(REGISTER);
            } catch (HistoryException unexplained) {
                found++;
            }
        }
        assertThat(found).isGreaterThan(200); // a wrong value may have an explanation by chance
    }

    private static History<Op, Integer> makeRandomly(SplittableRandom random, boolean cheats) {
        Written written = new Written();
        Map<CompletableFuture<Integer>, Integer> begun = new LinkedHashMap<>(); // by what they write; 0: read
        Map<CompletableFuture<Integer>, Integer> carriedOut = new LinkedHashMap<>(); // by their result
        int state = 0;
        int cheat = cheats ? 10 + random.nextInt(20) : Integer.MAX_VALUE;
        for (int step = 0; step < 120; step++) {
            int what = random.nextInt(3);
            if (what == 0 && begun.size() + carriedOut.size() < 4) {
                int value = random.nextInt(2) == 0 ? 0 : step;
                begun.put(written.begin("caller" + step, value == 0 ? null : value), value);
            } else if (what == 1 && !begun.isEmpty()) {
                CompletableFuture<Integer> call = any(begun, random);
                int value = begun.remove(call);
                carriedOut.put(call, cheat-- == 0 ? 1_000 : state);
                state = value == 0 ? state : value;
            } else if (what == 2 && !carriedOut.isEmpty()) {
                CompletableFuture<Integer> call = any(carriedOut, random);
                call.complete(carriedOut.remove(call));
            }
        }
        carriedOut.forEach(CompletableFuture::complete);
        return written.history;
    }

    private static <K> K any(Map<K, Integer> map, SplittableRandom random) {
        return map.keySet().stream()
                .skip(random.nextInt(map.size()))
                .findFirst()
                .orElseThrow();
    }

    /** Adds to a number. */
    public interface Adder {
        Promise<Integer> add(int summand);
    }

    /** Asks a register for its value, and writes the sum: two calls, between which others may come. */
    private static Promise<Integer> addInTwoCalls(ExplorationTest.Counter register, int summand) {
        return register.read()
                .thenCompose(before -> register.write(before + summand).thenApply(written -> before));
    }

    private static final SequentialModel<Integer, Integer, Integer> SUM = new SequentialModel<>() {
        @Override
        public Integer initial() {
            return 0;
        }

        @Override
        public Outcome<Integer, Integer> apply(Integer state, Integer summand) {
            return new Outcome<>(state + summand, state);
        }
    };

    @Test
    void explorationFindsAnActorThatIsNotLinearizable() {
        Scenario scenario = trial -> {
            ExplorationTest.Counter register = trial.spawn(ExplorationTest.Counter.class, ExplorationTest.Cell::new);
            History<Integer, Integer> history = trial.newHistory();
            for (String caller : List.of("ann", "bob")) {
                Adder adder = trial.spawn(Adder.class, () -> summand -> addInTwoCalls(register, summand));
                trial.expect(caller, history.call(caller, 1, () -> adder.add(1)));
            }
            trial.atEnd(() -> history.check(SUM));
        };
        assertThatThrownBy(() -> Exploration.of(scenario).run())
                .isInstanceOf(ExplorationException.class)
                .hasMessageContaining("no order explains calls=2 of 2");
    }
}
