package io.tellask.examples.prices;

/** What an article costs. */
public record Price(String article, long cents) {}
