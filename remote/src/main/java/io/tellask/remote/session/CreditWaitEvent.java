package io.tellask.remote.session;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Threshold;

/** A thread waited within a call: for credit, for the slot of an ask, or for room in the batch. */
@Name("io.tellask.CreditWait")
@Label("Credit Wait")
@Category("Tellask")
@Description("A thread waited within a call, for credit, for the slot of an ask or for room in the batch")
@Threshold("10 ms")
final class CreditWaitEvent extends Event {
    @Label("Peer")
    String peer = "";

    @Label("Outcome")
    @Description("granted, late, interrupted or closed")
    String outcome = "";
}
