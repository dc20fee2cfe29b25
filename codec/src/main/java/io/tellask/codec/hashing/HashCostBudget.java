package io.tellask.codec.hashing;

import io.tellask.codec.ByteReader;
import io.tellask.codec.CodecLimits;
import io.tellask.codec.DecodeException;
import io.tellask.codec.failure.Failures.ReadAgain;
import io.tellask.codec.hashing.HashCostCounter.HashedClasses;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What hashing and comparing keys may cost: sets nested in keys of sets, and keys that share objects, which a hash
 * visits once per path.
 *
 * <p>A key without back references costs what its bytes cost. At the first back reference inside a key the message is
 * read anew with every object weighed by how many a walk from it visits, shared ones as often as they are reached. An
 * object that is hashed by its identity ends the walk, and so does one that is hashed and compared by its own numbers and
 * strings; but where a key may compare whatever others lead to, the message is read once more, all objects weighed with
 * all that they hold. Not thread-safe.
 */
public final class HashCostBudget {
    /*
     * Why it is laid out so. Most messages have no back reference within a key; for them a key costs its bytes, and all
     * that is paid is a look at a state of zero. So weights are not kept at first: the message that needs them is read
     * once more from its start, which at most doubles the work, and a third time where a key may compare whatever others
     * lead to. Weights count paths, not objects, because hashing does. What one comparison takes is an upper bound, the
     * key's bytes, because what equals really visits is not known before it runs. Each key pays for some comparisons
     * with its bytes, else honest tables with weak hashes would use up the budget.
     */

    /** Sets and maps within keys of sets and maps. */
    public static final int MAX_NESTING = 16;

    /** Thrown to read a message anew with weights. */
    static final class Restart extends ReadAgain {
        private static final long serialVersionUID = 1;

        private Restart() {
            super("read anew with weights");
        }
    }

    private static final Restart RESTART = new Restart();
    private static final int RETAINED = 4_096;

    /** Weight of what no key may reach: more than any limit. */
    private static final long FORBIDDEN = 1L << 40;

    /** Comparisons that the bytes of each key pay for, on the average of a message. */
    static final int FREE_ALIKE = 8;

    /**
     * The same of a small key: what is made of a few numbers often has a weak hash, such as {@code 31 * x + y}, and costs
     * least to compare.
     */
    public static final int FREE_ALIKE_SMALL = 32;

    /** Bytes of a key that count as small; a larger one has the allowance of a small one, and {@link #FREE_ALIKE} above. */
    private static final int SMALL_KEY = 16;

    /** Characters of a repeated string in a key that count as one visit. */
    private static final int CHARS_PER_VISIT = 64;

    /** Decimal digits of a number within a key: comparing numbers of different scale multiplies them. */
    static final int MAX_DIGITS = 1_000;

    private static final int BYTES_PER_WEIGHT = 8;

    /** Set in {@link #state} within an object of a key of which only strings and numbers are compared. */
    private static final int LEAVES_ONLY = 1 << 16;

    /** Set in {@link #state} within an object of a key that may hash whatever its fields lead to. */
    private static final int UNBOUNDED = 1 << 17;

    private static final int NESTING = LEAVES_ONLY - 1;

    private final HashedClasses classes;
    private final int limit;
    private final int mostComparisons;
    private final long mostDigits;
    private long comparisons;
    private long work;
    private int mostBytes;
    private long mostExtra;
    private boolean weighing;
    private boolean wide;

    /** How many sets and maps hash what is being read, with {@link #LEAVES_ONLY} and {@link #UNBOUNDED}. */
    private int state;

    private long weight;
    private long visited;
    private long hashed;
    private @Nullable HashCostCounter walk;

    /** The weights of finished objects by number; zero for all others, and from {@link #weighed} on. */
    private long[] weights = new long[0];

    private int weighed;

    public HashCostBudget(CodecLimits limits, HashedClasses classes) {
        this.classes = classes;
        this.limit = limits.objects();
        this.mostComparisons = limits.comparisons();
        this.mostDigits = limits.digits();
    }

