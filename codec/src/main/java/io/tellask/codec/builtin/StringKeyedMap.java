package io.tellask.codec.builtin;

import io.tellask.codec.bytes.Strings;
import io.tellask.codec.bytes.Varints;
import io.tellask.codec.elements.EntryParts;
import io.tellask.codec.graph.FailurePath;
import io.tellask.codec.graph.GraphReader;
import io.tellask.codec.graph.GraphWriter;
import io.tellask.codec.graph.PositionReader;
import io.tellask.codec.graph.PositionWriter;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A small hash map whose keys are strings, in the wide form: what maps of messages mostly are, written and read at a
 * position that is a local. All others are left to {@link MapCodecs}.
 */
final class StringKeyedMap {
    /** Entries that a count of one byte has at most. */
    private static final int MOST = Byte.MAX_VALUE >> GraphReader.SHAPE_BITS;

    private static final int STRING_ROOM = Strings.BYTE_HEAD_CHARS + 1;

    private StringKeyedMap() {}

    /** Writes count, shape and entries from a position on; gives the position behind them, or -1 where the map is another. */
    static int write(GraphWriter out, HashMap<?, ?> map, int from) {
        int count = map.size();
        if (count == 0 || count > MOST) {
            return -1;
        }
        Object first = map.values().iterator().next();
        boolean strings = first instanceof String;
        WideValue form = strings || first == null ? null : WideValue.of(first.getClass());
        if ((out.isTracking() || !strings) && !suits(map, strings)) {
            return -1;
        }
        PositionWriter.room(out, from, 1)[from] = (byte)
                (count << GraphReader.SHAPE_BITS | EntryParts.KEY_STRINGS | (strings ? EntryParts.VALUE_STRINGS : 0));
        int at = from + 1;
        int parts = 0;
        try {
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                Object key = entry.getKey();
                Object value = entry.getValue();
                if (!isString(key) || strings && !isString(value)) {
                    return -1;
                }
                at = putString(out, (String) key, at);
                parts++;
                at = strings ? putString(out, (String) value, at) : putValue(out, form, value, at);
                parts++;
            }
        } catch (Throwable e) {
            throw FailurePath.writingStep(e, HashMap.class, FailurePath.entryStep(parts));
        }
        EntryParts.requireUnchanged(map, count, parts / 2);
        out.countSlots(count, 2);
        out.addObjects(strings ? parts : count);
        return at;
    }

    private static boolean isString(@Nullable Object part) {
        return part == null || part instanceof String;
    }

    /**
     * Whether nothing will be met that is not written here. What has got a number must not be written again in another
     * way, and what an application's hook writes not twice.
     */
    private static boolean suits(HashMap<?, ?> map, boolean strings) {
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            if (!isString(entry.getKey()) || strings && !isString(entry.getValue())) {
                return false;
            }
        }
        return true;
    }

    private static int putString(GraphWriter out, @Nullable String value, int at) {
        byte[] array = PositionWriter.room(out, at, STRING_ROOM);
        int end = out.isTracking() ? PositionWriter.putKnown(out, value, array, at) : -1;
        if (end < 0) {
            end = Strings.putShort(array, at, value);
        }
        return end < 0 ? out.strings.writeOther(Objects.requireNonNull(value), at) : end;
    }

    private static int putValue(GraphWriter out, @Nullable WideValue form, @Nullable Object value, int at) {
        if (form != null && value != null && form.type() == value.getClass()) {
            int end = form.put(out, value, PositionWriter.room(out, at, 1 + form.bytes()), at);
            if (end >= 0) {
                return end;
            }
        }
        out.out.advanceTo(at);
        out.writeRef(value);
        return out.out.position();
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
        if (count <= 0
                || (shape & EntryParts.KEY_STRINGS) == 0
                || in.keys.isWeighing()
                || 2 * count > limit - from - 1) {
            return null;
        }
        PositionReader.takeElements(in, count);
        HashMap<Object, Object> map = HashMap.newHashMap(Math.max(count, MapCodecs.USUAL_ROOM));
        in.register(map);
        in.keys.enterKeys(from);
        in.keys.leaveKeys();
        int mostBytes = 0;
        int at = from + 1;
        int parts = 0;
        try {
            while (parts < 2 * count) {
                int start = at;
                int length = Varints.shortLength(array, at, limit);
                Object key = length >= 0 ? latin1(in, array, at + 1, length) : readKey(in, at);
                at = length >= 0 ? at + 1 + length : in.in.position();
                mostBytes = Math.max(mostBytes, at - start);
                parts++;
                Object value;
                if ((shape & EntryParts.VALUE_STRINGS) != 0) {
                    length = Varints.shortLength(array, at, limit);
                    value = length >= 0 ? latin1(in, array, at + 1, length) : readString(in, at);
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

    private static String latin1(GraphReader in, byte[] array, int at, int length) {
        String value = Strings.latin1(array, at, length);
        in.register(value);
        return value;
    }

    private static @Nullable String readKey(GraphReader in, int at) {
        in.keys.enterKeys(at);
        String key = readString(in, at);
        in.keys.leaveKeys();
        return key;
    }

    private static @Nullable String readString(GraphReader in, int at) {
        in.in.advanceTo(at);
        return in.strings.readCounted();
    }
}
