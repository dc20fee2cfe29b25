package io.tellask.testkit.search;

/** Repeats a run, or one like it, by its choices. Belongs to one thread. */
public final class Replay implements Decisions {
    private final Choices choices;
    private final boolean exact;
    private int place;

    /**
     * Repeats choices once.
     *
     * @param exact whether a choice that is not possible is an error, rather than left out
     */
    public Replay(Choices choices, boolean exact) {
        this.choices = choices;
        this.exact = exact;
    }

    @Override
    public int next(int[] enabled, int preferred) {
        if (enabled.length == 1) {
            return preferred;
        }
        int chosen = choices.at(place++, preferred);
        for (int process : enabled) {
            if (process == chosen) {
                return chosen;
            }
        }
        return impossible(chosen, preferred);
    }

    @Override
    public int choose(int options) {
        if (options == 1) {
            return 0;
        }
        int chosen = choices.at(place++, 0);
        return chosen < options ? chosen : impossible(chosen, 0);
    }

    private int impossible(int chosen, int preferred) {
        if (exact) {
            throw new IllegalArgumentException("exploration: schedule=" + choices + ", place=" + (place - 1)
                    + ", choice=" + chosen + " is not possible there; the scenario has changed, explore it anew");
        }
        return preferred;
    }
}
