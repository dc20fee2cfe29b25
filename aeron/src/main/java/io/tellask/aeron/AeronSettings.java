package io.tellask.aeron;

import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What {@link AeronTransport.Builder} was told.
 *
 * @param connectTimeout how long a connection may take to come about, for the side that asks for it
 * @param handshakeTime how long it may take for the side that accepts it
 * @param peerTimeout how long the other side may show no life
 * @param mostConnections connections and handshakes of one listener
 * @param termBytes a third of the memory that one direction of a connection takes
 * @param spins whether the thread that looks after connections never rests
 * @param udpDriver the folder of a media driver for UDP that runs elsewhere; null: one in this process
 */
record AeronSettings(
        Duration connectTimeout,
        Duration handshakeTime,
        Duration peerTimeout,
        int mostConnections,
        int termBytes,
        boolean spins,
        @Nullable Path udpDriver) {}
