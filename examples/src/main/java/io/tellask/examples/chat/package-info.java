/** A chat room: references, streams and the end of a session. Open {@code RoomActor} first. */
@NullMarked
package io.tellask.examples.chat;

import org.jspecify.annotations.NullMarked;
