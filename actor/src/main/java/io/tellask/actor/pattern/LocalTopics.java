package io.tellask.actor.pattern;

import io.tellask.actor.Cancellable;
import io.tellask.actor.contract.Contract;
import io.tellask.actor.contract.Routee;
import io.tellask.actor.contract.RouterCode;
import io.tellask.actor.contract.RouterCode.Form;
import io.tellask.actor.contract.Routing;
import io.tellask.actor.failure.UnheardFailures;
import io.tellask.text.SafeText;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Topics of one contract in one process: tells that are published to a topic reach all who subscribe to it, or to a pattern of topics.
 *
 * <p>A subscriber is an actor's reference, local or remote, and gets what one publisher tells in its order. It is bounded by its mailbox and that one's {@link
 * io.tellask.actor.MailboxPolicy}: a slow one loses messages, to the others and to the publisher nothing happens. What was refused is counted, and logged once a
 * second at most; dropped messages are {@linkplain io.tellask.actor.ActorSystem#onDeadLetter dead letters}. An actor that stops no longer subscribes.
 *
 * <p>Thread-safe. Publishing takes no lock; after somebody subscribed or ceased to, the next tell of each topic looks at all subscriptions once.
 *
 * @param <C> the contract, which has tells only
 */
public final class LocalTopics<C> {
    /** Subscriptions at a time. */
    public static final int MOST_SUBSCRIPTIONS = 65_536;

    /** Characters in the name of a topic, or in a pattern. */
    public static final int MOST_NAME_CHARS = 255;

    private final Class<C> contract;
    private final RouterCode<C> code;
    private final Set<Subscription> subscriptions = new LinkedHashSet<>(); // guarded by this
    private final AtomicLong refused = new AtomicLong();
    private volatile long version; // changed with the subscriptions

    private LocalTopics(Class<C> contract) {
        this.contract = contract;
        code = RouterCode.of(Contract.of(contract), Form.ALL, null);
    }

    /**
     * The topics of a contract; each call makes others.
     *
     * @throws io.tellask.actor.ContractException if it is no contract, or has other methods than tells
     */
    public static <C> LocalTopics<C> of(Class<C> contract) {
        return new LocalTopics<>(Objects.requireNonNull(contract, "contract"));
    }

    /**
     * Has a subscriber told what is published from here on, until the answer is cancelled or its actor stops. One that several patterns of its own fit is told
     * once.
     *
     * @param pattern parts between slashes: {@code *} is any one part, {@code **} at the end any number of them
     * @throws IllegalArgumentException if the pattern is none, or the subscriber no reference to an actor
     * @throws IllegalStateException if there are {@value #MOST_SUBSCRIPTIONS} subscriptions already
     */
    public Cancellable subscribe(String pattern, C subscriber) {
        TopicPattern parsed = TopicPattern.of(Objects.requireNonNull(pattern, "pattern"));
        Objects.requireNonNull(subscriber, "subscriber");
        if (!(subscriber instanceof Routee routee)) {
            throw new IllegalArgumentException("topics: contract=" + contract.getName() + ", subscriber="
                    + SafeText.of(subscriber.toString()) + " is no reference to an actor; give what spawn returned");
        }
        Subscription subscription = new Subscription(parsed, routee);
        add(subscription);
        return () -> remove(subscription);
    }

    private synchronized void add(Subscription subscription) {
        if (subscriptions.size() >= MOST_SUBSCRIPTIONS) {
            sweep();
        }
        if (subscriptions.size() >= MOST_SUBSCRIPTIONS) {
            throw new IllegalStateException("topics: contract=" + contract.getName() + ", subscriptions="
                    + subscriptions.size() + " >= MOST_SUBSCRIPTIONS=" + MOST_SUBSCRIPTIONS + "; cancel some first");
        }
        subscriptions.add(subscription);
        version++;
    }

    private synchronized boolean remove(Subscription subscription) {
        boolean removed = subscriptions.remove(subscription);
        version++;
        return removed;
    }

    /** Takes out who is gone. */
    private synchronized void sweep() {
        if (subscriptions.removeIf(Subscription::isGone)) {
            version++;
        }
    }

    /**
     * What publishes to a topic: each tell of it goes to all who subscribe then, and to nobody if nobody does. Keep it, rather than to ask for it for each message.
     *
     * @throws IllegalArgumentException if the name is none of a topic
     */
    public C tell(String topic) {
        return code.newRouter(new Topic(topic, TopicPattern.partsOfName(Objects.requireNonNull(topic, "topic"))));
    }

    /** Subscriptions whose actors have not stopped. */
    public synchronized int subscriptions() {
        sweep();
        return subscriptions.size();
    }

    /** Messages that a subscriber refused so far. */
    public long refused() {
        return refused.get();
    }

    /** The subscribers of a topic, as of a version. */
    private record Subscribers(long version, List<Routee> routees) {}

    private synchronized Subscribers subscribersOf(List<String> topic) {
        List<Routee> routees = subscriptions.stream()
                .filter(subscription -> subscription.pattern.matches(topic))
                .map(subscription -> subscription.subscriber)
                .distinct()
                .toList();
        return new Subscribers(version, routees);
    }

    /** Equal to itself alone: the same may subscribe twice. */
    private static final class Subscription {
        private final TopicPattern pattern;
        private final Routee subscriber;

        Subscription(TopicPattern pattern, Routee subscriber) {
            this.pattern = pattern;
            this.subscriber = subscriber;
        }

        boolean isGone() {
            return subscriber.isGone(Routee.Asker.ROUTER);
        }
    }

    /** One topic, as what publishes to it sees it. */
    private final class Topic implements Routing {
        private final String name;
        private final List<String> parts;
        private volatile Subscribers known = new Subscribers(-1, List.of());

        Topic(String name, List<String> parts) {
            this.name = name;
            this.parts = parts;
        }

        @Override
        public List<Routee> all() {
            Subscribers now = fresh();
            for (Routee routee : now.routees) {
                if (routee.isGone(Routee.Asker.ROUTER)) {
                    sweep();
                    return fresh().routees;
                }
            }
            return now.routees;
        }

        private Subscribers fresh() {
            Subscribers now = known;
            if (now.version != version) {
                now = subscribersOf(parts);
                known = now;
            }
            return now;
        }

        @Override
        public boolean mayBeEmpty() {
            return true;
        }

        @Override
        public boolean bears(Throwable failure) {
            refused.incrementAndGet();
            UnheardFailures.SHARED.failed("a subscriber refused a message: topic=", name, failure);
            return !(failure instanceof Error);
        }

        @Override
        public RuntimeException refusal() {
            return new NoRouteeException("topics: topic=" + name + " has no subscribers");
        }

        @Override
        public String toString() {
            return "topic " + name;
        }
    }
}
