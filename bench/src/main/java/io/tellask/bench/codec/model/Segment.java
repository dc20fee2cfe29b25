package io.tellask.bench.codec.model;

/** What kind of customer. */
public enum Segment {
    PRIVATE,
    BUSINESS,
    RESELLER,
    PUBLIC_SECTOR
}
