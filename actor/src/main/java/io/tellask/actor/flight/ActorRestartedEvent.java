package io.tellask.actor.flight;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Throttle;

/** An actor goes on with a new object after a failure: at most a hundred a second. */
@Name("io.tellask.ActorRestarted")
@Label("Actor Restarted")
@Category({"Tellask", "Actors"})
@Description("An actor goes on with a new object after a failure")
@Throttle("100/s")
@StackTrace(false)
final class ActorRestartedEvent extends Event {
    @Label("Actor")
    String actor = "";

    @Label("Contract")
    String contract = "";

    @Label("Restarts")
    @Description("How often that has happened to it")
    int restarts;
}
