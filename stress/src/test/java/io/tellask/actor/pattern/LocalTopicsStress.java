package io.tellask.actor.pattern;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.tellask.actor.Cancellable;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** {@link LocalTopics}, where publishing takes no lock: it uses the subscribers that it knows until their version changes. All states share the topics. */
public final class LocalTopicsStress {
    private static final LocalTopics<Notes> TOPICS = LocalTopics.of(Notes.class);
    private static final AtomicInteger TOPICS_MADE = new AtomicInteger();

    private LocalTopicsStress() {}

    /** A topic of its own, with one subscriber. */
    public abstract static class Topic {
        private final String name = "topic" + TOPICS_MADE.getAndIncrement();
        final Notes topic = TOPICS.tell(name);
        final NotesReference early = new NotesReference("early");
        final NotesReference late = new NotesReference("late");
        final Cancellable ofEarly = subscribe(early);

        final Cancellable subscribe(NotesReference subscriber) {
            return TOPICS.subscribe(name, subscriber);
        }
    }

    /** Somebody subscribes and publishes, beside another one who publishes: what follows the subscription comes. */
    @JCStressTest
    @Outcome(
            id = {"2, 1", "2, 2"},
            expect = ACCEPTABLE,
            desc = "the new subscriber gets what was told after it had subscribed")
    @Outcome(expect = FORBIDDEN, desc = "a subscriber misses a message, or gets it twice")
    @State
    public static class SubscribeBesideTell extends Topic {
        private Cancellable ofLate = ofEarly;

        @Actor
        public void subscribeAndTell() {
            ofLate = subscribe(late);
            topic.note(1);
        }

        @Actor
        public void tell() {
            topic.note(2);
        }

        @Arbiter
        public void compare(II_Result result) {
            result.r1 = early.told();
            result.r2 = late.told();
            ofEarly.cancel();
            ofLate.cancel();
        }
    }

    /** Somebody cancels a subscription and publishes, beside another one who publishes: what follows the end does not come. */
    @JCStressTest
    @Outcome(
            id = {"2, 0", "2, 1"},
            expect = ACCEPTABLE,
            desc = "nothing that was told after the end")
    @Outcome(expect = FORBIDDEN, desc = "who cancelled still gets messages, or the other one misses some")
    @State
    public static class CancelBesideTell extends Topic {
        private final Cancellable ofLate = subscribe(late);

        @Actor
        public void cancelAndTell() {
            ofLate.cancel();
            topic.note(1);
        }

        @Actor
        public void tell() {
            topic.note(2);
        }

        @Arbiter
        public void compare(II_Result result) {
            result.r1 = early.told();
            result.r2 = late.told();
            ofEarly.cancel();
        }
    }

    /** A subscriber ends, and a message takes it out, while another one subscribes: that one is not lost. The first result is what is told at the end. */
    @JCStressTest
    @Outcome(
            id = {"1, 0", "1, 1"},
            expect = ACCEPTABLE,
            desc = "the new subscriber stays")
    @Outcome(expect = FORBIDDEN, desc = "the new subscriber was lost, or the ended one is still told")
    @State
    public static class SubscribeBesideEnd extends Topic {
        private Cancellable ofLate = ofEarly;

        @Actor
        public void endAndTell() {
            early.end();
            topic.note(1);
        }

        @Actor
        public void subscribeLate() {
            ofLate = subscribe(late);
        }

        @Arbiter
        public void compare(II_Result result) {
            result.r2 = late.told() + early.told();
            topic.note(2);
            result.r1 = late.told() + early.told() - result.r2;
            ofEarly.cancel();
            ofLate.cancel();
        }
    }
}
