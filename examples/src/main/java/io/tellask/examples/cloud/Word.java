package io.tellask.examples.cloud;

/**
 * A word of the cloud.
 *
 * @param text of at most 30 characters
 * @param count how often it has been said
 * @param by who said it last
 */
public record Word(String text, int count, String by) {}
