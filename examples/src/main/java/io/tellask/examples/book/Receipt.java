package io.tellask.examples.book;

import java.util.List;

/** The number of an order, and what it traded at once; the rest of it waits. */
public record Receipt(long order, List<Trade> trades) {}
