package io.tellask.examples.chat;

import io.tellask.actor.Promise;

/** The contract of the room, which everybody looks up. */
public interface ChatRoom {
    /** A seat of one's own; fails with {@link NameTakenException} if somebody sits under that name. */
    Promise<Seat> enter(String name) throws NameTakenException;
}
