package io.tellask.actor;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** The youngest messages that actors did not carry out. Thread-safe. */
final class DeadLetterLog {
    /** So many are kept, the youngest. */
    static final int MOST_KEPT = 512;

    /** Of one second so many are kept, the first ones: a mailbox that drops all the time must not push out all else, nor take a lock each time. */
    static final int MOST_PER_SECOND = 64;

    /** Their texts and names have so many bytes at most, two for each character: 1 KiB each where all are kept. */
    static final int MOST_BYTES = 512 << 10;

    private final Deque<DeadLetter> kept = new ArrayDeque<>(); // guarded by this
    private volatile long fullSecond = Long.MIN_VALUE; // of which no more are kept
    private long second = Long.MIN_VALUE; // guarded by this, as the next one
    private int ofSecond;
    private int bytes;

    /** Whether one of that second, counted from 1970, would be kept. */
    boolean hasRoom(long epochSecond) {
        return epochSecond != fullSecond;
    }

    void add(DeadLetter letter) {
        long now = letter.at().getEpochSecond();
        if (hasRoom(now)) {
            keep(letter, now);
        }
    }

    private synchronized void keep(DeadLetter letter, long now) {
        if (second != now) {
            second = now;
            ofSecond = 0;
        }
        if (ofSecond == MOST_PER_SECOND) {
            fullSecond = now;
            return;
        }
        ofSecond++;
        kept.addLast(letter);
        bytes += bytesOf(letter);
        while (kept.size() > MOST_KEPT || bytes > MOST_BYTES) { // one that is too long by itself goes, too
            bytes -= bytesOf(kept.removeFirst());
        }
    }

    static int bytesOf(DeadLetter letter) {
        long chars = (long) letter.actor().length()
                + letter.contract().length()
                + letter.method().length()
                + letter.failure().length()
                + letter.text().length();
        return (int) Math.min(MOST_BYTES + 1L, Character.BYTES * chars);
    }

    /** The youngest first. */
    synchronized List<DeadLetter> youngest(int most) {
        List<DeadLetter> letters = new ArrayList<>();
        kept.descendingIterator().forEachRemaining(letter -> {
            if (letters.size() < most) {
                letters.add(letter);
            }
        });
        return letters;
    }
}
