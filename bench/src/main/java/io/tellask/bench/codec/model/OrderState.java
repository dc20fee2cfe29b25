package io.tellask.bench.codec.model;

/** How far an order has come. */
public enum OrderState {
    PLACED,
    CONFIRMED,
    PACKED,
    SHIPPED,
    DELIVERED,
    CANCELLED
}
