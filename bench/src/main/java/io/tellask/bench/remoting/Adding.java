package io.tellask.bench.remoting;

import io.tellask.actor.Promise;
import java.util.List;

/** What a receiver can do; the four contracts below inherit it, and calls rotate among them as in a real program. */
public interface Adding {
    /** Tell: adds both to the receiver's total. */
    void collect(int first, int second);

    /** Tell: the same with one object. */
    void collectSum(Sum pair);

    /** Ask: answers the sum. */
    Promise<Integer> add(int first, int second);

    /** Ask: the same, and the caller waits. */
    int addNow(int first, int second);

    /** Ask: the same with one object. */
    Promise<Integer> addSum(Sum pair);

    /** Ask: the same, and bytes that the receiver ignores. */
    Promise<Integer> addPadded(int first, int second, byte[] padding);

    /** Ask: the same bytes. */
    Promise<byte[]> echo(byte[] bytes);

    /** Answers what was told so far. */
    Promise<Long> total();

    /** Hands out receivers beyond the four. */
    interface Many {
        /** So many references from the given one on. */
        Promise<List<North>> some(int from, int count);
    }

    /** The two ints as one object. */
    record Sum(int first, int second) {}

    /** First of four contracts. */
    interface North extends Adding {}

    /** Second of four contracts. */
    interface East extends Adding {}

    /** Third of four contracts. */
    interface South extends Adding {}

    /** Fourth of four contracts. */
    interface West extends Adding {}

    /** The receiving actor, of any of the four. */
    final class Adder implements North, East, South, West {
        private long total;

        @Override
        public void collect(int first, int second) {
            total += first + second;
        }

        @Override
        public void collectSum(Sum pair) {
            collect(pair.first(), pair.second());
        }

        @Override
        public Promise<Integer> add(int first, int second) {
            return Promise.of(first + second);
        }

        @Override
        public int addNow(int first, int second) {
            return first + second;
        }

        @Override
        public Promise<Integer> addSum(Sum pair) {
            return add(pair.first(), pair.second());
        }

        @Override
        public Promise<Integer> addPadded(int first, int second, byte[] padding) {
            return add(first, second);
        }

        @Override
        public Promise<byte[]> echo(byte[] bytes) {
            return Promise.of(bytes);
        }

        @Override
        public Promise<Long> total() {
            return Promise.of(total);
        }
    }
}
