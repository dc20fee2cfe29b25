package io.tellask.browser;

import io.tellask.actor.Actor;
import io.tellask.actor.Emitter;
import io.tellask.actor.Promise;
import io.tellask.remote.Session;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Flow;

/** A room of one client's. */
final class RoomActor extends Actor implements Room {
    private final String name;
    private final List<String> lines = new ArrayList<>();
    private final List<Emitter<String>> followers = new ArrayList<>();

    RoomActor(String name) {
        this.name = name;
    }

    static Room spawn(String name) {
        return Session.current().orElseThrow().spawn(Room.class, () -> new RoomActor(name));
    }

    @Override
    public void say(String text) {
        lines.add(text);
        followers.forEach(each -> each.offer(text));
    }

    @Override
    public Promise<List<String>> lines() {
        return Promise.of(List.copyOf(lines));
    }

    @Override
    public Promise<Room> next(String next) {
        return Promise.of(spawn(name + "/" + next));
    }

    @Override
    public Promise<String> name() {
        return Promise.of(name);
    }

    @Override
    public Flow.Publisher<String> follow() {
        Emitter<String> emitter = new Emitter<>();
        followers.add(emitter);
        emitter.onCancel(() -> followers.remove(emitter));
        return emitter;
    }
}
