package io.tellask.actor.pattern;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.tellask.actor.contract.Routee;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;
import org.openjdk.jcstress.infra.results.LL_Result;
import org.openjdk.jcstress.infra.results.L_Result;

/** {@link Routees} and their {@link KeyRing}: callers take no lock, while routees come, go and end. */
public final class RouteesStress {
    private RouteesStress() {}

    /** Two references. */
    public abstract static class Two {
        final NotesReference a = new NotesReference("a");
        final NotesReference b = new NotesReference("b");
    }

    /** Routees that end one after the other, and as many that come meanwhile: each state has many chances to meet. */
    public abstract static class Many {
        private static final int COUNT = 4;

        private final List<NotesReference> old = references("old");
        private final List<NotesReference> young = references("young");
        private final Routees routees;

        Many(Routees routees) {
            this.routees = routees;
            routees.add(old);
        }

        private static List<NotesReference> references(String name) {
            return IntStream.range(0, COUNT)
                    .mapToObj(number -> new NotesReference(name + number))
                    .toList();
        }

        final void endAll() {
            for (NotesReference each : old) {
                each.end();
                routees.sweep();
            }
        }

        final void addAll() {
            young.forEach(each -> routees.add(List.of(each)));
        }

        final String outcome() {
            List<Routee> all = routees.all();
            return all.equals(young) ? "all" : all.size() < COUNT ? "lost" : "wrong: " + all;
        }
    }

    /** Calls take out who has ended, while others are added. */
    @JCStressTest
    @Outcome(id = "all", expect = ACCEPTABLE, desc = "all that came are there, in their order")
    @Outcome(expect = FORBIDDEN, desc = "a new one was taken out with another, or that one is still there")
    @State
    public static class EndBesideAdd extends Many {
        public EndBesideAdd() {
            super(new Routees(Notes.class));
        }

        @Actor
        public void end() {
            endAll();
        }

        @Actor
        public void add() {
            addAll();
        }

        @Arbiter
        public void compare(L_Result result) {
            result.r1 = outcome();
        }
    }

    /** The same where each change makes another ring: in the end each key is of one that lives. */
    @JCStressTest
    @Outcome(id = "all, 16", expect = ACCEPTABLE, desc = "all keys are of those that live")
    @Outcome(expect = FORBIDDEN, desc = "a key has no owner, or one that has ended, or a new one is lost")
    @State
    public static class KeysBesideEnd extends Many {
        private final KeyRing ring;

        public KeysBesideEnd() {
            this(new KeyRing(Notes.class, null));
        }

        private KeysBesideEnd(KeyRing ring) {
            super(ring);
            this.ring = ring;
        }

        @Actor
        public void end() {
            endAll();
        }

        @Actor
        public void add() {
            addAll();
        }

        @Arbiter
        public void compare(LL_Result result) {
            result.r1 = outcome();
            List<Routee> all = ring.all();
            result.r2 = Arrays.stream(KEPT)
                    .filter(key -> ring.next(key) instanceof Routee owner && all.contains(owner))
                    .count();
        }
    }

    /** A call looks for its routee while one ends, and another call takes that one out. */
    @JCStressTest
    @Outcome(
            id = {"a, b", "b, b"},
            expect = ACCEPTABLE,
            desc = "the one that lives, or the other one before it ended")
    @Outcome(expect = FORBIDDEN, desc = "a call finds nobody although one lives, or finds who has ended")
    @State
    public static class CallBesideEnd extends Two {
        private final RoundRobin routees = new RoundRobin(Notes.class);
        private @Nullable Routee beside;
        private @Nullable Routee after;

        public CallBesideEnd() {
            routees.add(List.of(a, b));
        }

        @Actor
        public void call() {
            beside = routees.next();
        }

        @Actor
        public void endAndCall() {
            a.end();
            after = routees.next();
        }

        @Arbiter
        public void compare(LL_Result result) {
            result.r1 = String.valueOf(beside);
            result.r2 = String.valueOf(after);
        }
    }

    /** Keys that belong to the first routee with the second one and without, so that they never move. */
    private static final long[] KEPT = new Keys().ofFirst(16);

    /** Finds keys: the ring depends on numbers alone, so all rings of two agree. */
    private static final class Keys extends Two {
        long[] ofFirst(int count) {
            KeyRing ring = new KeyRing(Notes.class, null);
            ring.add(List.of(a, b));
            return LongStream.iterate(0, key -> key + 1)
                    .filter(key -> ring.next(key) == a)
                    .limit(count)
                    .toArray();
        }
    }

    private static int ownedBy(Routee owner, KeyRing ring) {
        return (int) Arrays.stream(KEPT).filter(key -> ring.next(key) == owner).count();
    }

    /** Keys are looked up while a routee comes that takes others. */
    @JCStressTest
    @Outcome(id = "16", expect = ACCEPTABLE, desc = "no key moves")
    @Outcome(expect = FORBIDDEN, desc = "a key was looked up in one ring, and its owner in another")
    @State
    public static class KeysBesideAdd extends Two {
        private final KeyRing ring = new KeyRing(Notes.class, null);
        private int found;

        public KeysBesideAdd() {
            ring.add(List.of(a));
        }

        @Actor
        public void add() {
            ring.add(List.of(b));
        }

        @Actor
        public void look() {
            found = ownedBy(a, ring);
        }

        @Arbiter
        public void compare(I_Result result) {
            result.r1 = found;
        }
    }
}
