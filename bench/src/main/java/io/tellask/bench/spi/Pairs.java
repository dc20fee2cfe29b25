package io.tellask.bench.spi;

/**
 * The two ints that message number {@code i} carries: {@code v} and {@code v + 1}, where {@code v} counts from zero and
 * starts anew after 20 million, so that every contender meets numbers of the same size however fast it is.
 */
public final class Pairs {
    private static final int CYCLE = 20_000_000;

    private Pairs() {}

    /** The first int of the message after the one whose first int is {@code first}. */
    public static int next(int first) {
        return first + 1 == CYCLE ? 0 : first + 1;
    }

    /** The first int of message number {@code index}. */
    public static int first(long index) {
        return (int) (index % CYCLE);
    }

    /** The sum a receiver answers for the message whose first int is {@code first}. */
    public static int sum(int first) {
        return 2 * first + 1;
    }

    /** Throws if an answer is not the sum for the message whose first int is {@code first}. */
    public static void check(int first, int sum) {
        if (sum != sum(first)) {
            throw new IllegalStateException("wrong sum: first=" + first + ", sum=" + sum);
        }
    }

    /** The sum of all sums of the first {@code count} messages. */
    public static long total(long count) {
        long rest = count % CYCLE;
        return count / CYCLE * CYCLE * CYCLE + rest * rest;
    }
}
