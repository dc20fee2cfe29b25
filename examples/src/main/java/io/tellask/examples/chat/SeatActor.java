package io.tellask.examples.chat;

import io.tellask.actor.Actor;
import io.tellask.actor.Emitter;
import io.tellask.actor.StopReason;
import java.util.concurrent.Flow;

/** Whoever sits on it. It stops when its session ends, or when the guest lets go of it. */
final class SeatActor extends Actor implements Seat {
    private final String name;
    private final Room room;

    SeatActor(String name, Room room) {
        this.name = name;
        this.room = room;
    }

    @Override
    public void say(String text) {
        room.say(new Line(name, text));
    }

    @Override
    public Flow.Publisher<Line> listen() {
        Emitter<Line> ears = new Emitter<>();
        room.listen(name, ears);
        return ears;
    }

    @Override
    protected void onStop(StopReason reason) {
        room.leave(name);
    }
}
