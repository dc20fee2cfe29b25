package io.tellask.remote;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** A {@link MemoryHolder} that ends, or is told to close, while others count: nothing stays counted in the budget. */
public final class MemoryHolderStress {
    private MemoryHolderStress() {}

    /** A connection of nobody. */
    private static final class NoOwner implements MemoryHolder.Owner {
        @Override
        public String peer() {
            return "nobody";
        }

        @Override
        public void closeForMemory(String reason) {
            throw new AssertionError(reason);
        }
    }

    /** Bytes are taken and given back while the connection ends. */
    @JCStressTest
    @Outcome(id = "0", expect = ACCEPTABLE, desc = "nothing is held")
    @Outcome(expect = FORBIDDEN, desc = "bytes stay counted for ever, or were given back twice")
    @State
    public static class CountBesideEnd {
        private final PeerMemory memory = new PeerMemory(1 << 20);
        private final MemoryHolder holder = memory.open(new NoOwner(), 10);

        @Actor
        public void takeAndGiveBack() {
            if (holder.reserve(100)) {
                holder.add(-100);
            }
        }

        @Actor
        public void end() {
            holder.end(0);
        }

        @Arbiter
        public void compare(I_Result result) {
            result.r1 = (int) memory.heldBytes();
        }
    }

    /** What outlives the connection is given back while the connection ends. */
    @JCStressTest
    @Outcome(id = "0", expect = ACCEPTABLE, desc = "nothing is held")
    @Outcome(expect = FORBIDDEN, desc = "bytes stay counted for ever, or were given back twice")
    @State
    public static class LastingBesideEnd {
        private final PeerMemory memory = new PeerMemory(1 << 20);
        private final MemoryHolder holder = memory.open(new NoOwner(), 10);

        public LastingBesideEnd() {
            holder.reserveLasting(100);
        }

        @Actor
        public void giveBack() {
            holder.addLasting(-100);
        }

        @Actor
        public void end() {
            holder.end(0);
        }

        @Arbiter
        public void compare(I_Result result) {
            result.r1 = (int) memory.heldBytes();
        }
    }

    /** Two end a connection, and one of them is heard. */
    @JCStressTest
    @Outcome(id = "0", expect = ACCEPTABLE, desc = "nothing is held")
    @Outcome(expect = FORBIDDEN, desc = "bytes were given back twice, or not")
    @State
    public static class EndedTwice {
        private final PeerMemory memory = new PeerMemory(1 << 20);
        private final MemoryHolder holder = memory.open(new NoOwner(), 10);

        @Actor
        public void endFirst() {
            holder.end(0);
        }

        @Actor
        public void closeAndEnd() {
            holder.beginClosing();
            holder.end(0);
        }

        @Arbiter
        public void compare(I_Result result) {
            result.r1 = (int) memory.heldBytes();
        }
    }
}
