package io.tellask.actor.flight;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/** One task keeps an I/O loop, or a thread of the pool, from everything else. */
@Name("io.tellask.LoopBlocked")
@Label("Loop Blocked")
@Category({"Tellask", "Actors"})
@Description("One task keeps an I/O loop, or a thread of the pool, from everything else")
@StackTrace(false)
final class LoopBlockedEvent extends Event {
    @Label("Loop")
    String loop = "";

    @Label("Actor")
    String actor = "";

    @Label("Method")
    String method = "";

    @Label("Blocked")
    @Description("How long, until it was noticed")
    @Timespan(Timespan.MILLISECONDS)
    long blockedMillis;
}
