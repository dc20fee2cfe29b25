package io.tellask.actor;

import java.time.Duration;
import java.util.List;

/** The I/O loops of one actor system: dispatchers that also serve sockets. Thread-safe. */
public interface IoLoops {
    /** All loops, at least one, always the same. */
    List<Dispatcher> all();

    /** Ends the loops once what they hold has run; false if one has not ended after {@code patience}. */
    boolean close(Duration patience);
}
