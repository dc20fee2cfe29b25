package io.tellask.examples.chat;

import io.tellask.actor.Actor;
import io.tellask.actor.Emitter;
import io.tellask.actor.Promise;
import io.tellask.remote.Session;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** The room. It handles one message at a time, so that its collections need no locks. */
public final class RoomActor extends Actor implements Room {
    private final Set<String> names = new HashSet<>();
    private final Map<String, Emitter<Line>> listeners = new HashMap<>();

    @Override
    public Promise<Seat> enter(String name) {
        if (!names.add(name)) {
            throw new NameTakenException(name);
        }
        Room room = self(Room.class);
        Session session = Session.current().orElseThrow();
        return Promise.of(session.spawn(Seat.class, () -> new SeatActor(name, room)));
    }

    @Override
    public void say(Line line) {
        listeners.values().forEach(ears -> ears.offer(line)); // false: who is 256 lines behind misses one
    }

    @Override
    public void listen(String name, Emitter<Line> ears) {
        listeners.put(name, ears);
        say(new Line(name, "listens"));
    }

    @Override
    public void leave(String name) {
        names.remove(name);
        listeners.remove(name);
        say(new Line(name, "left"));
    }
}
