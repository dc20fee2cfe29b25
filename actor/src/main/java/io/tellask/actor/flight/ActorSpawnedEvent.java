package io.tellask.actor.flight;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** An actor was made. */
@Name("io.tellask.ActorSpawned")
@Label("Actor Spawned")
@Category({"Tellask", "Actors"})
@Description("An actor was made")
@Enabled(false) // there may be a million a second
@StackTrace(false)
final class ActorSpawnedEvent extends Event {
    @Label("Actor")
    String actor = "";

    @Label("Contract")
    String contract = "";

    @Label("Dispatcher")
    String dispatcher = "";
}
