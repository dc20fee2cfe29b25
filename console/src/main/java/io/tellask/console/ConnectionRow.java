package io.tellask.console;

import java.util.Objects;

/**
 * One connection, or a session that waits for another one. Numbers are of the whole session.
 *
 * @param peer the address of the other side, without its scheme
 * @param listener the port of the server that it came to; 0 where that has none
 * @param wire what it is spoken over: tellask, tls, ws, wss, http, https, unix, memory
 * @param connected false for a session that has lost its connection and waits for another
 * @param principal who is at the other end; empty before that is known
 * @param encoding how values travel
 * @param idleMillis how long nothing has come
 * @param ageMillis how long ago it was opened
 * @param receivedBytes bytes that came
 * @param sentBytes bytes that left
 * @param calls calls and look-ups that came
 * @param waiting asks of it that are not answered yet
 * @param references that the two sides hold of each other's actors
 * @param heldBytes what it makes the process hold
 */
public record ConnectionRow(
        String peer,
        int listener,
        String wire,
        boolean connected,
        String principal,
        String encoding,
        long idleMillis,
        long ageMillis,
        long receivedBytes,
        long sentBytes,
        long calls,
        long waiting,
        int references,
        long heldBytes) {
    public ConnectionRow {
        Objects.requireNonNull(peer, "peer");
        Objects.requireNonNull(wire, "wire");
        Objects.requireNonNull(principal, "principal");
        Objects.requireNonNull(encoding, "encoding");
    }
}
