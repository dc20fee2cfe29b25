package io.tellask.codec.graph;

import io.tellask.codec.hashing.HashReach;
import java.util.ArrayList;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Writes and reads the body of objects of one class; the head that names the class is the caller's.
 *
 * <p>A codec whose objects are {@linkplain #tracked tracked} announces each object to the reader before it reads the
 * object's own references ({@link GraphReader#register}), or takes a place for it first and fills it when it is built
 * ({@link GraphReader#reserve}, {@link GraphReader#fill}): both sides count objects in the order of their heads.
 * Instances are immutable and thread-safe.
 */
public abstract class TypeCodec {
    /** No fixed head: the class is described once per scope. */
    public static final int DESCRIBED = 0;

    public final Class<?> type;

    /** Whether shared references to an object of this class stay shared; false for values. */
    public final boolean tracked;

    /** The head of a built-in type, or {@link #DESCRIBED}. */
    public final int head;

    /** Whether an object exists only when all its parts do, so that it cannot lie on a cycle. */
    public final boolean built;

    private static final byte YES = 1;
    private static final byte NO = 2;
    private byte hashedByIdentity;
    private @Nullable HashReach hashReach;

    protected TypeCodec(Class<?> type, int head, boolean tracked) {
        this(type, head, tracked, false);
    }

    protected TypeCodec(Class<?> type, int head, boolean tracked, boolean built) {
        this.type = type;
        this.head = head;
        this.tracked = tracked;
        this.built = built;
    }

    /** Whether each object takes a byte of its own behind its head. */
    public boolean takesBytes() {
        return head != DESCRIBED;
    }

    /** Whether hashing and comparing an object of this class visits nothing that it refers to. */
    public final boolean isHashedByIdentity() {
        byte known = hashedByIdentity;
        if (known == 0) {
            known = HashReach.hashesByIdentity(type) ? YES : NO;
            hashedByIdentity = known;
        }
        return known == YES;
    }

    /** How far hashing and comparing an object of this class reaches. */
    public final HashReach hashReach() {
        HashReach known = hashReach;
        if (known == null) {
            known = HashReach.of(type);
            hashReach = known;
        }
        return known;
    }

    public abstract void write(GraphWriter out, Object value);

    public abstract @Nullable Object read(GraphReader in);

    /** As {@link #write(GraphWriter, Object)}, from a position on; gives the one behind the object. */
    public int writeAt(GraphWriter out, Object value, int at) {
        out.out.advanceTo(at);
        write(out, value);
        return out.out.position();
    }

    /** As {@link #read(GraphReader)}, from a position on; that of the byte reader is behind the object. */
    public @Nullable Object readAt(GraphReader in, int at) {
        in.in.advanceTo(at);
        return read(in);
    }

    /** As {@link #write(GraphWriter, Object, TypeCodec)}, from a position on; gives the one behind the list. */
    public int writeAt(GraphWriter out, Object value, TypeCodec element, int at) {
        out.out.advanceTo(at);
        write(out, value, element);
        return out.out.position();
    }

    /** As {@link #read(GraphReader, TypeCodec)}, from a position on; that of the byte reader is behind the list. */
    public @Nullable Object readAt(GraphReader in, TypeCodec element, int at) {
        in.in.advanceTo(at);
        return read(in, element);
    }

    /** Reads an object that nobody keeps. */
    public void skip(GraphReader in) {
        read(in);
    }

    /** Writes a list whose elements likely have the class of {@code element}. */
    public void write(GraphWriter out, Object value, TypeCodec element) {
        write(out, value);
    }

    /** Reads a list whose elements likely have the class of {@code element}. */
    public @Nullable Object read(GraphReader in, TypeCodec element) {
        return read(in);
    }

    /** How deeply nested objects are read and written; null where only {@link #read} and {@link #write} can. */
    public @Nullable Parts parts() {
        return null;
    }

    /** The constant of an enum by the writer's ordinal, or null where there is none. */
    public @Nullable Object constant(int ordinal) {
        return null;
    }

    /** Writes the bodies of a list's elements, all of this class; {@code owner} is the class of the list. */
    public void writeElements(GraphWriter out, ArrayList<?> elements, Class<?> owner) {
        int index = 0;
        try {
            for (; index < elements.size(); index++) {
                Object element = Objects.requireNonNull(elements.get(index));
                if (out.beginBody(element, this)) {
                    write(out, element);
                    out.end();
                }
            }
        } catch (Throwable e) {
            throw FailurePath.writingElement(e, owner, index);
        }
    }

    /** As {@link #writeElements}, from a position on; gives the one behind the elements. */
    public int writeElementsAt(GraphWriter out, ArrayList<?> elements, Class<?> owner, int at) {
        out.out.advanceTo(at);
        writeElements(out, elements, owner);
        return out.out.position();
    }

    /** As {@link #readElements}, from a position on; that of the byte reader is behind them. */
    public void readElementsAt(GraphReader in, ArrayList<@Nullable Object> elements, int count, int at) {
        in.in.advanceTo(at);
        readElements(in, elements, count);
    }

    /** Adds so many elements of this class to a list. */
    public void readElements(GraphReader in, ArrayList<@Nullable Object> elements, int count) {
        for (int i = 0; i < count; i++) {
            elements.add(in.readBody(this));
        }
    }

    /** The codec that writes {@code value}: this one, unless objects of this class stand for those of many others. */
    public TypeCodec forValue(Object value) {
        return this;
    }

    /**
     * The codec of the same objects that knows one form only, the wide one or the compact one; this one, where both look
     * the same or it asks the message for its form.
     */
    public TypeCodec inForm(boolean wide) {
        return this;
    }

    /**
     * The class that this codec names, as an array's component or the like.
     *
     * @throws io.tellask.codec.DecodeException if it is not known here
     */
    public Class<?> named(long offset) {
        return type;
    }

    /** How the body lies, for readers that build {@code MessageNode}s; asked of built-in types only. */
    public Layout layout() {
        return Layout.VALUE;
    }

    /**
     * Writes the head of a codec that has no number and is no {@link DescribedCodec}; nothing, where the codec writes
     * another object in place of the one it is given.
     */
    public void writeHead(GraphWriter out) {}

    /**
     * The codec that reads objects of this class where what they refer to may be a {@code Placeholder}: this one, if it keeps
     * them in a collection that takes any object, or takes them itself.
     */
    public TypeCodec patient() {
        return this;
    }
}
