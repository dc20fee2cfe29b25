package io.tellask.cli.soak;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * Whether a process takes as much at the end of a soak as early on. The first quarter of the looks is left out: code is loaded and compiled then. Of the rest
 * the median of the first third is compared with that of the last. Collects looks; used by one thread.
 */
final class SoakVerdict {
    /** Looks that a verdict takes at least. */
    static final int LEAST_LOOKS = 8;

    private static final long MIB = 1 << 20;

    /** What may grow by how much: a share of what it was in percent, and so much beside. */
    private enum Kind {
        HEAP("heapBytes", SoakVitals::heapBytes, 5, MIB),
        DIRECT("directBytes", SoakVitals::directBytes, 5, MIB),
        THREADS("threads", SoakVitals::threads, 0, 2),
        CLASSES("classes", SoakVitals::classes, 1, 50),
        RESIDENT("residentBytes", SoakVitals::residentBytes, 10, 32 * MIB);

        private final String title;
        private final ToLongFunction<SoakVitals> value;
        private final int percent;
        private final long beside;

        Kind(String title, ToLongFunction<SoakVitals> value, int percent, long beside) {
            this.title = title;
            this.value = value;
            this.percent = percent;
            this.beside = beside;
        }
    }

    private final List<SoakVitals> looks = new ArrayList<>();

    void add(SoakVitals look) {
        looks.add(look);
    }

    /**
     * What has grown, a sentence each; empty if nothing has.
     *
     * @throws IllegalStateException with fewer than {@value #LEAST_LOOKS} looks
     */
    List<String> growth() {
        if (looks.size() < LEAST_LOOKS) {
            throw new IllegalStateException("soak: looks=" + looks.size() + " < " + LEAST_LOOKS + "; go on for longer");
        }
        List<SoakVitals> warm = looks.subList(looks.size() / 4, looks.size());
        int third = Math.max(1, warm.size() / 3);
        List<String> growth = new ArrayList<>();
        for (Kind kind : Kind.values()) {
            long early = median(warm.subList(0, third), kind.value);
            long late = median(warm.subList(warm.size() - third, warm.size()), kind.value);
            long limit = early + early * kind.percent / 100 + kind.beside;
            if (late > limit) {
                growth.add(kind.title + " grew from " + early + " to " + late + ", limit=" + limit);
            }
        }
        return growth;
    }

    private static long median(List<SoakVitals> some, ToLongFunction<SoakVitals> value) {
        long[] sorted = some.stream().mapToLong(value).sorted().toArray();
        return sorted[sorted.length / 2];
    }
}
