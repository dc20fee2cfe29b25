package io.tellask.codec.hooks;

import io.tellask.codec.failure.Failures;
import io.tellask.codec.graph.GraphReader;
import io.tellask.codec.graph.HookState;
import io.tellask.codec.references.Placeholder;
import io.tellask.codec.schema.ClassFields;
import io.tellask.codec.schema.GetValues;
import java.io.DataInputStream;
import java.io.Externalizable;
import java.io.IOException;
import java.io.InputStream;
import java.io.InvalidObjectException;
import java.io.NotActiveException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectInputValidation;
import java.io.OptionalDataException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import sun.reflect.ReflectionFactory;

/**
 * The stream that hooks read from: the {@link HierarchyPartItems items} that the class wrote.
 *
 * <p>Reading past the last item, or a number where an object comes next, ends as in the JDK with an {@link
 * java.io.EOFException} or {@link OptionalDataException}; what a hook leaves is dropped. Arrays that classes of the JDK
 * allocate by a count of the sender's are bounded by the length of the message. Belongs to one {@link GraphReader};
 * active only while a hook runs. Not thread-safe.
 */
final class HookInput extends ObjectInputStream implements HookState {
    private final GraphReader graph;
    private final DataInputStream data = new DataInputStream(new Run());
    private final List<Validation> validations = new ArrayList<>();
    private @Nullable HierarchyPartItems items;
    private @Nullable HierarchyPart level;
    private @Nullable Object current;
    private @Nullable Throwable failure;

    private HookInput(GraphReader graph) throws IOException {
        super();
        this.graph = graph;
    }

    /** The stream of a reader, made when its first hook runs. */
    static HookInput of(GraphReader graph) {
        HookState made = graph.hooks;
        return made == null ? over(graph) : (HookInput) made;
    }

