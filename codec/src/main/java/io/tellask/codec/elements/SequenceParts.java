package io.tellask.codec.elements;

import io.tellask.codec.graph.FailurePath;
import io.tellask.codec.graph.GraphReader;
import io.tellask.codec.graph.GraphWriter;
import io.tellask.codec.graph.HeadNumbers;
import io.tellask.codec.graph.Parts;
import io.tellask.codec.graph.SentParts;
import io.tellask.codec.graph.TypeCodec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Objects whose parts are alike: the elements of collections and arrays, and the one or two that a holder has. */
public final class SequenceParts {
    private static final @Nullable Object[] NONE = {};

    private SequenceParts() {}

    /** The elements of a collection or array, or with a null {@code owner} what a failure has no name for. */
    public abstract static class Reader extends Parts.Reader {
        private final ElementReader elements;
        private final @Nullable Class<?> owner;
        private int index;

        public Reader(ElementReader elements, @Nullable Class<?> owner) {
            this.elements = elements;
            this.owner = owner;
        }

        /** Before an element is read. */
        public void begin() {}

        public abstract void take(GraphReader in, int index, @Nullable Object element);

        @Override
        public final @Nullable TypeCodec next(GraphReader in) throws Throwable {
            while (index < elements.count) {
                begin();
                if (elements.areStrings()) {
                    take(in, elements.next());
                } else {
                    TypeCodec codec = elements.uniform();
                    if (codec == null) {
                        codec = reference(in);
                    }
                    if (codec != null) {
                        return codec;
                    }
                }
            }
            return null;
        }

        @Override
        public final void take(GraphReader in, @Nullable Object part) {
            take(in, index, part);
            index++;
        }

        @Override
        public final Throwable failed(Throwable failure, GraphReader in) {
            return owner == null ? failure : FailurePath.readingElement(failure, in, owner, index);
        }
    }

    /** Elements of a collection that takes any, which is the object itself. */
    public static Reader into(Collection<@Nullable Object> collection, ElementReader elements) {
        boolean copies = collection instanceof CopyOnWriteArrayList;
        Collection<@Nullable Object> target = copies ? new ArrayList<>(elements.count) : collection;
        return new Reader(elements, collection.getClass()) {
            @Override
            public void take(GraphReader in, int index, @Nullable Object element) {
                target.add(element);
            }

            @Override
            public Object end(GraphReader in) {
                if (copies) {
                    collection.addAll(target);
                }
                return collection;
            }
        };
    }

    /** Elements of which the object that took {@code number} is built. */
    public static final class Collected extends Reader {
        private final @Nullable Object[] parts;
        private final int number;
        private final Function<@Nullable Object[], Object> factory;

        public Collected(
                ElementReader elements,
                @Nullable Class<?> owner,
                int number,
                Function<@Nullable Object[], Object> factory) {
            super(elements, owner);
            this.parts = elements.count == 0 ? NONE : new @Nullable Object[elements.count];
            this.number = number;
            this.factory = factory;
        }

        @Override
        public void take(GraphReader in, int index, @Nullable Object element) {
            parts[index] = element;
        }

        @Override
        public Object end(GraphReader in) {
            return in.late.build(number, parts, factory);
        }
    }

    /** The elements of a set, with their keys' rules. */
    public static class Keyed extends Reader {
        private final KeyedReading keys;

        public Keyed(GraphReader in, Collection<@Nullable Object> set, ElementReader elements) {
            this(in, set, elements, in.lastNumber(), false);
        }

        /** Begins the set that took {@code own}; with {@code wait} its comparator is not complete. */
        public Keyed(GraphReader in, Collection<@Nullable Object> set, ElementReader elements, int own, boolean wait) {
            super(elements, set.getClass());
            this.keys = new KeyedReading(in, set, elements.count, elements.areStrings(), own, wait);
        }

        @Override
        public final void begin() {
            keys.begin();
        }

        @Override
        public final void take(GraphReader in, int index, @Nullable Object element) {
            keys.end();
            keys.enter(element);
        }

        @Override
        public final Object end(GraphReader in) {
            return end(in, keys.close());
        }

        /** {@code rest} is what could not enter yet, or null. */
        public Object end(GraphReader in, @Nullable KeyedFill rest) {
            return keys.table();
        }
    }

    /** Parts that are known before the first is written. */
    public static final class Writer extends Parts.Writer {
        private final List<? extends @Nullable Object> parts;
        private final int count;
        private final @Nullable Class<?> owner;
        private final boolean headed;
        private int index = -1;

        public Writer(@Nullable Object[] parts, @Nullable Class<?> owner, boolean headed) {
            this(Arrays.asList(parts), owner, headed);
        }

        /** One of the elements of a list, as many as it has now. */
        Writer(List<? extends @Nullable Object> parts, @Nullable Class<?> owner, boolean headed) {
            this.parts = parts;
            this.count = parts.size();
            this.owner = owner;
            this.headed = headed;
        }

        /** One whose parts are all written. */
        public static Writer done() {
            return new Writer(NONE, null, true);
        }

        @Override
        public @Nullable Object next(GraphWriter out) {
            while (++index < count) {
                Object part = parts.get(index);
                if (part != null) {
                    return part;
                }
                out.out.writeByte(HeadNumbers.NULL);
                SentParts.offer(out);
            }
            return null;
        }

        @Override
        public boolean hasHeads() {
            return headed;
        }

        @Override
        public Throwable failed(Throwable failure) {
            return owner == null ? failure : FailurePath.writingElement(failure, owner, index);
        }
    }

    /** Strings or nulls of a graph that is written in parts. */
    static final class StringWriter extends Parts.Writer {
        private final List<?> strings;
        private final Class<?> owner;
        private int index;

        StringWriter(List<?> strings, Class<?> owner) {
            this.strings = strings;
            this.owner = owner;
        }

        @Override
        public @Nullable Object next(GraphWriter out) {
            for (int count = strings.size(); index < count; index++) {
                out.writeString((String) strings.get(index));
                SentParts.offer(out);
            }
            return null;
        }

        @Override
        public Throwable failed(Throwable failure) {
            return FailurePath.writingElement(failure, owner, index);
        }
    }
}
