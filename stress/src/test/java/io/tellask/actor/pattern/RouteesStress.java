package io.tellask.actor.pattern;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.tellask.actor.contract.Routee;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
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

    /** Two routees, a and b, and one that is none yet. */
    public abstract static class Three {
        final NotesReference a = new NotesReference("a");
        final NotesReference b = new NotesReference("b");
        final NotesReference c = new NotesReference("c");
    }

    private static String names(List<Routee> routees) {
        return routees.stream().map(Object::toString).collect(Collectors.joining(" "));
    }

    /** A call takes out who has ended, while another routee is added. */
    @JCStressTest
    @Outcome(id = "b c", expect = ACCEPTABLE, desc = "one is out, the other in")
    @Outcome(expect = FORBIDDEN, desc = "the new one was taken out with the other, or that one is still there")
    @State
    public static class EndBesideAdd extends Three {
        private final Routees routees = new Routees(Notes.class);

        public EndBesideAdd() {
            routees.add(List.of(a, b));
        }

        @Actor
        public void end() {
            a.end();
            routees.sweep();
        }

        @Actor
        public void add() {
            routees.add(List.of(c));
        }

        @Arbiter
        public void compare(L_Result result) {
            result.r1 = names(routees.all());
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
    public static class CallBesideEnd extends Three {
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
    private static final class Keys extends Three {
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
    public static class KeysBesideAdd extends Three {
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

    /** A routee with keys ends, and is taken out by who looks one up, while another comes: all keys are of those that live. */
    @JCStressTest
    @Outcome(id = "b c, 16", expect = ACCEPTABLE, desc = "all keys are of those that live")
    @Outcome(expect = FORBIDDEN, desc = "a key has no owner, or one that has ended, or the new one is lost")
    @State
    public static class KeysBesideEnd extends Three {
        private final KeyRing ring = new KeyRing(Notes.class, null);

        public KeysBesideEnd() {
            ring.add(List.of(a, b));
        }

        @Actor
        public void endAndLook() {
            a.end();
            ring.next(KEPT[0]);
        }

        @Actor
        public void add() {
            ring.add(List.of(c));
        }

        @Arbiter
        public void compare(LL_Result result) {
            result.r1 = names(ring.all());
            result.r2 = ownedBy(b, ring) + ownedBy(c, ring);
        }
    }
}
