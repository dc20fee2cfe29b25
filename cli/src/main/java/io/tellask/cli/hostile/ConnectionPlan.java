package io.tellask.cli.hostile;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/** What one hostile connection does, step by step; behind the last step it stays open and silent. Immutable once made. */
final class ConnectionPlan {
    /** Makes the plan of each connection of an attack. */
    interface Maker {
        /** The plan of the connection of a number, from 0. */
        ConnectionPlan plan(AttackContext setting, int number);
    }

    /** One step. */
    sealed interface Step permits Send, AwaitReferences, AwaitBytes, Pace, Read, End {}

    /** Sends pieces; {@code count} may be as good as endless. */
    record Send(IntFunction<byte[]> pieces, int count) implements Step {}

    /** Waits until so many references have come over the native port since the connection began. */
    record AwaitReferences(int count) implements Step {}

    /** Waits until so many bytes have come since the connection began. */
    record AwaitBytes(long count) implements Step {}

    /** From here on at least so long between two pieces. */
    record Pace(int millis) implements Step {}

    /** Reads, or stops reading. */
    record Read(boolean on) implements Step {}

    /** Ends the connection, or this side's half of it. */
    record End(Ending how) implements Step {}

    /** How a connection ends. */
    enum Ending {
        /** As usual. */
        CLOSE,
        /** Nothing more is sent, and what comes is read. */
        HALF,
        /** With a reset: the server's bytes that were not read are lost. */
        RESET
    }

    /** As often as there is time for. */
    static final int ENDLESS = Integer.MAX_VALUE;

    private final List<Step> steps = new ArrayList<>();

    private ConnectionPlan() {}

    static ConnectionPlan begin() {
        return new ConnectionPlan();
    }

    List<Step> steps() {
        return steps;
    }

    ConnectionPlan send(byte[]... pieces) {
        return repeat(pieces.length, i -> pieces[i]);
    }

    /** Sends the same bytes so often. */
    ConnectionPlan repeat(int count, byte[] piece) {
        return repeat(count, i -> piece);
    }

    /** Sends a piece for each number from 0 on; an empty one is left out. */
    ConnectionPlan repeat(int count, IntFunction<byte[]> pieces) {
        steps.add(new Send(pieces, count));
        return this;
    }

    ConnectionPlan awaitReferences(int count) {
        steps.add(new AwaitReferences(count));
        return this;
    }

    ConnectionPlan awaitBytes(long count) {
        steps.add(new AwaitBytes(count));
        return this;
    }

    ConnectionPlan pace(int millis) {
        steps.add(new Pace(millis));
        return this;
    }

    ConnectionPlan stopReading() {
        steps.add(new Read(false));
        return this;
    }

    ConnectionPlan readAgain() {
        steps.add(new Read(true));
        return this;
    }

    ConnectionPlan end(Ending how) {
        steps.add(new End(how));
        return this;
    }
}
