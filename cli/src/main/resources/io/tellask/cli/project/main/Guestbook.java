package @package@;

import io.tellask.actor.Promise;
import java.util.concurrent.Flow;

/** The contract. The server and its clients share it, as compiled here: there is nothing to generate. */
public interface Guestbook {
    /**
     * An ask: the caller gets a promise of the entry that was made.
     *
     * @throws IllegalArgumentException if the guest is blank: declared failures are for callers, others are logged at the server, too
     */
    Promise<Entry> sign(String guest) throws IllegalArgumentException;

    /** A tell: it is sent, and nothing comes back. */
    void forget(String guest);

    /** A stream: the entries so far, sent as fast as the caller takes them. */
    Flow.Publisher<Entry> entries();
}
