package io.tellask.remote.session;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A session has ended, or a connection before it was one. */
@Name("io.tellask.SessionEnd")
@Label("Session End")
@Category("Tellask")
@Description("A session has ended, or a connection before it was one")
@StackTrace(false)
final class SessionEndEvent extends Event {
    @Label("Peer")
    String peer = "";

    @Label("Side")
    @Description("Which side this process is: client or server")
    String side = "";

    @Label("Introduced")
    @Description("Whether the peer had introduced itself and was let in")
    boolean introduced;

    @Label("Reason")
    @Description("Empty where one of the sides asked for the end")
    String reason = "";
}
