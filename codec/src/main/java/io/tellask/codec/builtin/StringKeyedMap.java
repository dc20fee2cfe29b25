package io.tellask.codec.builtin;

import io.tellask.codec.bytes.Strings;
import io.tellask.codec.bytes.Varints;
import io.tellask.codec.elements.EntryParts;
import io.tellask.codec.graph.FailurePath;
import io.tellask.codec.graph.GraphReader;
import io.tellask.codec.graph.GraphWriter;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A small hash map from strings to strings or to values of one class, in the wide form: what such maps of messages mostly
 * are, written and read at a position that is a local. All others are left to {@link MapCodecs}.
 */
final class StringKeyedMap {
    /** Entries that a count of one byte has at most. */
    private static final int MOST = Byte.MAX_VALUE >> GraphReader.SHAPE_BITS;

    private static final int STRING_ROOM = Strings.BYTE_HEAD_CHARS + 1;

    private StringKeyedMap() {}

    /** Writes count, shape and entries from a position on; gives the position behind them, or -1 where the map is another. */
    static int write(GraphWriter out, HashMap<?, ?> map, int from) {
        int count = map.size();
        if (count == 0 || count > MOST || out.isTracking()) {
            return -1;
        }
        int at = from + 1;
        int written = 0;
        WideValue form = null;
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            Object value = entry.getValue();
            if (written == 0) {
                form = value == null ? null : WideValue.of(value.getClass());
            }
            int behindKey = -1;
            byte[] array = out.room(at, 2 * STRING_ROOM);
            if (entry.getKey() instanceof String key) {
                behindKey = Strings.putShort(array, at, key);
            }
            at = behindKey < 0 ? -1 : putValue(out, form, value, array, behindKey);
            if (at < 0) {
                out.addObjects(form == null ? 0 : -written);
                return -1;
            }
            written++;
        }
        EntryParts.requireUnchanged(map, count, written);
        int shape = form == null ? EntryParts.KEY_STRINGS | EntryParts.VALUE_STRINGS : EntryParts.KEY_STRINGS;
        out.out.array()[from] = (byte) (count << GraphReader.SHAPE_BITS | shape);
        out.countSlots(count, 2);
        out.addObjects((form == null ? 2 : 1) * count);
        return at;
    }

    private static int putValue(
            GraphWriter out, @Nullable WideValue form, @Nullable Object value, byte[] array, int at) {
        if (form != null) {
            return value == null ? -1 : form.put(out, value, array, at);
        }
        return value == null || value instanceof String ? Strings.putShort(array, at, (String) value) : -1;
    }

    /**
     * Reads what {@link #write} wrote, and any other such map; null where the map is another, of which nothing is read
     * then.
     */
    static @Nullable HashMap<Object, Object> read(GraphReader in, int from) {
        byte[] array = in.in.array();
        int limit = in.in.limit();
        int head = from < limit ? array[from] : -1;
        int count = head >> GraphReader.SHAPE_BITS;
        int shape = head & (1 << GraphReader.SHAPE_BITS) - 1;
        if (count <= 0 || (shape & EntryParts.KEY_STRINGS) == 0 || !in.plain || 2 * count > limit - from - 1) {
            return null;
        }
        in.takeElements(count);
        HashMap<Object, Object> map = HashMap.newHashMap(Math.max(count, MapCodecs.USUAL_ROOM));
        in.keys.enterKeys(from);
        in.keys.leaveKeys();
        int mostBytes = 0;
        int at = from + 1;
        int parts = 0;
        try {
            while (parts < 2 * count) {
                int start = at;
                int length = Varints.shortLength(array, at, limit);
                Object key = length >= 0 ? Strings.latin1(array, at + 1, length) : readString(in, at);
                at = length >= 0 ? at + 1 + length : in.in.position();
                mostBytes = Math.max(mostBytes, at - start);
                parts++;
                Object value;
                if ((shape & EntryParts.VALUE_STRINGS) != 0) {
                    length = Varints.shortLength(array, at, limit);
                    value = length >= 0 ? Strings.latin1(array, at + 1, length) : readString(in, at);
                    at = length >= 0 ? at + 1 + length : in.in.position();
                } else {
                    WideValue form = at < limit ? WideValue.of(array[at]) : null;
                    value = form == null || limit - at <= form.bytes() ? null : form.take(in, array, at + 1);
                    if (value == null || form == null) {
                        in.in.advanceTo(at);
                        value = in.readRef();
                        at = in.in.position();
                    } else {
                        at += 1 + form.bytes();
                    }
                }
                map.put(key, value);
                parts++;
            }
        } catch (Throwable e) {
            throw FailurePath.readingStep(e, in, HashMap.class, FailurePath.entryStep(parts));
        }
        in.addObjects((shape & EntryParts.VALUE_STRINGS) != 0 ? 2 * count : count);
        in.keys.leave(mostBytes, 0);
        in.in.advanceTo(at);
        return map;
    }

    private static @Nullable String readString(GraphReader in, int at) {
        in.in.advanceTo(at);
        return in.strings.readCounted();
    }
}
