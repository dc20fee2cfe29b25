package io.tellask.netty;

import io.tellask.actor.failure.Failures;
import io.tellask.remote.Receiver;
import java.util.List;

/** A session that throws at one place. */
final class FailingReceiver implements Receiver {
    /** What the wire calls. */
    enum Place {
        OPEN,
        ARRAY,
        RECEIVED,
        CLOSED
    }

    private final Place place;
    private final Throwable failure;

    private FailingReceiver(Place place, Throwable failure) {
        this.place = place;
        this.failure = failure;
    }

    static Receiver open(Place place, Throwable failure) {
        FailingReceiver made = new FailingReceiver(place, failure);
        made.at(Place.OPEN);
        return made;
    }

    /** One of each kind that code may throw; the last throws again when it is asked for its text. */
    static List<Throwable> failures() {
        return List.of(
                new IllegalStateException("as asked"),
                new Exception("as asked"),
                new OutOfMemoryError("as asked"),
                new StackOverflowError("as asked"),
                new AssertionError("as asked"),
                new NoClassDefFoundError("as asked"),
                new Error() {
                    @Override
                    public String getMessage() {
                        throw new OutOfMemoryError("as asked");
                    }
                });
    }

    private void at(Place now) {
        if (now == place) {
            throw Failures.rethrow(failure);
        }
    }

    @Override
    public byte[] array(int bytes) {
        at(Place.ARRAY);
        return new byte[bytes];
    }

    @Override
    public int offset() {
        return 0;
    }

    @Override
    public void received(int bytes) {
        at(Place.RECEIVED);
    }

    @Override
    public void writable() {
        // nothing to send
    }

    @Override
    public void closed(Throwable cause) {
        at(Place.CLOSED);
    }
}
