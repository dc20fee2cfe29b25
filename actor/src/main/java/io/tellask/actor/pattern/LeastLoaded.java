package io.tellask.actor.pattern;

import io.tellask.actor.contract.Routee;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** The routee that has least to do; of several that have, one after the other. Looks at each until one has nothing. Thread-safe. */
final class LeastLoaded extends Routees {
    private final AtomicInteger turn = new AtomicInteger();

    LeastLoaded(Class<?> contract) {
        super(contract);
    }

    @Override
    public @Nullable Routee next() {
        List<Routee> routees = known();
        int size = routees.size();
        int from = size == 0 ? 0 : Integer.remainderUnsigned(turn.getAndIncrement(), size);
        Routee least = null;
        long leastLoad = Long.MAX_VALUE;
        boolean someGone = false;
        for (int i = 0; i < size && leastLoad > 0; i++) {
            Routee routee = routees.get(from + i < size ? from + i : from + i - size);
            if (isGone(routee)) {
                someGone = true;
            } else {
                long load = routee.load(Routee.Asker.ROUTER);
                if (least == null || load < leastLoad) {
                    least = routee;
                    leastLoad = load;
                }
            }
        }
        if (someGone) {
            sweep();
        }
        return least;
    }
}
