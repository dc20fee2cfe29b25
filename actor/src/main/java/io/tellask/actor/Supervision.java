package io.tellask.actor;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * What becomes of an actor whose code fails: in a tell, in a function of a timer, or in its constructor when it is made again. What an ask throws is the
 * failure of its caller and, unless {@link #countingAsks} says so, not the actor's. Immutable.
 *
 * <p>Whatever is decided, a failed tell is counted and logged as ever.
 *
 * @see SpawnOptions#withSupervision
 */
public final class Supervision {
    /** The pause before an actor is made again for the first time within the window. */
    public static final Duration DEFAULT_FIRST_PAUSE = Duration.ofMillis(10);

    /** The longest pause before an actor is made again. */
    public static final Duration DEFAULT_LONGEST_PAUSE = Duration.ofSeconds(10);

    /** How often an actor is made again within {@link #DEFAULT_WINDOW}. */
    public static final int DEFAULT_RESTARTS = 10;

    /** The time that {@link #DEFAULT_RESTARTS} counts for. */
    public static final Duration DEFAULT_WINDOW = Duration.ofMinutes(1);

    /** The most restarts that a window may have. */
    public static final int MOST_RESTARTS = 1_000;

    private static final Duration LONGEST_TIME = Duration.ofDays(365);

    /** What to do. */
    public enum Directive {
        /** The actor goes on with its state as it is. */
        RESUME,
        /** A new object takes the place of the actor, behind the same reference; what waits in the mailbox is handled by it. */
        RESTART,
        /** The actor stops at once; what waits is refused. */
        STOP,
        /** The actor stops, and its failure becomes one of its parent's, if it has one. */
        ESCALATE
    }

    private record Rule(Class<? extends Throwable> type, Directive directive) {}

    private final Directive otherwise;
    private final List<Rule> rules;
    private final Duration firstPause;
    private final Duration longestPause;
    private final int restarts;
    private final Duration window;
    private final Directive beyond;
    private final boolean asks;

    private Supervision(
            Directive otherwise,
            List<Rule> rules,
            Duration firstPause,
            Duration longestPause,
            int restarts,
            Duration window,
            Directive beyond,
            boolean asks) {
        this.otherwise = otherwise;
        this.rules = rules;
        this.firstPause = firstPause;
        this.longestPause = longestPause;
        this.restarts = restarts;
        this.window = window;
        this.beyond = beyond;
        this.asks = asks;
    }

    private static Supervision of(Directive otherwise) {
        return new Supervision(
                otherwise,
                List.of(),
                DEFAULT_FIRST_PAUSE,
                DEFAULT_LONGEST_PAUSE,
                DEFAULT_RESTARTS,
                DEFAULT_WINDOW,
                Directive.STOP,
                false);
    }

    /** {@link Directive#RESUME}, unless {@link #on} says otherwise: what happens without supervision, too. */
    public static Supervision resume() {
        return of(Directive.RESUME);
    }

    /**
     * {@link Directive#RESTART}, unless {@link #on} says otherwise: after {@link #DEFAULT_FIRST_PAUSE}, then twice as long for each restart within the window,
     * up to {@link #DEFAULT_LONGEST_PAUSE}; the actor stops when it has been made again {@value #DEFAULT_RESTARTS} times within {@link #DEFAULT_WINDOW}.
     */
    public static Supervision restart() {
        return of(Directive.RESTART);
    }

    /** {@link Directive#STOP}, unless {@link #on} says otherwise. */
    public static Supervision stop() {
        return of(Directive.STOP);
    }

    /** {@link Directive#ESCALATE}, unless {@link #on} says otherwise. */
    public static Supervision escalate() {
        return of(Directive.ESCALATE);
    }

    /** The same with a rule for failures of a type. Of several that fit, the one that was given first counts. */
    public Supervision on(Class<? extends Throwable> type, Directive directive) {
        List<Rule> more = new ArrayList<>(rules);
        more.add(new Rule(Objects.requireNonNull(type, "type"), Objects.requireNonNull(directive, "directive")));
        return new Supervision(otherwise, List.copyOf(more), firstPause, longestPause, restarts, window, beyond, asks);
    }

    /**
     * The same with other pauses before the actor is made again. Calls wait meanwhile. A pause is up to a tenth shorter or longer than that, by the actor's
     * name, so that actors which failed together do not come back together.
     *
     * @param first for the first restart within the window; zero: none; it is doubled for each further one
     * @param longest at least as long, a year at most
     */
    public Supervision withPauses(Duration first, Duration longest) {
        requireWithin("first", Duration.ZERO, Objects.requireNonNull(first, "first"));
        requireWithin("longest", first, Objects.requireNonNull(longest, "longest"));
        return new Supervision(otherwise, rules, first, longest, restarts, window, beyond, asks);
    }

    /**
     * The same with another limit.
     *
     * @param newRestarts how often the actor is made again within the window, 0 to {@value #MOST_RESTARTS}
     * @param newWindow a millisecond to a year
     * @param newBeyond {@link Directive#STOP} or {@link Directive#ESCALATE}: what happens at the failure after that
     */
    public Supervision withLimit(int newRestarts, Duration newWindow, Directive newBeyond) {
        if (newRestarts < 0 || newRestarts > MOST_RESTARTS) {
            throw new IllegalArgumentException(
                    "supervision: restarts=" + newRestarts + " is not within 0 to " + MOST_RESTARTS);
        }
        requireWithin("window", Duration.ofMillis(1), Objects.requireNonNull(newWindow, "newWindow"));
        if (Objects.requireNonNull(newBeyond, "newBeyond") != Directive.STOP && newBeyond != Directive.ESCALATE) {
            throw new IllegalArgumentException("supervision: beyond=" + newBeyond + "; use STOP or ESCALATE");
        }
        return new Supervision(otherwise, rules, firstPause, longestPause, newRestarts, newWindow, newBeyond, asks);
    }

    /** The same, but what the method of an ask throws is the actor's failure, too; its caller is told of it before. */
    public Supervision countingAsks() {
        return new Supervision(otherwise, rules, firstPause, longestPause, restarts, window, beyond, true);
    }

    private static void requireWithin(String what, Duration least, Duration time) {
        if (time.compareTo(least) < 0 || time.compareTo(LONGEST_TIME) > 0) {
            throw new IllegalArgumentException(
                    "supervision: " + what + "=" + time + " is not within " + least + " to " + LONGEST_TIME);
        }
    }

    /** What to do about a failure. */
    public Directive directive(Throwable failure) {
        Objects.requireNonNull(failure, "failure");
        for (Rule each : rules) {
            if (each.type.isInstance(failure)) {
                return each.directive;
            }
        }
        return otherwise;
    }

    /** What to do about a failure when {@link #restarts} are used up. */
    public Directive beyond() {
        return beyond;
    }

    /** How often the actor is made again within {@link #window}. */
    public int restarts() {
        return restarts;
    }

    /** The time that {@link #restarts} counts for. */
    public Duration window() {
        return window;
    }

    /** Whether the failure of an ask counts. */
    public boolean countsAsks() {
        return asks;
    }

    /** The pause before an actor is made again when that has happened {@code before} times within the window, without the difference by name. */
    public Duration pause(int before) {
        Duration doubled = firstPause.multipliedBy(1L << Math.min(before, 30));
        return doubled.compareTo(longestPause) < 0 ? doubled : longestPause;
    }
}
