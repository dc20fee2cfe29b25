package @package@;

import io.tellask.actor.Promise;
import io.tellask.typescript.TypeScriptContract;
import java.util.concurrent.Flow;

/** What the page calls. The compiler writes {@code target/classes/META-INF/resources/_tellask/@package@.Guestbook.js} and its types. */
@TypeScriptContract
public interface Guestbook {
    /**
     * An ask: the page gets a promise of the entry that was made.
     *
     * @throws IllegalArgumentException if the guest is blank, or longer than 40 characters
     */
    Promise<Entry> sign(String guest) throws IllegalArgumentException;

    /** A stream: the last entries, and from now on each that is made. */
    Flow.Publisher<Entry> entries();
}
