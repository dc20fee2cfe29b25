package io.tellask.codec.elements;

import io.tellask.codec.EncodeException;
import io.tellask.codec.graph.FailurePath;
import io.tellask.codec.graph.GraphReader;
import io.tellask.codec.graph.GraphWriter;
import io.tellask.codec.graph.HeadNumbers;
import io.tellask.codec.graph.Parts;
import io.tellask.codec.graph.SentParts;
import io.tellask.codec.graph.TypeCodec;
import java.util.Iterator;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Maps as parts: keys and values in turn. */
public final class EntryParts {
    /** Shape of a map: all keys are strings or null. */
    public static final int KEY_STRINGS = 1;

    /** Shape of a map: all values are strings or null. */
    public static final int VALUE_STRINGS = 2;

    private EntryParts() {}

    public static void requireUnchanged(Map<?, ?> map, int count, int written) {
        if (written != count) {
            throw new EncodeException("encode: map of class=" + map.getClass().getName() + " changed from size=" + count
                    + " to size=" + written + " while it was written; let one thread use it at a time");
        }
    }

    /** A map whose count and shape were read last. */
    public abstract static class Reader extends Parts.Reader {
        private final Class<?> owner;
        private final int shape;
        private final int count;
        private int parts;
        private @Nullable Object key;

        public Reader(GraphReader in, Class<?> owner, int count) {
            this.owner = owner;
            this.shape = in.shape();
            this.count = count;
        }

        /** Before a key is read. */
        public void beginKey() {}

        /** When a key is read. */
        public void endKey() {}

        public abstract void enter(@Nullable Object entryKey, @Nullable Object value);

        @Override
        public final @Nullable TypeCodec next(GraphReader in) throws Throwable {
            while (parts < 2 * count) {
                boolean isKey = (parts & 1) == 0;
                if (isKey) {
                    beginKey();
                }
                if ((shape & (isKey ? KEY_STRINGS : VALUE_STRINGS)) != 0) {
                    take(in, in.strings.readString());
                } else {
                    TypeCodec codec = reference(in);
                    if (codec != null) {
                        return codec;
                    }
                }
            }
            return null;
        }

        @Override
        public final void take(GraphReader in, @Nullable Object part) {
            if ((parts & 1) == 0) {
                endKey();
                key = part;
            } else {
                enter(key, part);
            }
            parts++;
        }

        @Override
        public final Throwable failed(Throwable failure, GraphReader in) {
            return FailurePath.readingStep(failure, in, owner, FailurePath.entryStep(parts));
        }
    }

    /** The entries of a map, with their keys' rules. */
    public static class Keyed extends Reader {
        private final Map<@Nullable Object, @Nullable Object> map;
        private final KeyedReading keys;

        /** Begins the map that took {@code own}; with {@code wait} its comparator is not complete. */
        public Keyed(GraphReader in, Map<@Nullable Object, @Nullable Object> map, int count, int own, boolean wait) {
            super(in, map.getClass(), count);
            this.map = map;
            this.keys = new KeyedReading(in, map, count, (in.shape() & KEY_STRINGS) != 0, own, wait);
        }

        @Override
        public final void beginKey() {
            keys.begin();
        }

        @Override
        public final void endKey() {
            keys.end();
        }

        @Override
        public final void enter(@Nullable Object entryKey, @Nullable Object value) {
            keys.enter(entryKey, value);
        }

        @Override
        public final Object end(GraphReader in) {
            return end(in, keys.close());
        }

        /** {@code rest} is what could not enter yet, or null. */
        public Object end(GraphReader in, @Nullable KeyedFill rest) {
            return map;
        }
    }

    /** Entries of which count and shape are written. */
    public abstract static class Writer extends Parts.Writer {
        private final Class<?> owner;
        private final int shape;
        private int parts = -1;

        public Writer(Class<?> owner, int shape) {
            this.owner = owner;
            this.shape = shape;
        }

        /** Goes on to the next entry, which is the one of that index; whether there is one. */
        public abstract boolean advance(int index);

        public abstract @Nullable Object key();

        public abstract @Nullable Object value();

        @Override
        public final @Nullable Object next(GraphWriter out) {
            parts++;
            while ((parts & 1) != 0 || advance(parts / 2)) {
                boolean isKey = (parts & 1) == 0;
                Object part = isKey ? key() : value();
                if ((shape & (isKey ? KEY_STRINGS : VALUE_STRINGS)) != 0) {
                    out.writeString((String) part);
                    SentParts.offer(out);
                } else if (part != null) {
                    return part;
                } else {
                    out.out.writeByte(HeadNumbers.NULL);
                }
                parts++;
            }
            return null;
        }

        @Override
        public final Throwable failed(Throwable failure) {
            return FailurePath.writingStep(failure, owner, FailurePath.entryStep(parts));
        }
    }

    /** The entries of a map. */
    public static final class MapWriter extends Writer {
        private final Map<?, ?> map;
        private final int count;
        private final Iterator<? extends Map.Entry<?, ?>> entries;
        private Map.@Nullable Entry<?, ?> entry;

        public MapWriter(Map<?, ?> map, int count, int shape) {
            super(map.getClass(), shape);
            this.map = map;
            this.count = count;
            this.entries = map.entrySet().iterator();
        }

        @Override
        public boolean advance(int index) {
            if (entries.hasNext()) {
                entry = entries.next();
                return true;
            }
            requireUnchanged(map, count, index);
            return false;
        }

        @Override
        public @Nullable Object key() {
            return Objects.requireNonNull(entry).getKey();
        }

        @Override
        public @Nullable Object value() {
            return Objects.requireNonNull(entry).getValue();
        }
    }
}
