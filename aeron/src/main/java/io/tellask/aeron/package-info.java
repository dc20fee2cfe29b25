/**
 * Shared memory and UDP as transports, by Aeron: {@link io.tellask.aeron.AeronTransport}. Topics with many subscribers:
 * {@link io.tellask.aeron.Topics}.
 *
 * <p>Open that first, then {@code AeronWire}, which is one connection, and {@code AeronClient}, whose thread looks after all connections over
 * one media driver. {@code TopicMessages} has the form of messages of topics, {@code calls.TopicCode} calls
 * methods, {@code TopicParts} puts them together,
 * {@code SnapshotRequests} takes snapshots for those that join late.
 */
@NullMarked
package io.tellask.aeron;

import org.jspecify.annotations.NullMarked;
