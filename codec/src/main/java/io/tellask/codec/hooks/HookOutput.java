package io.tellask.codec.hooks;

import io.tellask.codec.ByteWriter;
import io.tellask.codec.failure.Failures;
import io.tellask.codec.graph.GraphWriter;
import io.tellask.codec.graph.HookState;
import io.tellask.codec.graph.SentParts;
import io.tellask.codec.graph.Unshared;
import io.tellask.codec.schema.ClassFields;
import io.tellask.codec.schema.PutValues;
import java.io.DataOutputStream;
import java.io.Externalizable;
import java.io.IOException;
import java.io.NotActiveException;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The stream that hooks write to: what they write becomes {@link HierarchyPartItems items} of the message.
 *
 * <p>Bytes are collected until a reference, fields or the end follow. Numbers have the form of {@link
 * java.io.DataOutput}. Belongs to one {@link GraphWriter}; active only while a hook runs. Not thread-safe.
 */
final class HookOutput extends ObjectOutputStream implements HookState {
    private static final int RUN_BYTES = 8_192;

    private final GraphWriter graph;
    private final ByteWriter run = new ByteWriter(256);
    private final DataOutputStream data = new DataOutputStream(new Run());
    private final Map<Object, Object> replacements = new IdentityHashMap<>();
    private @Nullable Object current;
    private @Nullable HierarchyPart level;
    private @Nullable PutValues fields;
    private @Nullable Throwable failure;

    private HookOutput(GraphWriter graph) throws IOException {
        super();
        this.graph = graph;
    }

    /** The stream of a writer, made when its first hook runs. */
    static HookOutput of(GraphWriter graph) {
        HookState made = graph.hooks;
        return made == null ? over(graph) : (HookOutput) made;
    }

