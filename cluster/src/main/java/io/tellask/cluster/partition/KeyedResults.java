package io.tellask.cluster.partition;

import io.tellask.remote.Spore;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * What a spore made of one entry, on its way to be merged by key.
 *
 * @param <R> what the spore makes
 * @param key as its map has it
 * @param results one at least
 */
@SuppressWarnings("ArrayRecordComponent") // as in the other messages of bytes, nobody compares them
public record KeyedResults<R>(byte[] key, List<R> results) {
    /** Results of one entry, at most. */
    public static final int MOST_RESULTS = 1_024;

    public KeyedResults {
        Objects.requireNonNull(key, "key");
        results = List.copyOf(results);
    }

    /** A spore that says of which entry its results are; it holds no more than those of one. */
    static <R> Spore<StoredEntry, KeyedResults<R>> of(Spore<StoredEntry, R> spore) {
        return (entry, out) -> {
            Gathered<R> gathered = new Gathered<>(out, new ArrayList<>());
            spore.accept(entry, gathered);
            if (!gathered.results.isEmpty()) {
                out.emit(new KeyedResults<>(entry.key(), gathered.results));
            }
        };
    }

    private record Gathered<R>(Spore.Output<KeyedResults<R>> out, List<R> results) implements Spore.Output<R> {
        @Override
        public void emit(R result) {
            if (results.size() == MOST_RESULTS) {
                throw new IllegalStateException("cluster: results of one entry=" + (MOST_RESULTS + 1) + ", limit="
                        + MOST_RESULTS + "; have the spore make one of many");
            }
            results.add(Objects.requireNonNull(result, "result"));
        }

        @Override
        public void stop() {
            out.stop();
        }

        @Override
        public boolean stopped() {
            return out.stopped();
        }
    }
}
