package io.tellask.remote.session;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Threshold;

/** A call of a peer that took longer than the event's threshold, from when it came to its end. */
@Name("io.tellask.SlowCall")
@Label("Slow Call")
@Category("Tellask")
@Description("A call of a peer that took longer than the threshold, from when it came to its end")
@Enabled(false) // each call costs an entry while a recording wants any, and any recording would
@Threshold("100 ms")
@StackTrace(false)
final class SlowCallEvent extends Event {
    private static final SlowCallEvent PROBE = new SlowCallEvent();

    @Label("Contract")
    String contract = "";

    @Label("Method")
    String method = "";

    @Label("Peer")
    String peer = "";

    @Label("Principal")
    String principal = "";

    @Label("Outcome")
    String outcome = "";

    /** Whether a recording wants any. */
    static boolean isOn() {
        return PROBE.isEnabled();
    }
}
