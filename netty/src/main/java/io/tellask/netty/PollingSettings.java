package io.tellask.netty;

/**
 * Bounds of connections over requests of HTTP.
 *
 * @param handshakeNanos how long the first request of a socket, and the body of each, may take to come
 * @param pollNanos how long a request is held for which there is nothing to answer
 * @param silenceNanos how long none may come before the connection ends
 * @param handshakes sockets that have not named a connection, and connections that have not been used
 * @param connections how many there are at most
 */
record PollingSettings(long handshakeNanos, long pollNanos, long silenceNanos, int handshakes, int connections) {}
