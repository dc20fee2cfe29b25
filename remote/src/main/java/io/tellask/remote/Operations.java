package io.tellask.remote;

import io.tellask.actor.Promise;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Flow;
import java.util.function.Predicate;

/**
 * What a server tells those who run it: found under {@link #PUBLISHED_NAME} where {@link Server.Builder#publishOperations(Predicate)} was
 * called, for principals that are permitted there. Others get an {@link AccessDeniedException}.
 */
public interface Operations {
    /** The name that it is published under. */
    String PUBLISHED_NAME = "tellask.operations";

    /** The most connections that one answer tells of. */
    int MOST_CONNECTIONS = 10_000;

    /** The most calls that wait for one who watches. */
    int MOST_WAITING_CALLS = 1_024;

    /**
     * The connections that are open now and meet a condition, such as {@code wire=tls and (idle>60s or out>=3M)}, the oldest first. Sessions that
     * have lost theirs and wait for another are among them: {@code connected=false}.
     * Fields are those of {@link Connection}, of which {@code idle} and {@code age} are compared with times ({@code 250ms}, {@code 60s},
     * {@code 5m}, {@code 2h}, {@code 1d}), {@code in}, {@code out} and {@code held} with sizes ({@code 512}, {@code 64K}, {@code 3M},
     * {@code 1G}), text by {@code =} and {@code !=}, where one that ends in {@code *} stands for all that begin so. {@code and},
     * {@code or}, {@code not} and parentheses as usual.
     *
     * @param where the condition; empty for all
     * @param most how many to tell of, from 1 to {@link #MOST_CONNECTIONS}
     * @return fails with an {@link IllegalArgumentException} that says where the condition is wrong
     */
    Promise<Connections> connections(String where, int most);

    /**
     * The calls that come to the server and meet a condition, each when it has ended, from now on until this is cancelled. The condition
     * is written as that of {@link #connections}; its fields are those of {@link Call} but {@code at} and {@code dropped}, of which
     * {@code time} is compared with times, {@code in} and {@code out} with sizes.
     *
     * <p>Nothing waits for whoever watches: of more than {@link #MOST_WAITING_CALLS} that it has not taken further ones are dropped, and
     * counted. Calls of this contract are left out.
     *
     * @return fails with an {@link IllegalArgumentException} where the condition is wrong, and with an {@link IllegalStateException} where as
     * many watch as may
     */
    Flow.Publisher<Call> traffic(String where);

    /**
     * A call that has ended.
     *
     * @param at when it had
     * @param peer the address of the caller, without its scheme
     * @param principal who called
     * @param contract the full name of the interface
     * @param method the name of the method
     * @param in bytes of the call
     * @param out bytes of the answer or the items
     * @param items what a stream emitted
     * @param time microseconds from when it came until it had ended
     * @param failure the class of what its caller was told; empty for success
     * @param dropped calls that met the condition before this one and were not told of
     */
    record Call(
            Instant at,
            String peer,
            String principal,
            String contract,
            String method,
            long in,
            long out,
            long items,
            long time,
            String failure,
            long dropped) {
        public Call {
            Objects.requireNonNull(at, "at");
            Objects.requireNonNull(peer, "peer");
            Objects.requireNonNull(principal, "principal");
            Objects.requireNonNull(contract, "contract");
            Objects.requireNonNull(method, "method");
            Objects.requireNonNull(failure, "failure");
        }
    }

    /**
     * The answer.
     *
     * @param connections those that are told of
     * @param matching how many meet the condition
     * @param open how many there are, sessions that wait for another connection among them
     */
    record Connections(List<Connection> connections, int matching, int open) {
        public Connections {
            connections = List.copyOf(connections);
        }
    }

    /**
     * One connection of the server, as it was when it was looked at; numbers are of all its time.
     *
     * @param peer the address of the other side, without its scheme
     * @param port its port; 0 where it has none
     * @param wire what it is spoken over, as a scheme of addresses: tellask, tls, ws, wss, http, https, unix, memory
     * @param connected false for a session that has lost its connection and waits for another
     * @param principal who is at the other end; empty before that is known
     * @param encoding how values travel
     * @param idle milliseconds since bytes came
     * @param age milliseconds since it was opened
     * @param in bytes that came
     * @param out bytes that left, once where they had to be sent over a second connection again
     * @param calls calls that came, look-ups among them
     * @param references references that the two sides hold of each other's actors
     * @param held bytes of memory that it makes the process hold
     * @param listener the port of the server that it came to; 0 where that has none
     * @param waiting asks of the peer that are not answered yet
     */
    record Connection(
            String peer,
            int port,
            String wire,
            boolean connected,
            String principal,
            String encoding,
            long idle,
            long age,
            long in,
            long out,
            long calls,
            int references,
            long held,
            int listener,
            long waiting) {
        public Connection {
            Objects.requireNonNull(peer, "peer");
            Objects.requireNonNull(wire, "wire");
            Objects.requireNonNull(principal, "principal");
            Objects.requireNonNull(encoding, "encoding");
        }
    }
}