    public boolean isWeighing() {
        return weighing;
    }

    /** Gives a placeholder to a message that is read anew, and makes that happen for any other. */
    public <T> T requireWeighing(T hole) {
        if (!weighing) {
            throw RESTART;
        }
        return hole;
    }

    public void startWeighing() {
        weighing = true;
    }

    public void enterKeys(long offset) {
        state++;
        if (nesting() > MAX_NESTING) {
            if (!weighing) {
                throw RESTART;
            }
            throw new DecodeException("decode: sets and maps within keys=" + nesting() + " > MAX_NESTING=" + MAX_NESTING
                    + ", offset=" + offset + "; hashing such a key would cost too much");
        }
    }

    /** Marks the current key as comparable at unbounded cost. */
    public void allowUnboundedComparison() {
        state |= UNBOUNDED;
    }

    /** Goes back to what {@link #state} gave. */
    public void restore(int outer) {
        state = outer;
    }

    public void leaveKeys() {
        state--;
    }

    /** Begins an object; gives what {@link #close} needs, together with the {@link #state} before. */
    public long open(HashReach reach) {
        long outer = weight;
        weight = 1;
        switch (reach) {
            case NOTHING -> state = 0;
            case LEAVES -> state = state == 0 || isWideHere(state) ? state : LEAVES_ONLY;
            case ANYTHING -> state |= nesting() > 0 ? UNBOUNDED : 0;
            case PARTS -> {}
        }
        return outer;
    }

    private boolean isWideHere(int at) {
        return wide || (at & UNBOUNDED) != 0;
    }

    /** Hashing mode of the object being read. */
    public int state() {
        return state;
    }

    /** How many sets and maps hash what is being read. */
    public int nesting() {
        return state & NESTING;
    }

    /**
     * Ends an object that took {@code bytes} bytes; {@code number} is negative where it has none. One without objects
     * within weighs as much as its bytes, which hashing walks through.
     */
    public void close(HashReach reach, long outer, int outerState, int number, int bytes) {
        state = outerState;
        if (reach == HashReach.NOTHING) {
            weight = 1;
        } else if (weight == 1) {
            weight += bytes / BYTES_PER_WEIGHT;
        } else if (reach == HashReach.LEAVES && !isWideHere(outerState) && weight < FORBIDDEN) {
            weight = 1;
        }
        if (number >= 0) {
            if (number >= weights.length) {
                weights = Arrays.copyOf(weights, Math.max(64, 2 * number));
            }
            weights[number] = weight;
            weighed = Math.max(weighed, number + 1);
        }
        weight = saturated(outer + weight);
    }

    /** A back reference to an object that is no string; inside a key it counts against the limit. */
    public void visit(int number, long offset) {
        if (!weighing) {
            if (state != 0) {
                throw RESTART;
            }
            return;
        }
        long visits = number < weights.length ? weights[number] : 0;
        weight = saturated(weight + visits);
        visitWithinKey(visits, offset);
    }

    /** Elements of a list that are one and the same object, each of which takes {@code visits} within a key. */
    public void visitCopies(int count, long visits, long offset) {
        long more = count == 0 ? 0 : visits > Long.MAX_VALUE / count ? Long.MAX_VALUE : count * visits;
        weight = saturated(weight + more);
        visitWithinKey(more, offset);
    }

    /**
     * Counts what hashing a key visits, where weights do not tell: what refers back to an object before that is finished
     * weighs nothing of it. With {@code unbounded} set all counts that the key leads to. Gives the visits of this key.
     */
    public long visitComplete(@Nullable Object key, boolean unbounded, ByteReader in) {
        if (!weighing) {
            return 0;
        }
        HashCostCounter counting = walk == null ? new HashCostCounter(classes, limit) : walk;
        walk = counting;
        if (wide) {
            counting.widen();
        }
        long visits = counting.visits(key, unbounded);
        if (counting.isTooNarrow()) {
            wide = true;
            throw RESTART;
        }
        hashed = saturated(hashed + visits);
        if (hashed > limit) {
            throw new DecodeException("decode: objects visited by hashing keys > limits.objects=" + limit + ", offset="
                    + in.offset() + "; keys share too much");
        }
        return visits;
    }

