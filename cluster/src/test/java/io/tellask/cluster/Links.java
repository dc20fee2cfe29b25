package io.tellask.cluster;

import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;

/** What reaches whom among the members of a group: links may be cut in one direction or both, and lose some of what passes. Thread-safe. */
public final class Links {
    private record Link(String from, String to) {}

    private static final double ALL = 100;

    private final Set<Link> cut = ConcurrentHashMap.newKeySet();
    private final SplittableRandom random;
    private volatile int lossPercent;

    Links(SplittableRandom random) {
        this.random = random;
    }

    /** Whether a message is lost. */
    public boolean drops(String from, String to) {
        return cut.contains(new Link(from, to)) || (lossPercent > 0 && isUnlucky());
    }

    private boolean isUnlucky() {
        synchronized (random) {
            return random.nextDouble(ALL) < lossPercent;
        }
    }

    void cutOneWay(String from, String to) {
        cut.add(new Link(from, to));
    }

    void cut(String one, String other) {
        cutOneWay(one, other);
        cutOneWay(other, one);
    }

    void lose(int percent) {
        lossPercent = percent;
    }

    void heal() {
        cut.clear();
        lossPercent = 0;
    }

    @Override
    public String toString() {
        return "cut=" + cut + ", loss=" + lossPercent + " %";
    }
}
