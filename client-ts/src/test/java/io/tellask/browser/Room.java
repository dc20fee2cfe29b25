package io.tellask.browser;

import io.tellask.actor.Promise;
import java.util.List;
import java.util.concurrent.Flow;

/** A reference that the server hands out. */
public interface Room {
    void say(String text);

    Promise<List<String>> lines();

    Promise<Room> next(String name);

    Promise<String> name();

    Flow.Publisher<String> follow();
}
