package io.tellask.examples.shelf;

import java.time.Instant;

/** What is kept under a title. */
public record Note(String text, Instant written) {}
