package @package@;

import io.tellask.actor.Emitter;
import io.tellask.actor.Promise;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Flow;

/** The guestbook itself. An actor handles one call at a time, so its fields need no locks; it must not block. */
public final class GuestbookActor implements Guestbook {
    static final int MOST_GUEST_CHARS = 40;
    static final int MOST_ENTRIES = 100;

    private final Deque<Entry> entries = new ArrayDeque<>();
    private final List<Emitter<Entry>> watchers = new ArrayList<>();
    private int signed;

    @Override
    public Promise<Entry> sign(String guest) {
        if (guest.isBlank() || guest.length() > MOST_GUEST_CHARS) {
            throw new IllegalArgumentException("guest of " + guest.length() + " characters; give a name of 1 to " + MOST_GUEST_CHARS);
        }
        Entry entry = new Entry(++signed, guest.strip(), Instant.now());
        entries.add(entry);
        if (entries.size() > MOST_ENTRIES) {
            entries.remove();
        }
        watchers.forEach(watcher -> watcher.offer(entry)); // false: who is 256 entries behind misses one
        return Promise.of(entry);
    }

    @Override
    public Flow.Publisher<Entry> entries() {
        Emitter<Entry> watcher = new Emitter<>();
        watcher.onCancel(() -> watchers.remove(watcher)); // the page was left
        watchers.add(watcher);
        entries.forEach(watcher::offer);
        return watcher;
    }
}
