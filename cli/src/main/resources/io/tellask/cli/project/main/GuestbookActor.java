package @package@;

import io.tellask.actor.Promise;
import io.tellask.actor.Streams;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Flow;

/**
 * The guestbook itself. An actor handles one call at a time, so its fields need no locks. It shares its thread with connections and other
 * actors: it must not block.
 */
public final class GuestbookActor implements Guestbook {
    private final List<Entry> entries = new ArrayList<>();
    private int signed;

    @Override
    public Promise<Entry> sign(String guest) {
        if (guest.isBlank()) {
            throw new IllegalArgumentException("guest is blank; give a name"); // the caller's promise fails with it
        }
        Entry entry = new Entry(++signed, guest, Instant.now());
        entries.add(entry);
        return Promise.of(entry);
    }

    @Override
    public void forget(String guest) {
        entries.removeIf(entry -> entry.guest().equals(guest));
    }

    @Override
    public Flow.Publisher<Entry> entries() {
        return Streams.of(List.copyOf(entries));
    }
}
