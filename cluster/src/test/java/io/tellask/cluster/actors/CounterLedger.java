package io.tellask.cluster.actors;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/** Where actors of tests write down when they run: two of a key at a time, or one with an epoch that is smaller than before, are noted. Thread-safe. */
final class CounterLedger {
    private final Map<String, String> running = new HashMap<>();
    private final Map<String, Long> epochs = new HashMap<>();
    private final Map<String, Integer> activations = new HashMap<>();
    private final Map<String, Integer> begun = new HashMap<>();
    private final List<String> overlaps = new CopyOnWriteArrayList<>();

    synchronized void begins(String key, String host, long epoch) {
        String other = running.put(key, host);
        if (other != null) {
            overlaps.add(key + " begins at " + host + " and runs at " + other);
        }
        Long before = epochs.put(key, epoch);
        if (before != null && before > epoch) {
            overlaps.add(key + " begins at " + host + " with epoch " + epoch + " after " + before);
        }
        activations.merge(key, 1, Integer::sum);
    }

    synchronized void ends(String key) {
        running.remove(key);
    }

    synchronized void beginsCall(String key) {
        begun.merge(key, 1, Integer::sum);
    }

    synchronized int begun(String key) {
        return begun.getOrDefault(key, 0);
    }

    synchronized int running(String key) {
        return running.containsKey(key) ? 1 : 0;
    }

    synchronized int activations(String key) {
        return activations.getOrDefault(key, 0);
    }

    List<String> overlaps() {
        return overlaps;
    }
}
