package io.tellask.examples.book;

/** Two orders met, at the price of the one that waited. */
public record Trade(long buyOrder, long sellOrder, long cents, int pieces) {}
