package io.tellask.examples.book;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The orders that wait on one side: the best price first, and at one price the oldest first. For one thread. */
final class WaitingOrders {
    private final Side side;
    private final TreeMap<Long, LinkedHashMap<Long, Integer>> piecesByOrder;

    WaitingOrders(Side side) {
        this.side = side;
        piecesByOrder =
                new TreeMap<>(side == Side.BUY ? Comparator.<Long>reverseOrder() : Comparator.<Long>naturalOrder());
    }

    /** Whether somebody here takes this price. */
    boolean meets(long cents) {
        if (piecesByOrder.isEmpty()) {
            return false;
        }
        long best = piecesByOrder.firstKey();
        return side == Side.BUY ? best >= cents : best <= cents;
    }

    void add(long order, long cents, int pieces) {
        piecesByOrder.computeIfAbsent(cents, price -> new LinkedHashMap<>()).put(order, pieces);
    }

    /** Takes at most so many pieces of the first order. */
    Trade trade(long against, int pieces) {
        Map.Entry<Long, LinkedHashMap<Long, Integer>> best = piecesByOrder.firstEntry();
        Map.Entry<Long, Integer> first = best.getValue().firstEntry();
        long order = first.getKey();
        int traded = Math.min(pieces, first.getValue());
        if (traded == first.getValue()) {
            remove(order, best.getKey());
        } else {
            best.getValue().put(order, first.getValue() - traded); // keeps its place
        }
        return side == Side.BUY
                ? new Trade(order, against, best.getKey(), traded)
                : new Trade(against, order, best.getKey(), traded);
    }

    boolean remove(long order, long cents) {
        LinkedHashMap<Long, Integer> level = piecesByOrder.get(cents);
        if (level == null || level.remove(order) == null) {
            return false;
        }
        if (level.isEmpty()) {
            piecesByOrder.remove(cents);
        }
        return true;
    }

    List<Level> levels() {
        return piecesByOrder.entrySet().stream()
                .map(level -> new Level(
                        level.getKey(),
                        level.getValue().values().stream()
                                .mapToLong(Integer::longValue)
                                .sum()))
                .toList();
    }
}
