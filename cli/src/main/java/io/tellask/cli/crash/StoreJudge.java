package io.tellask.cli.crash;

import io.tellask.store.Durability;
import io.tellask.store.DurableMap;
import java.nio.file.Path;

/**
 * Says whether stores hold what all writers of one have written up to one moment or another: a step that lies between the last that is settled
 * and the first that was not acknowledged. Used by one thread.
 */
final class StoreJudge {
    private final CrashMoment moment;
    private final WriterHistory[] histories;
    private final int[] promised;
    private final int[] possible;

    /** Of a store whose writers go on from where they are settled. */
    StoreJudge(CrashMoment moment, long seed, int writers) {
        this.moment = moment;
        histories = new WriterHistory[writers];
        promised = new int[writers];
        possible = new int[writers];
        for (int writer = 0; writer < writers; writer++) {
            histories[writer] = new WriterHistory(new WriterScript(seed, writer));
        }
    }

    /** The last step of each writer that is settled. */
    int[] done() {
        int[] done = new int[histories.length];
        for (int writer = 0; writer < done.length; writer++) {
            done[writer] = histories[writer].done();
        }
        return done;
    }

    /** Tells what each writer had acknowledged when it was killed: one step more may be there. */
    void killed(int[] last) {
        for (int writer = 0; writer < last.length; writer++) {
            promised[writer] = last[writer];
            possible[writer] = last[writer] + 1;
        }
    }

    /**
     * Compares a store with the states since the last that is settled.
     *
     * @throws CrashTestException if it is none of them
     */
    void requireMoment(Path store) {
        judge(store, done());
    }

    /**
     * Compares a store with the states since the last that was acknowledged.
     *
     * @throws CrashTestException if it is none of them
     */
    void requireAcknowledged(Path store) {
        judge(store, promised);
    }

    private void judge(Path store, int[] least) {
        if (!DurableMap.existsIn(store)) {
            throw new CrashTestException("crash-test: nothing is there: store=" + store);
        }
        try (DurableMap<Integer, byte[]> map = StoreWriter.open(store, moment, Durability.BUFFERED)) {
            for (int writer = 0; writer < histories.length; writer++) {
                int _ = histories[writer].judge(map, least[writer], possible[writer]);
            }
        }
    }

    /**
     * Looks for values that nobody put, whatever else is there or not.
     *
     * @throws CrashTestException if there is one
     */
    void requireRightValues(Path store) {
        try (DurableMap<Integer, byte[]> map = StoreWriter.open(store, moment, Durability.BUFFERED)) {
            for (int writer = 0; writer < histories.length; writer++) {
                histories[writer].requireRightValues(map, possible[writer]);
            }
        }
    }

    /**
     * Compares the writers' own store with what they acknowledged, and takes what it holds as where they go on.
     *
     * @throws CrashTestException if something acknowledged is lost, or a value is wrong
     */
    void settle(Path store) {
        try (DurableMap<Integer, byte[]> map = StoreWriter.open(store, moment, Durability.PERIODIC)) {
            for (int writer = 0; writer < histories.length; writer++) {
                int found = histories[writer].judge(map, promised[writer], possible[writer]);
                histories[writer].settle(found);
                promised[writer] = found;
                possible[writer] = found;
            }
        }
    }
}
