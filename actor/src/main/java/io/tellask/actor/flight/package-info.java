/**
 * What actors tell the JDK's Flight Recorder. Open {@code FlightEvents} first: it is all that the rest of the module calls, and touches no
 * class of the recorder before a recording has begun.
 */
@NullMarked
package io.tellask.actor.flight;

import org.jspecify.annotations.NullMarked;
