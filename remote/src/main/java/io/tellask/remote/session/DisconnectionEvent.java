package io.tellask.remote.session;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** How long a session was without a connection. */
@Name("io.tellask.Disconnection")
@Label("Disconnection")
@Category("Tellask")
@Description("A connection broke; it lasts until the session goes on over another one, or is lost")
@StackTrace(false)
final class DisconnectionEvent extends Event {
    @Label("Peer")
    String peer = "";

    @Label("Side")
    @Description("Which side this process is: client or server")
    String side = "";

    @Label("Outcome")
    @Description("resumed or lost")
    String outcome = "";

    @Label("Cause")
    @Description("What ended the connection")
    String cause = "";
}
