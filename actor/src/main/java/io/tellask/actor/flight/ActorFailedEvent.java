package io.tellask.actor.flight;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Throttle;

/** A message failed that nobody waited for: at most a hundred a second. */
@Name("io.tellask.ActorFailed")
@Label("Actor Failed")
@Category({"Tellask", "Actors"})
@Description("A message failed that nobody waited for")
@Throttle("100/s")
@StackTrace(false)
final class ActorFailedEvent extends Event {
    @Label("Actor")
    String actor = "";

    @Label("Contract")
    String contract = "";

    @Label("Method")
    String method = "";

    @Label("Failure")
    @Description("The class of what it threw")
    String failure = "";
}
