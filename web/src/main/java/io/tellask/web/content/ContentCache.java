package io.tellask.web.content;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What was sent before, by path: at most so many bytes and entries, of which the one unused for longest goes first. Thread-safe. */
final class ContentCache {
    private final long mostBytes;
    private final int mostEntries;
    private final Map<String, Entry> entries = new LinkedHashMap<>(16, 0.75f, true); // guarded by this
    private long bytes; // guarded by this

    /** Content, and which state of its files it was made of. */
    record Entry(Object state, Content content) {}

    ContentCache(long mostBytes, int mostEntries) {
        this.mostBytes = mostBytes;
        this.mostEntries = mostEntries;
    }

    /** What was made of that state; null if there is none, or of another. */
    synchronized @Nullable Content find(String path, Object state) {
        Entry entry = entries.get(path);
        return entry != null && entry.state.equals(state) ? entry.content : null;
    }

    synchronized void put(String path, Object state, Content content) {
        remove(entries.remove(path));
        if (content.weight() > mostBytes) {
            return;
        }
        entries.put(path, new Entry(state, content));
        bytes += content.weight();
        Iterator<Entry> oldest = entries.values().iterator();
        while ((bytes > mostBytes || entries.size() > mostEntries) && oldest.hasNext()) {
            Entry entry = oldest.next();
            oldest.remove();
            remove(entry);
        }
    }

    private void remove(@Nullable Entry entry) {
        if (entry != null) {
            bytes -= entry.content.weight();
        }
    }

    synchronized long bytes() {
        return bytes;
    }

    synchronized int size() {
        return entries.size();
    }
}
