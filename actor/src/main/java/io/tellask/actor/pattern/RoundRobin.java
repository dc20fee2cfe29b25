package io.tellask.actor.pattern;

import io.tellask.actor.contract.Routee;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** One routee after the other. Thread-safe. */
final class RoundRobin extends Routees {
    private final AtomicInteger turn = new AtomicInteger();

    RoundRobin(Class<?> contract) {
        super(contract);
    }

    @Override
    public @Nullable Routee next() {
        for (List<Routee> routees = known(); !routees.isEmpty(); routees = known()) {
            Routee next = routees.get(Integer.remainderUnsigned(turn.getAndIncrement(), routees.size()));
            if (!isGone(next)) {
                return next;
            }
            sweep();
        }
        return null;
    }
}
