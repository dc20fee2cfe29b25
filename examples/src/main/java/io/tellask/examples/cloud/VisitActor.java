package io.tellask.examples.cloud;

import io.tellask.actor.Actor;
import io.tellask.actor.Emitter;
import io.tellask.actor.Promise;
import io.tellask.actor.StopReason;
import java.util.concurrent.Flow;
import java.util.regex.Pattern;

/** One browser. It stops when its session ends, or when the page lets go of it. */
final class VisitActor extends Actor implements Visit {
    static final int MOST_WORD_CHARS = 30;
    static final int MOST_WORDS_AT_A_TIME = 20;
    private static final long NANOS_PER_WORD = 250_000_000;
    private static final Pattern UNSEEN = Pattern.compile("[\\p{C}\\p{Zl}\\p{Zp}]");

    private final String name;
    private final CloudRoom room;
    private long paidUntil = System.nanoTime(); // each word moves it on

    VisitActor(String name, CloudRoom room) {
        this.name = name;
        this.room = room;
    }

    @Override
    public Promise<Integer> say(String word) {
        String text = word.strip();
        if (text.isEmpty()
                || text.codePointCount(0, text.length()) > MOST_WORD_CHARS
                || UNSEEN.matcher(text).find()) {
            throw new WordRefusedException("a word has 1 to " + MOST_WORD_CHARS + " characters that can be seen");
        }
        pay();
        return room.say(name, text);
    }

    private void pay() {
        long now = System.nanoTime();
        paidUntil = paidUntil - now < 0 ? now : paidUntil;
        if (paidUntil - now > MOST_WORDS_AT_A_TIME * NANOS_PER_WORD) {
            throw new WordRefusedException("too many words, atATime=" + MOST_WORDS_AT_A_TIME + "; take a breath");
        }
        paidUntil += NANOS_PER_WORD;
    }

    @Override
    public Flow.Publisher<CloudEvent> watch() {
        Emitter<CloudEvent> watcher = new Emitter<>();
        room.watch(name, watcher);
        return watcher;
    }

    @Override
    protected void onStop(StopReason reason) {
        room.leave(name);
    }
}
