package io.tellask.cluster;

import java.util.Objects;

/**
 * Commands of a program's own over the state of a {@link MapMachine}, each of which is one entry of the log: what it changes is changed all or none.
 * It must be deterministic, as a {@link StateMachine}. Where it throws, the command is refused and nothing is changed; an {@link Error} ends the member, and
 * all others after it, so what it allocates must be bounded whatever a client sends.
 */
@FunctionalInterface
public interface MapProcedure {
    /**
     * Runs a command, or answers a question, whose changes are dropped.
     *
     * @param cells what it reads and changes
     * @param millis the time of the command, in milliseconds since 1970
     * @param call what {@link #command} or {@link #question} was given
     */
    byte[] run(MapCells cells, long millis, byte[] call);

    /** A command for a member's {@link Replica#apply}, which answers what {@link #answer} reads. */
    static byte[] command(byte[] call) {
        return MapCommand.call(Objects.requireNonNull(call, "call"));
    }

    /** A question for a member's {@link Replica#query}, which answers what the procedure does. */
    static byte[] question(byte[] call) {
        return MapCommand.call(Objects.requireNonNull(call, "call"));
    }

    /**
     * What the procedure answered.
     *
     * @throws ClusterException if the member refused what it changed, such as a key that is too long; nothing was changed
     */
    static byte[] answer(byte[] answered) {
        return MapCommand.called(Objects.requireNonNull(answered, "answered"));
    }
}
