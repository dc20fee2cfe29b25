package io.tellask.actor.flight;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** An actor has stopped. */
@Name("io.tellask.ActorStopped")
@Label("Actor Stopped")
@Category({"Tellask", "Actors"})
@Description("An actor has stopped")
@Enabled(false) // there may be a million a second
@StackTrace(false)
final class ActorStoppedEvent extends Event {
    @Label("Actor")
    String actor = "";

    @Label("Contract")
    String contract = "";

    @Label("Reason")
    String reason = "";

    @Label("Handled")
    @Description("Messages that it has handled")
    long handled;
}
