package io.tellask.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.actor.Actor;
import io.tellask.actor.ActorStoppedException;
import io.tellask.actor.ActorSystem;
import io.tellask.actor.Dispatcher;
import io.tellask.actor.Promise;
import io.tellask.actor.SpawnOptions;
import io.tellask.actor.StopReason;
import io.tellask.actor.Supervision;
import io.tellask.actor.Supervision.Directive;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Trees of actors whose code fails at random, in virtual time. Whatever happens, an ask is answered once, by its answer or by the refusal of an actor that has
 * stopped; messages of a sender are handled in order, and none twice; an actor that is made again loses none; and at the end nobody is left.
 */
class SupervisionTreesTest {
    private static final int SOME_SEEDS = 150;
    private static final int ALL_SEEDS = 10_000;
    private static final int SENDERS = 3;

    /** An actor of the tree. */
    public interface Node {
        Promise<Integer> handle(int sender, int number);

        void fail(RuntimeException failure);

        void grow(Plan plan, List<Grown> all);
    }

    /** How one actor of the tree is to be. */
    public record Plan(Dispatcher dispatcher, Supervision supervision, History history) {}

    /** What became of one actor, whatever objects it has been. */
    private static final class History {
        private final int[] next = new int[SENDERS];
        private final List<StopReason> ends = new ArrayList<>();
        private String wrong = "";
    }

    /** An actor of the tree, and what is known of it. */
    public record Grown(Node node, Plan plan, Promise<StopReason> stopped) {
        Grown(Node node, Plan plan) {
            this(node, plan, new Promise<>());
        }
    }

    private static final class Member extends Actor implements Node {
        private final History history;

        Member(History history) {
            this.history = history;
        }

        @Override
        public Promise<Integer> handle(int sender, int number) {
            if (number < history.next[sender]) {
                history.wrong = "sender " + sender + " again: " + number + " behind " + history.next[sender];
            }
            history.next[sender] = number + 1;
            return Promise.of(number);
        }

        @Override
        public void fail(RuntimeException failure) {
            throw failure;
        }

        @Override
        public void grow(Plan plan, List<Grown> all) {
            Node child = spawnChild(
                    Node.class,
                    () -> new Member(plan.history),
                    SpawnOptions.on(plan.dispatcher).withSupervision(plan.supervision));
            all.add(new Grown(child, plan));
        }

        @Override
        protected void onStop(StopReason reason) {
            history.ends.add(reason);
        }
    }

    @Test
    void nobodyIsLostAndNobodyIsThereTwice() {
        for (int seed = 1; seed <= SOME_SEEDS; seed++) {
            run(seed);
        }
    }

    @Test
    @Tag("slow")
    void nobodyIsLostInTenThousandTrees() {
        for (int seed = 1; seed <= ALL_SEEDS; seed++) {
            run(seed);
        }
    }

    private static void run(long seed) {
        try (Simulation simulation = Simulation.seeded(seed)) {
            RandomGenerator random = simulation.random();
            ActorSystem system = simulation.newSystem("trees");
            List<Grown> all = new ArrayList<>();
            Plan plan = plan(simulation, random, Directive.RESTART);
            Node root = system.spawn(
                    Node.class,
                    () -> new Member(plan.history),
                    SpawnOptions.on(plan.dispatcher).withSupervision(plan.supervision));
            all.add(new Grown(root, plan));
            int watched = 0;
            List<Ask> asks = new ArrayList<>();
            int[] numbers = new int[SENDERS];
            for (int step = 0; step < 120; step++) {
                watched = watch(system, all, watched);
                Grown target = all.get(random.nextInt(all.size()));
                switch (random.nextInt(10)) {
                    case 0 -> target.node.grow(plan(simulation, random, anyDirective(random)), all);
                    case 1 ->
                        target.node.fail(
                                random.nextBoolean()
                                        ? new IllegalStateException("seed " + seed)
                                        : new IllegalArgumentException("seed " + seed));
                    case 2 -> simulation.advance(Duration.ofMillis(random.nextInt(50)));
                    case 3 -> {
                        if (random.nextInt(8) == 0) {
                            system.stop(target.node);
                        }
                    }
                    case 4 -> simulation.runUntilIdle();
                    default -> {
                        int sender = random.nextInt(SENDERS);
                        int number = numbers[sender]++;
                        asks.add(new Ask(target, number, target.node.handle(sender, number)));
                    }
                }
            }
            simulation.runUntilIdle();
            watched = watch(system, all, watched);
            simulation.advance(Duration.ofMinutes(1));
            watch(system, all, watched); // those that actors grew after their pauses
            asks.forEach(each -> each.check(seed));
            simulation.callVoid(system::close);
            for (Grown each : all) {
                assertThat(each.plan.history.wrong).as("seed " + seed).isEmpty();
                assertThat(each.stopped).as("seed " + seed).isCompleted();
                checkEnds(seed, each);
            }
            assertThat(system.actors()).as("seed " + seed).isZero();
        }
    }

    /** Watches those that are new, from outside: the watches of a parent would end with it. */
    private static int watch(ActorSystem system, List<Grown> all, int watched) {
        for (Grown each : all.subList(watched, all.size())) {
            system.watch(each.node).thenAccept(each.stopped::complete);
        }
        return all.size();
    }

    private static void checkEnds(long seed, Grown grown) {
        List<StopReason> ends = grown.plan.history.ends;
        StopReason last = grown.stopped.join();
        long made = ends.stream().filter(StopReason.RESTARTED::equals).count();
        // an actor that is stopped during the pause has no object that could hear of it
        assertThat((int) (ends.size() - made)).as("seed %s: %s", seed, ends).isLessThanOrEqualTo(1);
        assertThat(ends.getLast()).as("seed %s: %s", seed, ends).isIn(last, StopReason.RESTARTED);
    }

    private record Ask(Grown target, int number, Promise<Integer> answer) {
        void check(long seed) {
            assertThat(answer.isDone()).as("seed " + seed).isTrue();
            try {
                assertThat(answer.join()).as("seed " + seed).isEqualTo(number);
            } catch (CompletionException refused) {
                assertThat(refused.getCause()).as("seed " + seed).isInstanceOf(ActorStoppedException.class);
                assertThat(target.stopped).as("seed " + seed).isCompleted();
            }
        }
    }

    private static Plan plan(Simulation simulation, RandomGenerator random, Directive otherwise) {
        Supervision supervision = (switch (otherwise) {
                    case RESUME -> Supervision.resume();
                    case RESTART -> Supervision.restart();
                    case STOP -> Supervision.stop();
                    case ESCALATE -> Supervision.escalate();
                })
                .on(IllegalArgumentException.class, anyDirective(random))
                .withPauses(Duration.ofMillis(random.nextInt(3)), Duration.ofMillis(20))
                .withLimit(
                        random.nextInt(6),
                        Duration.ofMillis(1 + random.nextInt(100)),
                        random.nextBoolean() ? Directive.STOP : Directive.ESCALATE);
        return new Plan(simulation.newDispatcher("member"), supervision, new History());
    }

    private static Directive anyDirective(RandomGenerator random) {
        return Directive.values()[random.nextInt(Directive.values().length)];
    }
}
