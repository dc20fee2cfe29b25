package io.tellask.examples.chat;

/** What somebody said. */
public record Line(String name, String text) {}
