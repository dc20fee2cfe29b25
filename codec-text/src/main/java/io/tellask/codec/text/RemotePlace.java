package io.tellask.codec.text;

import io.tellask.codec.ByteReader;
import io.tellask.codec.ByteWriter;
import io.tellask.text.PassedByReference;

/** Stands for a reference to an actor, between a text and a message of the codec: its place in the list of a session. */
record RemotePlace(int number) implements PassedByReference {
    private static final int INITIAL_BYTES = 512;

    /** A message whose references are known by their places. */
    static ByteReader reader(byte[] message) {
        ByteReader in = new ByteReader(message);
        in.references(RemotePlace::new);
        return in;
    }

    /** Takes a message of places. */
    static ByteWriter writer() {
        ByteWriter out = new ByteWriter(INITIAL_BYTES);
        out.references(place -> ((RemotePlace) place).number);
        return out;
    }
}
