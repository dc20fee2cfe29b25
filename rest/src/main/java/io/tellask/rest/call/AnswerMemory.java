package io.tellask.rest.call;

import io.tellask.remote.PeerMemory;
import io.tellask.rest.problem.Refusal;
import io.tellask.rest.value.OutputBudget;
import java.util.function.Supplier;

/**
 * What the answer of one call takes from when it is expected until the exchange counts it: as much as those before it, and what its JSON
 * takes beyond that while it is made. Where there is no room the call is refused, so that those who read nothing of their answers give way.
 * One thread at a time.
 */
final class AnswerMemory implements OutputBudget {
    /** Of the memory for all peers, so that one call alone is never refused for what its answer may take. */
    private static final int MOST_EXPECTED_PART = 4;

    private final PeerMemory all;
    private final AnswerSizes sizes;
    private final Supplier<BodyMemory> account;
    private long counted;
    private long used; // by the JSON

    AnswerMemory(PeerMemory all, AnswerSizes sizes, Supplier<BodyMemory> account) {
        this.all = all;
        this.sizes = sizes;
        this.account = account;
    }

    /**
     * Counts as much as answers of late have taken.
     *
     * @throws Refusal if there is no room
     */
    void expect() {
        long expected = Math.min(sizes.expectedBytes(), all.limitBytes() / MOST_EXPECTED_PART);
        if (expected >= BodyMemory.LEAST_BYTES) {
            count(expected);
        }
    }

    private void count(long bytes) {
        long more = bytes - counted;
        if (more <= 0) {
            return;
        }
        BodyMemory memory = account.get();
        boolean room = memory.take(more);
        if (room && all.heldBytes() > all.limitBytes()) {
            memory.give(more);
            room = false;
        }
        if (!room) {
            throw Refusal.later(503, "overloaded", "answers that are not read take too much memory; try again later");
        }
        counted = bytes;
    }

    @Override
    public void take(int bytes) {
        used += bytes;
        count(used);
    }

    @Override
    public void give(int bytes) {
        used -= bytes;
    }

    /** The exchange counts it from here on, or there is none. */
    void end() {
        if (counted > 0) {
            account.get().give(counted);
            counted = 0;
        }
    }
}
