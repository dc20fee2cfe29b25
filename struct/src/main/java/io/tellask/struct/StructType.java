package io.tellask.struct;

import io.tellask.struct.view.StructView;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * An interface as a struct: makes views over bytes, moves and copies them.
 *
 * <p>A getter and a setter of one name are a field: {@code int quantity()} and {@code void quantity(int value)}; a getter with
 * {@code @Count(8)} and an index is an array. Fields are of primitive types, {@code String} with {@link Length} or {@link MaxLength}, enums, or
 * interfaces that are structs, which have only a getter. Further methods of a field {@code x} end in what they do: {@code xVolatile},
 * {@code xAcquire}, {@code xRelease}, {@code xCompareAndSet(expected, value)}, {@code xGetAndAdd(delta)}, and for strings
 * {@code xEquals(other)}.
 *
 * <p>A view is a cursor: moving it costs two assignments. It is for one thread, while the memory may be shared, with what the atomic
 * methods promise. The getter of a nested struct always returns the same view, moved; {@link #duplicate} gives one of its own. Access to
 * memory whose arena is closed, or to read-only memory, fails as {@link MemorySegment} says.
 *
 * <p>Types are immutable and thread-safe; they are kept with their interface, and made once.
 *
 * @param <T> the interface
 */
public final class StructType<T> {
    private static final ClassValue<AtomicReference<@Nullable StructType<?>>> TYPES = new ClassValue<>() {
        @Override
        protected AtomicReference<@Nullable StructType<?>> computeValue(Class<?> type) {
            return new AtomicReference<>();
        }
    };

    private final Class<T> type;
    private final StructLayout layout;
    private final List<StructType<?>> nested;
    private final MethodHandle constructor;
    private final int sizeBytes;
    private final int requiredAlignmentBytes;
    private final int views; // of which one view consists, itself included

    private StructType(
            Class<T> type,
            StructLayout layout,
            List<StructType<?>> nested,
            MethodHandle constructor,
            int requiredAlignmentBytes) {
        this.type = type;
        this.layout = layout;
        this.nested = nested;
        this.constructor = constructor;
        this.requiredAlignmentBytes = requiredAlignmentBytes;
        views = 1 + nested.stream().mapToInt(each -> each.views).sum();
        sizeBytes = layout.sizeBytes();
    }

    /**
     * The struct of an interface whose package is open to this module, as it always is on the class path.
     *
     * @throws StructTypeException if the interface is no struct; the message names the rule
     */
    public static <T> StructType<T> of(Class<T> type) {
        return of(Objects.requireNonNull(type, "type"), null, List.of());
    }

    /**
     * The struct of an interface in a module that is closed.
     *
     * @param type the interface
     * @param lookup that of a class in the interface's module
     * @throws StructTypeException if the interface is no struct; the message names the rule
     */
    public static <T> StructType<T> of(Class<T> type, MethodHandles.Lookup lookup) {
        Objects.requireNonNull(type, "type");
        return of(type, Objects.requireNonNull(lookup, "lookup"), List.of());
    }

    /** Threads may make a type at the same time, without a lock that structs in each other could block on; the first stays. */
    @SuppressWarnings("unchecked")
    private static <T> StructType<T> of(Class<T> type, MethodHandles.@Nullable Lookup lookup, List<Class<?>> outer) {
        AtomicReference<@Nullable StructType<?>> known = TYPES.get(type);
        StructType<?> made = known.get();
        if (made == null) {
            known.compareAndSet(null, make(type, lookup, outer));
            made = Objects.requireNonNull(known.get());
        }
        return (StructType<T>) made;
    }

    private static <T> StructType<T> make(Class<T> type, MethodHandles.@Nullable Lookup lookup, List<Class<?>> outer) {
        if (outer.contains(type)) {
            throw new StructTypeException(
                    "struct: type=" + type.getName() + " contains itself; keep an index of a StructArray instead");
        }
        if (outer.size() >= StructLayout.MAX_DEPTH) {
            throw new StructTypeException("struct: type=" + outer.getFirst().getName() + ", depth=" + (outer.size() + 1)
                    + ", limit=" + StructLayout.MAX_DEPTH + "; put its structs less deep into each other");
        }
        List<Class<?>> path = new ArrayList<>(outer);
        path.add(type);
        InterfaceReader reader = new InterfaceReader(type, field -> of(field, lookup, path).layout);
        MethodHandles.Lookup beside = StructAccess.beside(type, lookup);
        StructLayout layout = new LayoutBuilder(type, reader.fields()).build();
        Map<String, StructField> fields = new LinkedHashMap<>();
        layout.fields().forEach(field -> fields.put(field.name(), field));
        List<Accessor> accessors = reader.accessors(fields);
        List<StructType<?>> nested = new ArrayList<>();
        for (StructField field : ViewCode.nested(layout)) {
            nested.add(of(field.type(), lookup, path));
        }
        int views = 1 + nested.stream().mapToInt(each -> each.views).sum();
        if (views > StructLayout.MAX_VIEWS) {
            throw new StructTypeException("struct: type=" + type.getName() + ", structs in it=" + (views - 1)
                    + ", limit=" + (StructLayout.MAX_VIEWS - 1) + "; make arrays of those that are alike");
        }
        int required = AtomicAlignment.of(type, layout, accessors, nested);
        MethodHandle constructor = StructAccess.define(beside, new ViewCode(type, layout).bytes(accessors));
        StructType<T> made = new StructType<>(type, layout, List.copyOf(nested), constructor, required);
        made.newView(); // which fails here, if it does
        return made;
    }

    /** The interface. */
    public Class<T> type() {
        return type;
    }

    /** Which bytes mean what. */
    public StructLayout layout() {
        return layout;
    }

    /** Alignment that memory must have: 1, or more if there are atomic methods, which memory of a {@code byte[]} does not allow. */
    public int requiredAlignmentBytes() {
        return requiredAlignmentBytes;
    }

    /** A view over new memory, all zero: on the heap, or off it if there are atomic methods; the garbage collector frees it. */
    public T allocate() {
        if (requiredAlignmentBytes == 1) {
            return view(new byte[layout.sizeBytes()], 0);
        }
        return view(Arena.ofAuto().allocate(layout.sizeBytes(), requiredAlignmentBytes), 0);
    }

    /**
     * A view over the bytes from an offset on.
     *
     * @throws StructBoundsException if the struct does not fit there, or memory is not aligned as atomic methods need it
     */
    public T view(MemorySegment memory, long offset) {
        Objects.requireNonNull(memory, "memory");
        requirePlace(memory, offset);
        StructView view = newView();
        view.enter(memory, offset);
        return type.cast(view);
    }

    /** The same over an array. */
    public T view(byte[] bytes, int offset) {
        Objects.requireNonNull(bytes, "bytes");
        requirePlace(bytes, offset);
        StructView view = newView();
        view.enter(bytes, offset);
        return type.cast(view);
    }

    /** A view of its own at the same place. */
    public T duplicate(T view) {
        StructView from = cast(view);
        return view(from.segment(), StructView.offset(from));
    }

    /**
     * Moves a view. Nothing is allocated.
     *
     * @throws StructBoundsException if the struct does not fit there, or memory is not aligned as atomic methods need it; the view stays
     */
    public void move(T view, MemorySegment memory, long offset) {
        Objects.requireNonNull(memory, "memory");
        StructView cursor = cast(view);
        requirePlace(memory, offset);
        cursor.place(memory, offset);
    }

    /** The same over an array. */
    public void move(T view, byte[] bytes, int offset) {
        Objects.requireNonNull(bytes, "bytes");
        StructView cursor = cast(view);
        requirePlace(bytes, offset);
        cursor.place(bytes, offset);
    }

    /** Moves a view within its memory. Nothing is allocated. */
    public void move(T view, long offset) {
        StructView cursor = cast(view);
        requireInside(offset, StructView.memoryBytes(cursor));
        if (requiredAlignmentBytes > 1) {
            requireAlignment(cursor.segment(), offset);
        }
        StructView.moveTo(cursor, offset);
    }

    /** Memory of the struct that the view shows, as a segment of its size that shares the bytes. */
    public MemorySegment bytes(T view) {
        StructView from = cast(view);
        return from.segment().asSlice(StructView.offset(from), layout.sizeBytes());
    }

    /** Offset of the view in its memory, in bytes. */
    public long offset(T view) {
        return StructView.offset(cast(view));
    }

    /** Copies all bytes of a struct to another. */
    public void copy(T source, T target) {
        Objects.requireNonNull(source, "source");
        Objects.requireNonNull(target, "target");
        StructView from = cast(source);
        StructView to = cast(target);
        MemorySegment.copy(
                from.segment(), StructView.offset(from), to.segment(), StructView.offset(to), layout.sizeBytes());
    }

    StructView cast(T view) {
        Objects.requireNonNull(view, "view");
        if (!(view instanceof StructView cursor) || !cursor.isOf(this)) {
            throw new StructTypeException("struct: view=" + view.getClass().getName() + " is none of " + type.getName()
                    + "; use one that this type made");
        }
        return cursor;
    }

    private void requirePlace(MemorySegment memory, long offset) {
        requireInside(offset, memory.byteSize());
        if (requiredAlignmentBytes > 1) {
            requireAlignment(memory, offset);
        }
    }

    private void requirePlace(byte[] bytes, int offset) {
        requireInside(offset, bytes.length);
        if (requiredAlignmentBytes > 1) {
            requireAlignment(MemorySegment.ofArray(bytes), offset);
        }
    }

    private void requireInside(long offset, long memoryBytes) {
        long limit = memoryBytes - sizeBytes;
        if (limit < 0) {
            throw new StructBoundsException("struct: type=" + layout.name() + ", memory=" + memoryBytes
                    + " bytes, limit=" + sizeBytes + " at least, the size of the struct; give it more memory");
        }
        if (offset < 0 || offset > limit) {
            throw new StructBoundsException("struct: type=" + layout.name() + ", offset=" + offset + ", limit=" + limit
                    + " with memory of " + memoryBytes + " bytes and a struct of " + layout.sizeBytes()
                    + "; use an offset from 0 to the limit, or more memory");
        }
    }

    private void requireAlignment(MemorySegment memory, long offset) {
        long aligned = requiredAlignmentBytes - 1;
        if (memory.maxByteAlignment() < requiredAlignmentBytes || ((memory.address() + offset) & aligned) != 0) {
            throw new StructBoundsException("struct: type=" + layout.name() + ", offset=" + offset
                    + ", alignment of the memory=" + memory.maxByteAlignment() + ", limit=" + requiredAlignmentBytes
                    + " since the struct has atomic methods, as countVolatile(); use memory of an Arena, and an offset that"
                    + " is a multiple");
        }
    }

    /** The type of a field that is a struct. */
    StructType<?> nestedType(StructField field) {
        return nested.get(ViewCode.nested(layout).indexOf(field));
    }

    StructView newView() {
        StructView[] views = new StructView[nested.size()];
        for (int i = 0; i < views.length; i++) {
            views[i] = nested.get(i).newView();
        }
        try {
            return (StructView) constructor.invokeExact((Object) this, views);
        } catch (Throwable e) {
            throw new StructTypeException("struct: type=" + type.getName() + ", a view could not be made", e);
        }
    }

    /** Name, size and digest of the layout. */
    @Override
    public String toString() {
        return layout.toString();
    }
}
