package io.tellask.kv.resp;

import java.util.LinkedHashSet;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Who listens to which patterns, in the order of the patterns' bytes, so that a walk over them may rest and go on. Belongs to the loop. */
final class PatternListeners {
    /**
     * The listeners of one pattern.
     *
     * @param pattern what channels are compared with
     * @param clients those who listen; do not change it
     */
    record Listeners(Glob pattern, Set<Client> clients) {}

    private final NavigableMap<ByteString, Listeners> byPattern = new TreeMap<>();
    private long fixedSteps;
    private long stepsPerByte;

    /** Adds a client to those of a pattern, which is read if nobody listens to it yet; returns it as read. */
    Glob add(ByteString pattern, Client client) {
        Listeners listeners = byPattern.get(pattern);
        if (listeners == null) {
            listeners = new Listeners(Glob.of(pattern.bytes()), new LinkedHashSet<>());
            byPattern.put(pattern, listeners);
            count(listeners.pattern(), 1);
        }
        boolean _ = listeners.clients().add(client);
        return listeners.pattern();
    }

    /** Removes a client from those of a pattern, which somebody listens to; returns it as read. */
    @Nullable
    Glob remove(ByteString pattern, Client client) {
        Listeners listeners = byPattern.get(pattern);
        if (listeners == null) {
            return null;
        }
        boolean _ = listeners.clients().remove(client);
        if (listeners.clients().isEmpty()) {
            byPattern.remove(pattern);
            count(listeners.pattern(), -1);
        }
        return listeners.pattern();
    }

    private void count(Glob pattern, int change) {
        long fixed = pattern.mostSteps(0);
        fixedSteps += change * fixed;
        stepsPerByte += change * (pattern.mostSteps(1) - fixed);
    }

    int size() {
        return byPattern.size();
    }

    /** The most steps that it takes to compare a channel's name of so many bytes with all patterns. */
    long mostSteps(int channelBytes) {
        return fixedSteps + stepsPerByte * channelBytes;
    }

    /** The patterns behind one, or all, as they are until the next change. */
    Iterable<Map.Entry<ByteString, Listeners>> behind(@Nullable ByteString pattern) {
        return (pattern == null ? byPattern : byPattern.tailMap(pattern, false)).entrySet();
    }
}
