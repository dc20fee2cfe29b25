package io.tellask.cli.crash;

import io.tellask.store.DurableMap;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What one writer's keys hold as far as it is settled, and the judge of what they hold after a crash: the state after a step that lies between
 * the last that was promised and the first that was not acknowledged. Not thread-safe.
 */
final class WriterHistory {
    private final WriterScript script;
    private final int[] settled = new int[WriterScript.KEYS];
    private int done;

    WriterHistory(WriterScript script) {
        this.script = script;
    }

    /** The last step that is settled. */
    int done() {
        return done;
    }

    /**
     * Compares a map with the states after the steps from {@code promised} to {@code possible}; returns which of them it is.
     *
     * @throws CrashTestException if a promised step is lost, or a value is none that was put there
     */
    int judge(DurableMap<Integer, byte[]> map, int promised, int possible) {
        int[] found = found(map, possible);
        int[] state = settled.clone();
        for (int step = done; step <= possible; step++) {
            if (step > done) {
                script.step(step).applyTo(state);
            }
            if (step >= promised && Arrays.equals(state, found)) {
                return step;
            }
        }
        throw lost(found, promised, possible);
    }

    /** Takes a state that was judged as where the next writer goes on. */
    void settle(int step) {
        while (done < step) {
            script.step(++done).applyTo(settled);
        }
    }

    /**
     * Looks at the values of a map alone.
     *
     * @throws CrashTestException if one is none that was put under its key until a step
     */
    void requireRightValues(DurableMap<Integer, byte[]> map, int possible) {
        int[] _ = found(map, possible);
    }

    private int[] found(DurableMap<Integer, byte[]> map, int possible) {
        int[] found = new int[WriterScript.KEYS];
        for (int key = 0; key < found.length; key++) {
            byte @Nullable [] value = map.getBytes(script.name(key));
            if (value != null) {
                int number = WriterScript.numberIn(value);
                if (number < 1 || number > possible || !Arrays.equals(value, script.value(number, key))) {
                    throw new CrashTestException("crash-test: wrong value: writer=" + script.writer() + ", key=" + key
                            + ", step=" + number + ", bytes=" + value.length + ", seed=" + script.seed());
                }
                found[key] = number;
            }
        }
        return found;
    }

    private CrashTestException lost(int[] found, int promised, int possible) {
        int[] state = settled.clone();
        for (int step = done + 1; step <= promised; step++) {
            script.step(step).applyTo(state);
        }
        int key = Math.max(0, Arrays.mismatch(state, found));
        return new CrashTestException("crash-test: a promised step is lost: writer=" + script.writer() + ", promised="
                + promised + ", possible=" + possible + ", key=" + key + " holds step=" + found[key] + " instead of "
                + state[key] + ", seed=" + script.seed());
    }
}
