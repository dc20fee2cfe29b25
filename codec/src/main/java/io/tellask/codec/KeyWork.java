package io.tellask.codec;

import java.util.Arrays;

/**
 * What hashing and comparing keys may cost: sets nested in keys of sets, and keys that share objects, which a hash
 * visits once per path.
 *
 * <p>A key without back references costs what its bytes cost. At the first back reference inside a key the message is
 * read anew with every object weighed by how many a walk from it visits, shared ones as often as they are reached. An
 * object that is hashed by its identity ends the walk. Not thread-safe.
 */
final class KeyWork {
    /** Sets and maps within keys of sets and maps. */
    static final int MAX_NESTING = 16;

    /** Thrown to read a message anew with weights. */
    static final class Restart extends ReadAgain {
        private static final long serialVersionUID = 1;

        private Restart() {
            super("read anew with weights");
        }
    }

    private static final Restart RESTART = new Restart();
    private static final int RETAINED = 4_096;

    /** Comparisons of keys with others of equal hash for each byte of the message. */
    static final int COMPARISONS_PER_BYTE = 16;

    /** Comparisons that any message may cost. */
    static final int FREE_COMPARISONS = 1 << 20;

    /** Decimal digits of a number within a key: comparing numbers of different scale multiplies them. */
    static final int MAX_DIGITS = 1_000;

    private static final int BYTES_PER_WEIGHT = 8;

    private final int limit;
    private long comparisons;
    private boolean weighing;
    private int nesting;
    private long weight;
    private long visited;
    private long[] weights = new long[0];

    KeyWork(int limit) {
        this.limit = limit;
    }

    boolean isWeighing() {
        return weighing;
    }

    /** Gives a hole to a message that is read anew, and makes that happen for any other. */
    Hole requireWeighing(Hole hole) {
        if (!weighing) {
            throw RESTART;
        }
        return hole;
    }

    void startWeighing() {
        weighing = true;
    }

    void enterKeys(int offset) {
        if (++nesting > MAX_NESTING) {
            if (!weighing) {
                throw RESTART;
            }
            throw new DecodeException("decode: sets and maps within keys=" + nesting + " > MAX_NESTING=" + MAX_NESTING
                    + ", offset=" + offset + "; hashing such a key would cost too much");
        }
    }

    void leaveKeys() {
        nesting--;
    }

    /** Begins an object; gives what {@link #close} needs, together with the {@link #nesting} before. */
    long open(TypeCodec codec) {
        long outer = weight;
        weight = 1;
        if (codec.isHashedByIdentity()) {
            nesting = 0;
        }
        return outer;
    }

    /** How many sets and maps hash what is being read. */
    int nesting() {
        return nesting;
    }

    /**
     * Ends an object that took {@code bytes} bytes; {@code number} is negative where it has none. One without objects
     * within weighs as much as its bytes, which hashing walks through.
     */
    void close(TypeCodec codec, long outer, int outerNesting, int number, int bytes) {
        nesting = outerNesting;
        if (weight == 1) {
            weight += bytes / BYTES_PER_WEIGHT;
        }
        if (codec.isHashedByIdentity()) {
            weight = 1;
        }
        if (number >= 0) {
            if (number >= weights.length) {
                weights = Arrays.copyOf(weights, Math.max(64, 2 * number));
            }
            weights[number] = weight;
        }
        weight = saturated(outer + weight);
    }

    /** A back reference to an object that is no string; inside a key it counts against the limit. */
    void visit(int number, int offset) {
        if (!weighing) {
            if (nesting > 0) {
                throw RESTART;
            }
            return;
        }
        long visits = number < weights.length ? weights[number] : 0;
        weight = saturated(weight + visits);
        if (nesting > 0) {
            visited = saturated(visited + visits);
            if (visited > limit) {
                throw new DecodeException("decode: objects visited by hashing keys > limits.objects=" + limit
                        + ", offset=" + offset + "; keys share too much");
            }
        }
    }

    /** Takes comparisons of keys with keys that came before. */
    void compare(long more, GraphReader in) {
        comparisons += more;
        long most = FREE_COMPARISONS + (long) COMPARISONS_PER_BYTE * in.messageBytes();
        if (comparisons > most) {
            throw new DecodeException("decode: comparisons of keys=" + comparisons + " > limit=" + most + ", offset="
                    + in.in.position() + "; give their class a better hashCode or make it Comparable to itself");
        }
    }

    /** Checks a number of {@code digits} decimal digits where it is part of a key. */
    void checkDigits(long digits, int offset) {
        if (nesting > 0 && digits > MAX_DIGITS) {
            throw new DecodeException("decode: digits of a number within a key=" + digits + " > MAX_DIGITS="
                    + MAX_DIGITS + ", offset=" + offset + "; comparing such keys would cost too much");
        }
    }

    private static long saturated(long sum) {
        return sum < 0 ? Long.MAX_VALUE : sum;
    }

    void clear() {
        if (weights.length > RETAINED) {
            weights = new long[0];
        }
        nesting = 0;
        weight = 0;
        visited = 0;
        comparisons = 0;
    }

    void stopWeighing() {
        weighing = false;
    }
}
