package io.tellask.examples.cloud;

import io.tellask.actor.Emitter;
import io.tellask.actor.Promise;

/** What visits say to the cloud, within the server's process. */
public interface CloudRoom extends Cloud {
    Promise<Integer> say(String name, String word);

    void watch(String name, Emitter<CloudEvent> watcher);

    void leave(String name);
}
