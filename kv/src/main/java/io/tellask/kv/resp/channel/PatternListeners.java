package io.tellask.kv.resp.channel;

import io.tellask.kv.resp.message.ByteString;
import io.tellask.kv.resp.message.Glob;
import io.tellask.kv.resp.message.MatchCost;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Who listens to which patterns, in the order of the patterns' bytes, so that a walk over them may rest and go on. Belongs to the loop. */
public final class PatternListeners {
    /**
     * The listeners of one pattern.
     *
     * @param pattern what channels are compared with
     * @param clients those who listen; do not change it
     */
    record Listeners(Glob pattern, Set<Listener> clients) {}

    /** Characters of a pattern that do not stand for themselves. */
    private static final byte[] SPECIAL = {'*', '?', '[', '\\'};

    private final NavigableMap<ByteString, Listeners> byPattern = new TreeMap<>();

    /** Adds a client to those of a pattern, which is read if nobody listens to it yet; returns it as read. */
    Glob add(ByteString pattern, Listener client) {
        Listeners listeners = byPattern.get(pattern);
        if (listeners == null) {
            listeners = new Listeners(Glob.of(pattern.bytes()), new LinkedHashSet<>());
            byPattern.put(pattern, listeners);
        }
        boolean _ = listeners.clients().add(client);
        return listeners.pattern();
    }

    /** Removes a client from those of a pattern, which somebody listens to; returns it as read. */
    @Nullable
    Glob remove(ByteString pattern, Listener client) {
        Listeners listeners = byPattern.get(pattern);
        if (listeners == null) {
            return null;
        }
        boolean _ = listeners.clients().remove(client);
        if (listeners.clients().isEmpty()) {
            byPattern.remove(pattern);
        }
        return listeners.pattern();
    }

    int size() {
        return byPattern.size();
    }

    /**
     * The first pattern behind one, or of all, that begins as a channel's name does up to its first character that stands for others; null if there is
     * none. Those in between are not looked at, however many they are.
     */
    Map.@Nullable Entry<ByteString, Listeners> next(@Nullable ByteString behind, byte[] channel, MatchCost steps) {
        Map.Entry<ByteString, Listeners> entry =
                behind == null ? byPattern.firstEntry() : byPattern.higherEntry(behind);
        while (entry != null) {
            byte[] pattern = entry.getKey().bytes();
            int same = begin(pattern, channel);
            steps.add(MatchCost.PATTERN + same);
            if (same == pattern.length || isSpecial(pattern[same])) {
                break;
            }
            ByteString next = behind(pattern, same, channel);
            entry = next == null ? null : byPattern.ceilingEntry(next);
        }
        return entry;
    }

    /** How many characters a pattern and a channel have in common before the pattern's first special one. */
    private static int begin(byte[] pattern, byte[] channel) {
        int at = 0;
        while (at < pattern.length && at < channel.length && pattern[at] == channel[at] && !isSpecial(pattern[at])) {
            at++;
        }
        return at;
    }

    /** The least bytes behind all that begin like a pattern up to the character that the channel has not, or null. */
    private static @Nullable ByteString behind(byte[] pattern, int differs, byte[] channel) {
        for (int at = differs; at >= 0; at--) {
            int least = 256;
            for (byte special : SPECIAL) {
                least = special > (pattern[at] & 0xFF) ? Math.min(least, special) : least;
            }
            if (at < channel.length && (channel[at] & 0xFF) > (pattern[at] & 0xFF)) {
                least = Math.min(least, channel[at] & 0xFF);
            }
            if (least < 256) {
                byte[] next = Arrays.copyOf(pattern, at + 1);
                next[at] = (byte) least;
                return new ByteString(next);
            }
        }
        return null;
    }

    private static boolean isSpecial(byte character) {
        return character == '*' || character == '?' || character == '[' || character == '\\';
    }
}