    private static HookOutput over(GraphWriter graph) {
        try {
            HookOutput made = new HookOutput(graph);
            graph.hooks = made;
            return made;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What was written in the place of an object earlier in this message, or null. */
    @Nullable
    Object replacementOf(Object original) {
        return replacements.get(original);
    }

    void remember(Object original, Object replacement) {
        replacements.put(original, replacement);
    }

    @Override
    public void clear() {
        replacements.clear();
        run.clear();
        current = null;
        level = null;
        fields = null;
        failure = null;
    }

    /** Lets the writeObject of {@code of} write its items. */
    void call(HierarchyPart of, Object object) {
        call(of, of.type, object);
    }

    /** Lets an Externalizable write its items. */
    void call(Externalizable object) {
        call(null, object.getClass(), object);
    }

    private void call(@Nullable HierarchyPart of, Class<?> type, Object object) {
        Object outerObject = current;
        HierarchyPart outerLevel = level;
        PutValues outerFields = fields;
        current = object;
        level = of;
        fields = null;
        long outer = graph.levels.enterHook(!ClassFields.isJdk(type));
        try {
            if (of == null) {
                ((Externalizable) object).writeExternal(this);
            } else {
                Objects.requireNonNull(of.writeObject).invokeExact(object, (ObjectOutputStream) this);
            }
        } catch (Throwable e) {
            throw Failures.writing(failure == null ? e : failure, type, of == null ? "writeExternal" : "writeObject");
        }
        end();
        graph.levels.leaveHook(outer);
        current = outerObject;
        level = outerLevel;
        fields = outerFields;
    }

    /** A hook may have caught what went wrong below it; the message is lost all the same. */
    private void end() {
        if (failure != null) {
            throw Failures.unchanged(failure);
        }
        flushRun();
        graph.out.writeByte(HierarchyPartItems.END);
    }

    private void flushRun() {
        int length = run.position();
        if (length > 0) {
            graph.countNumbers(length, 1);
            graph.out.writeVarInt(HierarchyPartItems.BYTES + length - 1);
            graph.out.writeBytes(run.array(), 0, length);
            run.clear();
            SentParts.offer(graph);
        }
    }

    private void requireActive() throws NotActiveException {
        if (current == null) {
            throw new NotActiveException("no object is being written");
        }
    }

    private HierarchyPart requireLevel() throws NotActiveException {
        if (level == null) {
            throw new NotActiveException("not in call to writeObject");
        }
        return level;
    }

    private RuntimeException remembered(Throwable e) {
        failure = e;
        return Failures.unchanged(e);
    }

    @Override
    protected void writeObjectOverride(@Nullable Object value) throws IOException {
        requireActive();
        flushRun();
        graph.out.writeByte(HierarchyPartItems.REFERENCE);
        try {
            graph.writeRef(value);
        } catch (Throwable e) {
            throw remembered(e);
        }
    }

    @Override
    public void writeUnshared(@Nullable Object value) throws IOException {
        requireActive();
        flushRun();
        graph.out.writeByte(HierarchyPartItems.UNSHARED);
        try {
            Unshared.write(graph, value);
        } catch (Throwable e) {
            throw remembered(e);
        }
    }

    @Override
    public void defaultWriteObject() throws IOException {
        HierarchyPart of = requireLevel();
        of.fields.requireWritable();
        if (!of.fields.isEmpty()) {
            flushRun();
            graph.out.writeByte(HierarchyPartItems.FIELDS);
            try {
                of.fields.write(graph, Objects.requireNonNull(current));
            } catch (Throwable e) {
                throw remembered(e);
            }
        }
    }

    @Override
    public PutField putFields() throws IOException {
        HierarchyPart of = requireLevel();
        PutValues put = fields;
        if (put == null) {
            put = new PutValues(new HashMap<>(), of.fields);
            fields = put;
        }
        return put;
    }

    @Override
    public void writeFields() throws IOException {
        HierarchyPart of = requireLevel();
        if (fields == null) {
            throw new NotActiveException("no current PutField object");
        }
        if (!of.fields.isEmpty()) {
            flushRun();
            graph.out.writeByte(HierarchyPartItems.FIELDS);
            try {
                of.fields.write(graph, fields.values());
            } catch (Throwable e) {
                throw remembered(e);
            }
        }
    }

    @Override
    public void reset() throws IOException {
        throw new IOException("stream active");
    }

    @Override
    public void useProtocolVersion(int version) {
        throw new IllegalStateException("stream non-empty");
    }

    @Override
    public void flush() {
        // bytes are flushed with the item that they belong to
    }

    @Override
    protected void drain() {
        // as flush
    }

    @Override
    public void close() {
        // the message is not the hook's to end
    }

    @Override
    public void write(int value) throws IOException {
        data.write(value);
    }

    @Override
    public void write(byte[] source) throws IOException {
        data.write(source);
    }

    @Override
    public void write(byte[] source, int offset, int length) throws IOException {
        data.write(source, offset, length);
    }

    @Override
    public void writeBoolean(boolean value) throws IOException {
        data.writeBoolean(value);
    }

    @Override
    public void writeByte(int value) throws IOException {
        data.writeByte(value);
    }

    @Override
    public void writeShort(int value) throws IOException {
        data.writeShort(value);
    }

    @Override
    public void writeChar(int value) throws IOException {
        data.writeChar(value);
    }

    @Override
    public void writeInt(int value) throws IOException {
        data.writeInt(value);
    }

    @Override
    public void writeLong(long value) throws IOException {
        data.writeLong(value);
    }

    @Override
    public void writeFloat(float value) throws IOException {
        data.writeFloat(value);
    }

    @Override
    public void writeDouble(double value) throws IOException {
        data.writeDouble(value);
    }

    @Override
    public void writeBytes(String value) throws IOException {
        data.writeBytes(value);
    }

    @Override
    public void writeChars(String value) throws IOException {
        data.writeChars(value);
    }

    @Override
    public void writeUTF(String value) throws IOException {
        data.writeUTF(value);
    }

    /** Collects bytes up to a size at which they go out as one run. */
    private final class Run extends OutputStream {
        @Override
        public void write(int value) throws IOException {
            requireActive();
            run.writeByte(value);
            flushFull();
        }

        @Override
        public void write(byte[] source, int offset, int length) throws IOException {
            requireActive();
            Objects.checkFromIndexSize(offset, length, source.length);
            run.writeBytes(source, offset, length);
            flushFull();
        }

        private void flushFull() {
            if (run.position() >= RUN_BYTES) {
                try {
                    flushRun();
                } catch (Throwable e) {
                    throw remembered(e);
                }
            }
        }
    }
}
