package io.tellask.codec.hooks;

import io.tellask.codec.DecodeException;
import io.tellask.codec.budget.AllocationBudget;
import io.tellask.codec.failure.Failures;
import io.tellask.codec.graph.DescribedCodec;
import io.tellask.codec.graph.GraphReader;
import io.tellask.codec.graph.GraphWriter;
import io.tellask.codec.graph.TypeCodec;
import io.tellask.codec.graph.TypeRegistry;
import io.tellask.codec.schema.ClassAccess;
import io.tellask.codec.schema.Descriptor;
import io.tellask.codec.schema.Descriptor.HierarchyPartSpec;
import io.tellask.codec.schema.HeapEstimate;
import java.io.InvalidClassException;
import java.io.Serializable;
import java.lang.reflect.Constructor;
import java.net.URL;
import java.util.ArrayList;
import java.util.List;

/**
 * The codec of a class whose hierarchy writes or reads parts of itself by hooks of Java serialization: each class of
 * the hierarchy has a part of its own, the topmost first.
 *
 * <p>As in Java serialization, a part belongs to the class of its name: one that the reader's class does not extend is
 * dropped, and one that was not written leaves its fields as they are.
 */
public final class HookedCodec extends DescribedCodec {
    private final List<HierarchyPart> levels;
    private final List<HierarchyPartReader> steps;
    private final Constructor<?> allocator;

    /** Items may leave out every field, and a part may be empty. */
    private final int unbackedSlots;

    private final int heapBytes;

    private HookedCodec(
            Class<?> type, List<HierarchyPart> levels, Constructor<?> allocator, Descriptor descriptor, int ordinal) {
        super(type, true, false, descriptor, ordinal);
        this.levels = levels;
        this.allocator = allocator;
        this.steps = steps(levels, descriptor.levels);
        this.heapBytes = HeapEstimate.heapOf(type);
        this.unbackedSlots = HeapEstimate.ofObject(type, List.of()) + AllocationBudget.PART_SLOTS * countDear(levels);
    }

    /** Parts that leave garbage when they are read. */
    private static int countDear(List<HierarchyPart> levels) {
        return (int) levels.stream()
                .filter(level -> level.readObject != null || level.fields.areSetByName())
                .count();
    }

    public static HookedCodec of(Class<?> type, int ordinal, ClassAccess access, TypeRegistry table)
            throws ReflectiveOperationException, InvalidClassException {
        Constructor<?> allocator = ClassAccess.allocator(type);
        List<HierarchyPart> levels = new ArrayList<>();
        for (Class<?> level = type; Serializable.class.isAssignableFrom(level); level = level.getSuperclass()) {
            HierarchyPartFields fields = HierarchyPartFields.of(level, allocator, access, table);
            HierarchyPart added = new HierarchyPart(level, level == type, fields);
            added.requireUsable();
            levels.addFirst(added);
        }
        List<HierarchyPartSpec> specs = levels.stream().map(level -> level.spec).toList();
        return new HookedCodec(type, List.copyOf(levels), allocator, Descriptor.hooked(type.getName(), specs), ordinal);
    }

    /** Puts the parts that were written beside the classes here, both from the topmost. */
    private static List<HierarchyPartReader> steps(List<HierarchyPart> local, List<HierarchyPartSpec> written) {
        List<HierarchyPartReader> steps = new ArrayList<>();
        int next = 0;
        for (HierarchyPartSpec spec : written) {
            int at = indexOf(spec, local, next);
            while (next < at) {
                steps.add(absent(local.get(next++)));
            }
            steps.add(new HierarchyPartReader(spec, at < 0 ? null : local.get(next++)));
        }
        while (next < local.size()) {
            steps.add(absent(local.get(next++)));
        }
        return List.copyOf(steps);
    }

    /** What the JDK's own classes hold is not complete without their parts. */
    private static HierarchyPartReader absent(HierarchyPart local) {
        if (!local.isOfApplication && (local.readObject != null || !local.fields.isEmpty())) {
            throw new DecodeException("decode: the part of class=" + local.type.getName()
                    + " is missing in an object of a class that extends it; use one superclass on both sides");
        }
        return new HierarchyPartReader(null, local);
    }

    private static int indexOf(HierarchyPartSpec spec, List<HierarchyPart> local, int from) {
        for (int i = from; i < local.size(); i++) {
            if (local.get(i).spec.className().equals(spec.className())) {
                return i;
            }
        }
        return -1;
    }

    @Override
    public boolean writesFields() {
        return false;
    }

    @Override
    public TypeCodec converter(Descriptor remote, TypeRegistry table) {
        return remote.kind == Descriptor.HOOKED
                ? new HookedCodec(type, levels, allocator, remote, ordinal)
                : new GainedHooksCodec(type, levels, this::allocate, remote);
    }

    @Override
    public void write(GraphWriter out, Object value) {
        for (HierarchyPart level : levels) {
            level.write(out, value);
        }
    }

    @Override
    public Object read(GraphReader in) {
        if (type == URL.class) {
            in.keys.requireUnhashed(type, in.in.offset());
        }
        Object object = allocate();
        in.register(object);
        readParts(in, object);
        return object;
    }

    @Override
    public boolean readsUnresolved() {
        return true;
    }

    @Override
    public Object readUnresolved(GraphReader in) {
        if (type == URL.class) {
            in.keys.requireUnhashed(type, in.in.offset());
        }
        Object object = allocate();
        if (!readParts(in, object)) {
            throw unresolvable();
        }
        return object;
    }

    /** Reads all parts; whether the object is complete, but for what its fields wait for. */
    private boolean readParts(GraphReader in, Object object) {
        in.unbacked.countHeap(heapBytes, in);
        in.unbacked.takeObject(unbackedSlots, in);
        if (!in.patches.isCareful()) {
            int own = in.lastNumber();
            for (HierarchyPartReader step : steps) {
                step.read(in, object, own);
            }
            return true;
        }
        HookedFill fill = new HookedFill(in, object);
        for (HierarchyPartReader step : steps) {
            step.readLater(in, object, fill);
        }
        return fill.finish();
    }

    private Object allocate() {
        try {
            return allocator.newInstance();
        } catch (java.lang.reflect.InvocationTargetException e) {
            throw Failures.reading(e.getCause() == null ? e : e.getCause(), type, "constructor");
        } catch (ReflectiveOperationException e) {
            throw Failures.reading(e, type, "constructor");
        }
    }
}
