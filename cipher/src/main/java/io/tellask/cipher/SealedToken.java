package io.tellask.cipher;

import java.time.Instant;

/**
 * What a token held.
 *
 * @param payload what was sealed
 * @param expires until when it can be opened, in whole seconds
 */
public record SealedToken(byte[] payload, Instant expires) {}
