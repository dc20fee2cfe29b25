package io.tellask.bench.codec.model;

/** What plays a medium. */
public enum Player {
    JAVA,
    FLASH
}
