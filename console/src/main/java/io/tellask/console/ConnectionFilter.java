package io.tellask.console;

import java.util.Objects;

/**
 * Which connections to tell of.
 *
 * @param where a condition as {@link io.tellask.remote.Operations#connections} takes it, such as {@code listener=7411 and idle>60s};
 *     empty for all
 * @param order which come first
 * @param most how many, 1 to {@value Console#MOST_CONNECTIONS}
 */
public record ConnectionFilter(String where, ConnectionOrder order, int most) {
    public ConnectionFilter {
        Objects.requireNonNull(where, "where");
        Objects.requireNonNull(order, "order");
    }
}
