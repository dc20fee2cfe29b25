package io.tellask.cli.transfer;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One record on its way to a text file.
 *
 * @param key as {@link io.tellask.store.KeyKind#decode} gives it
 * @param value as stored
 * @param json the value for people, or null
 */
@SuppressWarnings("ArrayRecordComponent") // on its way once, never compared
record Row(
        Object key,
        byte[] value,
        @Nullable String json,
        @Nullable Instant expiry) {}
