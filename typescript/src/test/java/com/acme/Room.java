package com.acme;

import io.tellask.actor.Promise;

/** Where guests talk. */
public interface Room {
    /** Says something. */
    void say(String text);

    Promise<Chat> chat();
}
