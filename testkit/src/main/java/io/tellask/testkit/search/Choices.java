package io.tellask.testkit.search;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a run chose where it did not choose what is preferred: {@code 4:2,9:1} means 2 at the fourth place where there was a choice, and 1 at the ninth, counted
 * from 0; {@code -} means that it chose what is preferred everywhere; {@code 17@4:2,9:1} has the seed of what is random besides, else 0. Immutable.
 */
public final class Choices {
    private static final String NONE = "-";

    private final long seed;
    private final SortedMap<Integer, Integer> byPlace;

    /** Takes a copy. */
    public Choices(long seed, SortedMap<Integer, Integer> byPlace) {
        this.seed = seed;
        this.byPlace = new TreeMap<>(byPlace);
    }

    /**
     * Reads what {@link #toString} writes.
     *
     * @throws IllegalArgumentException if it is anything else
     */
    public static Choices parse(String text) {
        int at = text.indexOf('@');
        String list = text.substring(at + 1);
        SortedMap<Integer, Integer> byPlace = new TreeMap<>();
        if (!list.equals(NONE)) {
            for (String choice : list.split(",", -1)) {
                int colon = choice.indexOf(':');
                int place = number(text, colon < 0 ? "" : choice.substring(0, colon));
                if (byPlace.put(place, number(text, choice.substring(colon + 1))) != null) {
                    throw malformed(text, null);
                }
            }
        }
        return new Choices(at < 0 ? 0 : seed(text, text.substring(0, at)), byPlace);
    }

    private static long seed(String text, String digits) {
        try {
            return Long.parseLong(digits);
        } catch (NumberFormatException notOne) {
            throw malformed(text, notOne);
        }
    }

    private static int number(String text, String digits) {
        try {
            return Integer.parseUnsignedInt(digits);
        } catch (NumberFormatException notOne) {
            throw malformed(text, notOne);
        }
    }

    private static IllegalArgumentException malformed(String text, @Nullable Exception cause) {
        return new IllegalArgumentException(
                "exploration: schedule=" + text
                        + " is none; write places and choices, such as 4:2,9:1, or - for none, and a seed and @ before them",
                cause);
    }

    /** The seed of what is random besides. */
    public long seed() {
        return seed;
    }

    /** How many there are. */
    public int size() {
        return byPlace.size();
    }

    /** What is chosen at a place. */
    int at(int place, int preferred) {
        return byPlace.getOrDefault(place, preferred);
    }

    /** Each of these choices left out in turn, the last one first. */
    public List<Choices> withoutOne() {
        List<Choices> shorter = new ArrayList<>();
        for (int place : new TreeMap<>(byPlace).descendingMap().keySet()) {
            SortedMap<Integer, Integer> others = new TreeMap<>(byPlace);
            others.remove(place);
            shorter.add(new Choices(seed, others));
        }
        return shorter;
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        byPlace.forEach((place, choice) ->
                text.append(text.isEmpty() ? "" : ",").append(place).append(':').append(choice));
        return (seed == 0 ? "" : seed + "@") + (text.isEmpty() ? NONE : text);
    }
}
