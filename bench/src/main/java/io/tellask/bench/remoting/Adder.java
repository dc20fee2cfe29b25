package io.tellask.bench.remoting;

import io.tellask.actor.Promise;

/** The receiving actor, of any of the four contracts. */
final class Adder implements Adding.North, Adding.East, Adding.South, Adding.West {
    private long total;

    @Override
    public void collect(int first, int second) {
        total += first + second;
    }

    @Override
    public void collectSum(Sum pair) {
        total += pair.first() + pair.second();
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
        return Promise.of(pair.first() + pair.second());
    }

    @Override
    public Promise<Long> total() {
        return Promise.of(total);
    }
}
