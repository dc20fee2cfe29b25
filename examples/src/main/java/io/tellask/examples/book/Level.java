package io.tellask.examples.book;

/** How many pieces wait at one price. */
public record Level(long cents, long pieces) {}
