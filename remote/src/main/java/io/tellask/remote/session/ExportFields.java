package io.tellask.remote.session;

import io.tellask.actor.contract.StopWatch;
import org.jspecify.annotations.Nullable;

/*
 * The fields of an Export that are written per call, grouped by who writes them: the loop, and the actor's
 * dispatcher.
 *
 * The virtual machine lays the fields of a superclass out before those of its subclasses, so a class of sixteen longs
 * in between keeps two groups 128 bytes apart: on one cache line each call would cost a transfer between cores.
 */
abstract class ExportPadding0 {
    long p00, p01, p02, p03, p04, p05, p06, p07, p08, p09, p10, p11, p12, p13, p14, p15;
}

/** What the loop counts per call that comes: to see that the peer keeps its credit. */
abstract class ExportReceived extends ExportPadding0 {
    long receivedMessages;
    long receivedBytes;

    @Nullable
    IdleWatch idleWatch; // written before the loop can find the export

    @Nullable
    StopWatch stopWatch; // the peer watches the actor; guarded by Exports

    /** Nobody is to be told any more when the actor stops. */
    final void endStopWatch() {
        StopWatch watch = stopWatch;
        if (watch != null) {
            watch.cancel(false);
        }
    }

    /** A call came; on the loop. */
    final void called() {
        IdleWatch watch = idleWatch;
        if (watch != null) {
            watch.called();
        }
    }
}

abstract class ExportPadding1 extends ExportReceived {
    long q00, q01, q02, q03, q04, q05, q06, q07, q08, q09, q10, q11, q12, q13, q14, q15;
}

/** What the actor's dispatcher counts per call that it executed, until it is given back. */
abstract class ExportExecuted extends ExportPadding1 {
    int executedMessages;
    int executedBytes;
    long handledBytes;
}

abstract class ExportFields extends ExportExecuted {
    /** How long a call was, which is counted as {@code ~} of that where its credit is that of pipelined ones. */
    static int size(int wireBytes) {
        return wireBytes ^ wireBytes >> 31;
    }

    long r00, r01, r02, r03, r04, r05, r06, r07, r08, r09, r10, r11, r12, r13, r14, r15;
}