    private static HookInput over(GraphReader graph) {
        try {
            HookInput made = new HookInput(graph);
            made.setObjectInputFilter(made::check);
            graph.hooks = made;
            return made;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Asked by classes of the JDK before they allocate an array; a failure is theirs to report. */
    private ObjectInputFilter.Status check(ObjectInputFilter.FilterInfo info) {
        if (info.arrayLength() > 0) {
            graph.unbacked.take((int) info.arrayLength(), graph);
        }
        return ObjectInputFilter.Status.ALLOWED;
    }

    @Override
    public void clear() {
        validations.clear();
        items = null;
        level = null;
        current = null;
        failure = null;
    }

    /** Lets the readObject of {@code of} read its items, and drops those that it leaves. */
    void call(HierarchyPart of, HierarchyPartItems source, Object object) {
        call(of, of.type, source, object);
    }

    /** Lets an Externalizable read its items. */
    void call(Externalizable object, HierarchyPartItems source) {
        call(null, object.getClass(), source, object);
    }

    private void call(@Nullable HierarchyPart of, Class<?> type, HierarchyPartItems source, Object object) {
        HierarchyPartItems outerItems = items;
        HierarchyPart outerLevel = level;
        Object outerObject = current;
        items = source;
        level = of;
        current = object;
        long outer = graph.levels.enterHook(!ClassFields.isJdk(type));
        try {
            if (of == null) {
                ((Externalizable) object).readExternal(this);
            } else {
                Objects.requireNonNull(of.readObject).invokeExact(object, (ObjectInputStream) this);
            }
        } catch (Throwable e) {
            throw Failures.reading(failure == null ? e : failure, type, of == null ? "readExternal" : "readObject");
        }
        end(source);
        graph.levels.leaveHook(outer);
        items = outerItems;
        level = outerLevel;
        current = outerObject;
    }

    /** A hook may have caught what went wrong below it; the message is lost all the same. */
    private void end(HierarchyPartItems source) {
        if (failure != null) {
            throw Failures.unchanged(failure);
        }
        source.skipRest(graph);
    }

    /** The highest priority first. */
    @Override
    public void validate() {
        for (int i = 0; i < validations.size(); i++) {
            ObjectInputValidation each = validations.get(i).callback;
            try {
                each.validateObject();
            } catch (Throwable e) {
                throw Failures.reading(e, each.getClass(), "validateObject");
            }
        }
    }

    @Override
    public void registerValidation(@Nullable ObjectInputValidation callback, int priority)
            throws NotActiveException, InvalidObjectException {
        if (items == null) {
            throw new NotActiveException("stream inactive");
        }
        if (callback == null) {
            throw new InvalidObjectException("null callback");
        }
        int at = 0;
        while (at < validations.size() && validations.get(at).priority > priority) {
            at++;
        }
        validations.add(at, new Validation(callback, priority));
    }

    private HierarchyPartItems active() throws NotActiveException {
        if (items == null) {
            throw new NotActiveException("no object is being read");
        }
        return items;
    }

    private HierarchyPart requireLevel() throws NotActiveException {
        if (level == null) {
            throw new NotActiveException("not in call to readObject");
        }
        return level;
    }

    private RuntimeException remembered(Throwable e) {
        failure = e;
        return Failures.unchanged(e);
    }

    @Override
    protected @Nullable Object readObjectOverride() throws IOException {
        HierarchyPartItems source = active();
        try {
            int next = source.nextData(graph);
            if (next == HierarchyPartItems.REFERENCE || next == HierarchyPartItems.UNSHARED) {
                return required(source.readReference());
            }
        } catch (Throwable e) {
            throw remembered(e);
        }
        boolean atEnd = source.next() == HierarchyPartItems.END;
        OptionalDataException other =
                ReflectionFactory.getReflectionFactory().newOptionalDataExceptionForSerialization(atEnd);
        other.length = atEnd ? 0 : source.bytesLeft();
        throw other;
    }

    /** No hook sees an object that is not built: then it waits. */
    private @Nullable Object required(@Nullable Object value) {
        if (value instanceof Placeholder) {
            graph.patches.requireCareful();
        }
        return value;
    }

    @Override
    public @Nullable Object readUnshared() throws IOException {
        HierarchyPartItems source = active();
        if (source.nextData(graph) == HierarchyPartItems.REFERENCE && source.isAtBackReference()) {
            throw new InvalidObjectException("cannot read back reference as unshared");
        }
        return readObjectOverride();
    }

    @Override
    public void defaultReadObject() throws IOException {
        HierarchyPart of = requireLevel();
        of.fields.requireReadable();
        HierarchyPartItems source = active();
        try {
            if (source.next() == HierarchyPartItems.FIELDS) {
                source.readFieldsInto(Objects.requireNonNull(current));
            }
        } catch (Throwable e) {
            throw remembered(e);
        }
    }

    @Override
    public GetField readFields() throws IOException {
        HierarchyPart of = requireLevel();
        HierarchyPartItems source = active();
        try {
            Map<String, @Nullable Object> values =
                    source.next() == HierarchyPartItems.FIELDS ? source.readFields() : Map.of();
            values.values().forEach(this::required);
            return new GetValues(values, of.fields);
        } catch (Throwable e) {
            throw remembered(e);
        }
    }

    @Override
    public int read() throws IOException {
        return data.read();
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        return data.read(target, offset, length);
    }

    @Override
    public int available() throws IOException {
        return data.available();
    }

    @Override
    public void close() {
        // the message is not the hook's to end
    }

    @Override
    public boolean readBoolean() throws IOException {
        return data.readBoolean();
    }

    @Override
    public byte readByte() throws IOException {
        return data.readByte();
    }

    @Override
    public int readUnsignedByte() throws IOException {
        return data.readUnsignedByte();
    }

    @Override
    public char readChar() throws IOException {
        return data.readChar();
    }

    @Override
    public short readShort() throws IOException {
        return data.readShort();
    }

    @Override
    public int readUnsignedShort() throws IOException {
        return data.readUnsignedShort();
    }

    @Override
    public int readInt() throws IOException {
        return data.readInt();
    }

    @Override
    public long readLong() throws IOException {
        return data.readLong();
    }

    @Override
    public float readFloat() throws IOException {
        return data.readFloat();
    }

    @Override
    public double readDouble() throws IOException {
        return data.readDouble();
    }

    @Override
    public void readFully(byte[] target) throws IOException {
        data.readFully(target);
    }

    @Override
    public void readFully(byte[] target, int offset, int length) throws IOException {
        data.readFully(target, offset, length);
    }

    @Override
    public int skipBytes(int count) throws IOException {
        return data.skipBytes(count);
    }

    @Override
    @Deprecated
    public @Nullable String readLine() throws IOException {
        return data.readLine();
    }

    @Override
    public String readUTF() throws IOException {
        return data.readUTF();
    }

    private record Validation(ObjectInputValidation callback, int priority) {}

    /** The run of bytes that comes next; it ends where an object or the end does. */
    private final class Run extends InputStream {
        private final byte[] one = new byte[1];

        @Override
        public int read() throws IOException {
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            Objects.checkFromIndexSize(offset, length, target.length);
            if (length == 0) {
                return 0;
            }
            HierarchyPartItems source = active();
            try {
                return source.nextData(graph) == HierarchyPartItems.BYTES ? source.read(target, offset, length) : -1;
            } catch (Throwable e) {
                throw remembered(e);
            }
        }

        @Override
        public int available() throws IOException {
            HierarchyPartItems source = active();
            try {
                return source.nextData(graph) == HierarchyPartItems.BYTES ? source.bytesLeft() : 0;
            } catch (Throwable e) {
                throw remembered(e);
            }
        }
    }
}
