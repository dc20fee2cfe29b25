package io.tellask.actor.flight;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Threshold;
import jdk.jfr.Timespan;

/** An actor handled a message for longer than the event's threshold. */
@Name("io.tellask.SlowMessage")
@Label("Slow Message")
@Category({"Tellask", "Actors"})
@Description("An actor handled a message for longer than the threshold")
@Enabled(false) // each message reads the clock while a recording wants any, and any recording would
@Threshold("100 ms")
@StackTrace(false)
final class SlowMessageEvent extends Event {
    /** What {@link #waited} is where that is not known: the recorder shows it as N/A. */
    static final long UNKNOWN = Long.MIN_VALUE;

    private static final SlowMessageEvent PROBE = new SlowMessageEvent();

    @Label("Actor")
    String actor = "";

    @Label("Contract")
    String contract = "";

    @Label("Method")
    String method = "";

    @Label("Waited")
    @Description("How long it was in the mailbox, where that was measured")
    @Timespan(Timespan.NANOSECONDS)
    long waited = UNKNOWN;

    @Label("Sender")
    String sender = "";

    /** Whether a recording wants any. */
    static boolean isOn() {
        return PROBE.isEnabled();
    }
}
