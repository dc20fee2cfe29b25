package io.tellask.examples.chat;

import io.tellask.actor.Emitter;

/** What seats say to the room, within the server's process. */
public interface Room extends ChatRoom {
    void say(Line line);

    void listen(String name, Emitter<Line> ears);

    void leave(String name);
}
