package io.tellask.examples.book;

/** What an order wants. */
public enum Side {
    BUY,
    SELL
}
