package io.tellask.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.actor.Actor;
import io.tellask.actor.MailboxPolicy;
import io.tellask.actor.Promise;
import io.tellask.actor.SpawnOptions;
import io.tellask.actor.Supervision;
import io.tellask.test.Rounds;
import io.tellask.test.Seed;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Random tiny programs of actors: what all orders lead to, the reduced exploration finds as well. */
class ExplorationProperties {
    private static final int PROGRAMS = Rounds.of(30, 1_000);
    private static final long MOST_RUNS = 1_500;

    /** What an actor does with a message. */
    private enum Kind {
        TELL,
        ASK,
        ASK_TWO_AND_TAKE_THE_FIRST,
        ASK_AND_CANCEL_LATER,
        ASK_AND_LOOK_LATER,
        TIMER,
        STOP,
        FAIL,
        WATCH,
        SPAWN_AND_TELL,
        NOTHING
    }

    private record Act(Kind kind, int target, int other) {}

    /** Does what the program says, and notes it. */
    public interface Player {
        void play(int level);

        Promise<Integer> answer(int level);
    }

    /** One program. */
    private static final class Program {
        private final List<List<Act>> acts = new ArrayList<>(); // by actor and level
        private final List<SpawnOptions> options = new ArrayList<>();

        Program(SplittableRandom random) {
            int actors = 2 + random.nextInt(2);
            int levels = 2;
            for (int actor = 0; actor < actors; actor++) {
                List<Act> own = new ArrayList<>();
                for (int level = 0; level < levels; level++) {
                    Kind kind = Kind.values()[random.nextInt(Kind.values().length)];
                    own.add(new Act(kind, random.nextInt(actors), random.nextInt(actors)));
                }
                acts.add(own);
                MailboxPolicy policy = MailboxPolicy.values()[random.nextInt(3)];
                SpawnOptions plain = random.nextInt(4) == 0
                        ? SpawnOptions.defaults().withMailbox(1, policy)
                        : SpawnOptions.defaults();
                options.add(
                        switch (random.nextInt(3)) {
                            case 0 -> plain.withSupervision(Supervision.restart());
                            case 1 -> plain.withSupervision(Supervision.stop());
                            default -> plain;
                        });
            }
        }

        void begin(Trial trial, Set<String> ends) {
            trial.allowFailedTells();
            List<Player> players = new ArrayList<>();
            List<StringBuilder> notes = new ArrayList<>();
            for (int actor = 0; actor < acts.size(); actor++) {
                List<Act> own = acts.get(actor);
                StringBuilder note = new StringBuilder();
                notes.add(note);
                players.add(
                        trial.spawn(Player.class, () -> new Scripted(own, players, notes, note), options.get(actor)));
            }
            players.forEach(player -> player.play(0));
            trial.atEnd(() -> ends.add(notes.toString()));
        }

        @Override
        public String toString() {
            return acts + ", " + options.stream().map(SpawnOptions::mailbox).toList();
        }
    }

    private static final class Scripted extends Actor implements Player {
        private final List<Act> acts;
        private final List<Player> players;
        private final List<StringBuilder> all;
        private final StringBuilder notes; // goes on when the actor is made anew
        private Promise<Integer> kept;

        Scripted(List<Act> acts, List<Player> players, List<StringBuilder> all, StringBuilder notes) {
            this.acts = acts;
            this.players = players;
            this.all = all;
            this.notes = notes;
            notes.append('^');
        }

        @Override
        public Promise<Integer> answer(int level) {
            play(level);
            return Promise.of(notes.length());
        }

        @Override
        public void play(int level) {
            notes.append(level);
            if (kept != null) {
                notes.append(kept.isDone() ? 'd' : 'p');
                kept.cancel(false);
                kept = null;
            }
            if (level < acts.size()) {
                act(acts.get(level), level + 1);
            }
        }

        private void act(Act act, int next) {
            Player target = players.get(act.target);
            Player other = players.get(act.other);
            switch (act.kind) {
                case TELL -> target.play(next);
                case ASK -> noteOutcome('a', target.answer(next));
                case ASK_TWO_AND_TAKE_THE_FIRST ->
                    noteOutcome('f', Promise.race(target.answer(next).thenApply(value -> 1), other.answer(next)));
                case ASK_AND_CANCEL_LATER, ASK_AND_LOOK_LATER -> {
                    kept = target.answer(next);
                    self(Player.class).play(acts.size());
                }
                case TIMER -> timers().after(Duration.ofSeconds(1), () -> target.play(next));
                case STOP -> system().stop(self(Player.class));
                case SPAWN_AND_TELL -> spawnAndTell(next);
                case FAIL -> throw new IllegalStateException("planned");
                case WATCH -> system().watch(target).thenAccept(reason -> notes.append('w'));
                case NOTHING -> notes.append('n');
            }
        }

        private void spawnAndTell(int next) {
            StringBuilder note = new StringBuilder();
            all.add(note); // in the order of spawning
            system().spawn(Player.class, () -> new Scripted(acts, players, all, note))
                    .play(next);
        }

        private void noteOutcome(char what, Promise<Integer> answer) {
            answer.whenComplete((value, failure) -> notes.append(what).append(failure == null ? value : "x"));
        }
    }

    private static Exploration exploration(Program tried, boolean timeRaces, Set<String> ends) {
        Exploration exploration = Exploration.of(trial -> tried.begin(trial, ends));
        return timeRaces ? exploration.racingTime() : exploration;
    }

    @Test
    void reducedExplorationMissesNoEnd() {
        SplittableRandom random = new SplittableRandom(Seed.given());
        int compared = 0;
        long reducedRuns = 0;
        long allRuns = 0;
        for (int program = 0; program < PROGRAMS; program++) {
            Program tried = new Program(random.split());
            boolean timeRaces = random.nextInt(3) == 0;
            Set<String> all = new HashSet<>();
            ExplorationReport unreduced = exploration(tried, timeRaces, all)
                    .unreduced()
                    .runs(MOST_RUNS)
                    .run();
            if (unreduced.complete()) {
                Set<String> ends = new HashSet<>();
                ExplorationReport reduced = exploration(tried, timeRaces, ends).run();
                assertThat(ends).as("program=" + program + ": " + tried).isEqualTo(all);
                assertThat(reduced.complete()).isTrue();
                compared++;
                reducedRuns += reduced.runs() + reduced.cutRuns();
                allRuns += unreduced.runs();
            }
        }
        assertThat(compared).isGreaterThan(PROGRAMS / 2);
        assertThat(reducedRuns).isLessThan(allRuns / 2);
    }

    @Test
    void runsDrawnFromSeedsEndInOneOfTheEndsThatAreExplored() {
        SplittableRandom random = new SplittableRandom(Seed.given() + 1);
        for (int program = 0; program < PROGRAMS / 5; program++) {
            Program tried = new Program(random.split());
            Set<String> explored = new HashSet<>();
            if (Exploration.of(trial -> tried.begin(trial, explored))
                    .runs(MOST_RUNS)
                    .run()
                    .complete()) {
                Set<String> drawn = new HashSet<>();
                Exploration.of(trial -> tried.begin(trial, drawn)).runSeeds(random.nextLong(), 50);
                assertThat(explored).as("program=" + program + ": " + tried).containsAll(drawn);
            }
        }
    }
}
