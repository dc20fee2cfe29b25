package io.tellask.bench.spi;

/**
 * What a phase came to.
 *
 * @param count messages sent
 * @param total the sum of all sums: as read back from the receiver for tells, as answered for asks
 */
public record Tally(long count, long total) {}
