package io.tellask.console;

import io.tellask.actor.DeadLetter;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** The messages that actors did not carry out: all are counted, and some kept. Thread-safe. */
final class DeadLetterLog {
    /** So many are kept, the youngest. */
    static final int MOST_KEPT = 512;

    /** Of one second so many are kept, the first ones: a mailbox that drops all the time must not push out all else, nor take a lock each time. */
    static final int MOST_PER_SECOND = 64;

    private final AtomicLong counted = new AtomicLong();
    private final Deque<DeadLetter> kept = new ArrayDeque<>(); // guarded by this
    private volatile long fullSecond = Long.MIN_VALUE; // of which no more are kept
    private long second = Long.MIN_VALUE; // guarded by this, as the next one
    private int ofSecond;

    void add(DeadLetter letter) {
        counted.incrementAndGet();
        long now = letter.at().getEpochSecond();
        if (now != fullSecond) {
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

    long counted() {
        return counted.get();
    }

    synchronized DeadLetterPage page(int most) {
        List<DeadLetterRow> rows = new ArrayList<>();
        kept.descendingIterator().forEachRemaining(letter -> {
            if (rows.size() < most) {
                rows.add(new DeadLetterRow(
                        letter.at(),
                        letter.actor(),
                        letter.contract(),
                        letter.method(),
                        letter.reason().name(),
                        letter.failure()));
            }
        });
        return new DeadLetterPage(rows, counted.get(), kept.size());
    }
}
