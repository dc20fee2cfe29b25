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

    private final Deque<DeadLetter> kept = new ArrayDeque<>(); // guarded by this
    private volatile long fullSecond = Long.MIN_VALUE; // of which no more are kept
    private long second = Long.MIN_VALUE; // guarded by this, as the next one
    private int ofSecond;

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
        if (kept.size() == MOST_KEPT) {
            kept.removeFirst();
        }
        kept.addLast(letter);
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
