package io.tellask.examples.chat;

/** Somebody sits in the room under that name. */
public final class NameTakenException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public NameTakenException(String name) {
        super("somebody is called " + name + " already");
    }
}
