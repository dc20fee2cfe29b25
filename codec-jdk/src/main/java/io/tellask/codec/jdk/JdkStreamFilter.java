package io.tellask.codec.jdk;

import io.tellask.codec.CodecLimits;
import io.tellask.codec.hashing.HashCostBudget;
import io.tellask.codec.registry.JdkStreamTypes;
import java.io.ObjectInputFilter;
import java.net.URL;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * What one stock JDK stream may bring: classes that the codec trusts, within its budgets.
 *
 * <p>Tables within keys of tables are counted by depth: a table asks for its array of entries before it reads them,
 * and all tables that are open at that moment enclose it. Belongs to one stream; not thread-safe.
 */
final class JdkStreamFilter implements ObjectInputFilter {
    /** Nesting of objects in a stock stream, which is read by recursion on the caller's stack. */
    static final int MAX_DEPTH = 500;

    /** Slots of one table of a stock stream, whose keys nobody can count by hash. */
    static final int MAX_TABLE_SLOTS = 1 << 20;

    private final JdkStreamTypes types;
    private final CodecLimits limits;
    private final long[] openTables = new long[HashCostBudget.MAX_NESTING];
    private final Map<String, Class<?>> superclasses = new HashMap<>();
    private int openCount;
    private long slots;
    private @Nullable String reason;

    JdkStreamFilter(JdkStreamTypes types, CodecLimits limits) {
        this.types = types;
        this.limits = limits;
    }

    /** Why the stream was rejected; null where it was not. */
    @Nullable
    String reason() {
        return reason;
    }

    @Override
    public Status checkInput(FilterInfo info) {
        if (reason == null) {
            reason = refusal(info);
        }
        return reason != null ? Status.REJECTED : info.serialClass() == null ? Status.UNDECIDED : Status.ALLOWED;
    }

    private @Nullable String refusal(FilterInfo info) {
        if (info.streamBytes() > limits.bytes()) {
            return "bytes > limits.bytes=" + limits.bytes() + "; raise the limit";
        }
        if (info.depth() > Math.min(limits.depth(), MAX_DEPTH)) {
            return "depth=" + info.depth()
                    + (limits.depth() < MAX_DEPTH ? " > limits.depth=" + limits.depth() : " > MAX_DEPTH=" + MAX_DEPTH)
                    + "; the stream is nested too deeply";
        }
        if (info.references() > limits.objects()) {
            return "objects=" + info.references() + " > limits.objects=" + limits.objects()
                    + "; the stream is too large";
        }
        Class<?> type = info.serialClass();
        if (type == null) {
            return null;
        }
        if (info.arrayLength() >= 0) {
            String refusal = refusalOfArray(info, type);
            if (refusal != null) {
                return refusal;
            }
        }
        Class<?> element = type;
        while (element.isArray()) {
            element = element.componentType();
        }
        if (types.holdsLocks(element) && element != ReentrantLock.class) {
            return refusalOfLock(element);
        }
        if (element == URL.class && isWithinTable(info.depth())) {
            return "class=" + element.getName()
                    + " within a table; it asks a server for its hash, so keep its text there";
        }
        if (isTrusted(element)) {
            addSuperclasses(element);
            return null;
        }
        return superclasses.get(element.getName()) == element ? null : "class=" + element.getName() + " is not granted";
    }

    private void addSuperclasses(Class<?> type) {
        Class<?> parent = type.getSuperclass();
        while (parent != null && superclasses.putIfAbsent(parent.getName(), parent) == null) {
            parent = parent.getSuperclass();
        }
    }

    /** The class of a name that a class which came in extends; a stream describes it behind that class. */
    @Nullable
    Class<?> superclass(String name) {
        return superclasses.get(name);
    }

    /** Why a class of locks is refused: some wait for them while they are read, others would come in locked. */
    static String refusalOfLock(Class<?> type) {
        return "class=" + type.getName()
                + " holds locks with the state that the stream gives them; read what it held, and make a new one";
    }

    private @Nullable String refusalOfArray(FilterInfo info, Class<?> type) {
        slots += info.arrayLength();
        if (slots > limits.arraySlots()) {
            return "arraySlots=" + slots + " > limits.arraySlots=" + limits.arraySlots() + "; the stream is too large";
        }
        if (type != Map.Entry[].class) {
            return null;
        }
        if (info.arrayLength() > MAX_TABLE_SLOTS) {
            return "slots of a table=" + info.arrayLength() + " > MAX_TABLE_SLOTS=" + MAX_TABLE_SLOTS
                    + "; the table is too large for a stock stream";
        }
        while (openCount > 0 && openTables[openCount - 1] >= info.depth()) {
            openCount--;
        }
        if (openCount == openTables.length) {
            return "sets and maps within each other > MAX_NESTING=" + HashCostBudget.MAX_NESTING
                    + "; hashing such a key would cost too much";
        }
        openTables[openCount++] = info.depth();
        return null;
    }

    private boolean isWithinTable(long depth) {
        return openCount > 0 && openTables[0] < depth;
    }

    boolean isTrusted(Class<?> type) {
        return type.isPrimitive() || JdkStreamClasses.ofJdk(type.getName(), types) == type || types.admits(type);
    }
}