    /** An object that asks a server for its hash must not become part of a key. */
    public void requireUnhashed(Class<?> type, long offset) {
        if (state != 0) {
            if (!weighing) {
                throw RESTART;
            }
            throw new DecodeException("decode: class=" + type.getName() + " within a key, offset=" + offset
                    + "; it asks a server for its hash, so use its text or a URI as key");
        }
        weight = saturated(weight + FORBIDDEN);
    }

    private void visitWithinKey(long visits, long offset) {
        if (nesting() > 0) {
            visited = saturated(visited + visits);
            if (visited > limit) {
                throw new DecodeException("decode: objects visited by hashing keys > limits.objects=" + limit
                        + ", offset=" + offset + "; keys share too much");
            }
        }
    }

    /** A back reference to a string, which within a key is compared again and again. */
    public void repeat(String value) {
        if (state != 0) {
            work += value.length() / CHARS_PER_VISIT;
        }
    }

    /** What {@link #since} counts from. */
    public long mark() {
        return work + weight;
    }

    /** What comparing a key that was read since the mark may visit beside its {@code bytes}. */
    public long since(long mark, int bytes) {
        return Math.max(0, work + weight - mark - (weighing ? bytes : 0));
    }

    /** Leaves what the costliest key took of the table that was read last. */
    public void leave(int bytes, long extra) {
        mostBytes = bytes;
        mostExtra = extra;
    }

    /** The costliest key of the table that was read last. */
    public HashGuard.CostliestKey costliest() {
        return new HashGuard.CostliestKey(mostBytes, mostExtra);
    }

    /**
     * Takes comparisons of a key with {@code before} others, each of which may visit {@code visits} bytes of the message
     * and {@code extra} beside.
     */
    void compare(int before, long visits, long extra, ByteReader in) {
        long all = before * (visits + extra);
        work += all;
        comparisons += all - free(visits);
        if (comparisons > mostComparisons) {
            throw new DecodeException("decode: comparisons of keys=" + comparisons + " > limits.comparisons="
                    + mostComparisons + ", offset=" + in.offset()
                    + "; give their class a better hashCode, make it Comparable to itself, or raise the limit");
        }
    }

    /** What the bytes of a key pay for. */
    public static long free(long visits) {
        return FREE_ALIKE * visits + (FREE_ALIKE_SMALL - FREE_ALIKE) * Math.min(visits, SMALL_KEY);
    }

    /** Checks the decimal digits that a number takes written out in full, and more strictly where it is part of a key. */
    public void requireDigits(long digits, long offset) {
        if (digits > mostDigits) {
            throw new DecodeException("decode: digits=" + digits + " > limits.digits=" + mostDigits + ", offset="
                    + offset + "; the number is too long");
        }
        if (state != 0 && digits > MAX_DIGITS) {
            throw new DecodeException("decode: digits of a number within a key=" + digits + " > MAX_DIGITS="
                    + MAX_DIGITS + ", offset=" + offset + "; comparing such keys would cost too much");
        }
    }

    private static long saturated(long sum) {
        return sum < 0 ? Long.MAX_VALUE : sum;
    }

    /** Whether the message has compared no keys. */
    public boolean isUnused() {
        return work == 0 && comparisons == 0;
    }

    public void clear() {
        if (weights.length > RETAINED) {
            weights = new long[0];
        } else {
            Arrays.fill(weights, 0, weighed, 0);
        }
        weighed = 0;
        state = 0;
        weight = 0;
        visited = 0;
        hashed = 0;
        comparisons = 0;
        work = 0;
        if (walk != null) {
            walk.clear();
        }
    }

    public void stopWeighing() {
        weighing = false;
        wide = false;
    }
}
