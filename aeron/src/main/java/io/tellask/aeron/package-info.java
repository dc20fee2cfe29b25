/**
 * Shared memory and UDP as transports, by Aeron: {@link io.tellask.aeron.AeronTransport}.
 *
 * <p>Open that first, then {@code AeronWire}, which is one connection, and {@code AeronClient}, whose thread looks after all connections over
 * one media driver.
 */
@NullMarked
package io.tellask.aeron;

import org.jspecify.annotations.NullMarked;
