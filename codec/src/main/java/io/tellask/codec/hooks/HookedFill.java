package io.tellask.codec.hooks;

import io.tellask.codec.graph.Deferred;
import io.tellask.codec.graph.GraphReader;
import io.tellask.codec.hashing.HashGuard;
import io.tellask.codec.references.ForwardReferences;
import io.tellask.codec.references.Placeholder;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An object whose hooks wait until all that they read is there: at once where nothing is missing, when the last hole is
 * filled, or at the end of the message where a key is not complete before. Not thread-safe.
 */
final class HookedFill extends Deferred {
    private final GraphReader in;
    private final Object object;
    private final int own;
    private final List<@Nullable Object> parts = new ArrayList<>();
    private final List<@Nullable Object> keys = new ArrayList<>();
    private final List<Integer> keyParts = new ArrayList<>();
    private final List<Runnable> hooks = new ArrayList<>();
    private final List<Runnable> tables = new ArrayList<>();
    private int lowest;
    private long from;
    private long mark;
    private int mostBytes;
    private long mostExtra;
    private boolean incomplete;

    HookedFill(GraphReader in, Object object) {
        this.in = in;
        this.object = object;
        this.own = in.lastNumber();
        this.lowest = in.reach.lowest();
    }

    /** Reads the part of one class and keeps it for its readObject. */
    void add(HierarchyPartReader reader, HierarchyPart level) {
        BufferedItems items = buffer(reader, level.keys);
        hooks.add(() -> HookInput.of(in).call(level, items, object));
        if (level.keys != HierarchyPart.Keys.NONE) {
            tables.add(() -> {
                items.rewind();
                HookInput.of(in).call(level, items, object);
            });
        }
    }

    /** Runs {@code hook} with the others. */
    void add(Runnable hook) {
        hooks.add(hook);
    }

    BufferedItems buffer(HierarchyPartReader reader, HierarchyPart.Keys kind) {
        MessageItems source = new MessageItems(in, reader);
        BufferedItems items = new BufferedItems(in, reader, parts);
        int references = 0;
        for (int tag = source.next(); tag != HierarchyPartItems.END; tag = source.next()) {
            switch (tag) {
                case HierarchyPartItems.FIELDS -> {
                    boolean keyed = kind == HierarchyPart.Keys.ELEMENTS;
                    begin(keyed);
                    items.addFields(source.readFields());
                    end(keyed);
                }
                case HierarchyPartItems.BYTES -> {
                    items.addBytes(source.bytesLeft());
                    source.skipBytes();
                }
                default -> {
                    boolean key = KeyItems.isKey(kind, references++);
                    begin(key);
                    int part = items.addReference(tag, source.readReference());
                    end(key);
                    if (key) {
                        keyParts.add(part);
                    }
                }
            }
        }
        return items;
    }

    private void begin(boolean key) {
        if (key) {
            lowest = Math.min(lowest, in.reach.lowest());
            from = in.in.offset();
            mark = in.keys.mark();
            in.reach.beginKey();
        }
    }

    private void end(boolean key) {
        if (key) {
            lowest = Math.min(lowest, in.reach.lowest());
            incomplete |= in.reach.isKeyIncomplete(own);
            int bytes = in.in.bytesSince(from);
            mostBytes = Math.max(mostBytes, bytes);
            mostExtra = Math.max(mostExtra, in.keys.since(mark, bytes));
        }
    }

    /** Ends the object; whether its hooks have run. */
    boolean finish() {
        in.reach.endKeys(Math.min(lowest, in.reach.lowest()), incomplete ? this : null);
        if (incomplete) {
            parts.forEach(in.patches::take);
            return false;
        }
        return in.patches.whenFilled(parts.toArray(), object, this::fillIn);
    }

    @Override
    public Object container() {
        return object;
    }

    @Override
    public boolean hasUnfilled() {
        for (Object part : parts) {
            if (part instanceof Placeholder hole && !hole.isFilled()) {
                return true;
            }
        }
        return false;
    }

    private void fillIn() {
        fillIn(in);
    }

    @Override
    public void fillIn(GraphReader reader) {
        keyParts.forEach(part -> keys.add(ForwardReferences.filled(parts.get(part))));
        visitKeys(reader);
        Object table = object instanceof Hashtable ? new Hashtable<>() : new ArrayDeque<>();
        HashGuard.checkAll(reader.keys, reader.in, table, keys, 1, new HashGuard.CostliestKey(mostBytes, mostExtra));
        hooks.forEach(Runnable::run);
    }

    @Override
    public void visitKeys(GraphReader reader) {
        for (Object key : keys) {
            long visits = reader.keys.visitComplete(key, object instanceof PriorityQueue, reader.in);
            mostExtra = Math.max(mostExtra, visits - mostBytes);
        }
    }

    @Override
    public void refill() {
        tables.forEach(Runnable::run);
    }

    @Override
    public boolean isMisplaced() {
        return switch (object) {
            case Map<?, ?> map -> misses(map.keySet(), keys, 1);
            case Set<?> set -> misses(set, keys, 1);
            default -> false;
        };
    }
}
