package io.tellask.actor.flight;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Throttle;

/** A message found a mailbox full: at most a hundred a second. */
@Name("io.tellask.MailboxFull")
@Label("Mailbox Full")
@Category({"Tellask", "Actors"})
@Description("A message found a mailbox full")
@Throttle("100/s")
@StackTrace(false)
final class MailboxFullEvent extends Event {
    @Label("Actor")
    String actor = "";

    @Label("Contract")
    String contract = "";

    @Label("Method")
    String method = "";

    @Label("Policy")
    @Description("What was done about it")
    String policy = "";

    @Label("Capacity")
    @Description("Messages that may wait")
    int capacity;
}
