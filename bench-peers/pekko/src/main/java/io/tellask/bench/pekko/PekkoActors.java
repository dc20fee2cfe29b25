package io.tellask.bench.pekko;

import com.typesafe.config.ConfigFactory;
import io.tellask.bench.actor.LocalActors;
import java.time.Duration;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Props;
import org.apache.pekko.actor.UntypedAbstractActor;
import org.apache.pekko.pattern.Patterns;

/** {@code pekko}: actors of one process on the default dispatcher, with the mailbox they have by default. */
public final class PekkoActors implements LocalActors {
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final Duration HOUR = Duration.ofHours(1);

    private final ActorSystem system = ActorSystem.create(
            "bench",
            ConfigFactory.parseString("pekko.loglevel = WARNING").withFallback(ConfigFactory.defaultReference()));

    public PekkoActors(String contender) {}

    private record Told(int sender, int value) {}

    private record Pair(int first, int second) {}

    private record Next(ActorRef link) {}

    @Override
    public Receiver receiver(Receiver state) {
        ActorRef actor = system.actorOf(Props.create(Teller.class, () -> new Teller(state)));
        return (sender, value) -> actor.tell(new Told(sender, value), ActorRef.noSender());
    }

    @Override
    public Adder adder() {
        ActorRef actor = system.actorOf(Props.create(Sums.class, Sums::new));
        return (first, second, answer) ->
                Patterns.ask(actor, new Pair(first, second), PATIENCE).thenAccept(sum -> answer.take((Integer) sum));
    }

    @Override
    public Receiver ring(int actors, Receiver arrived) {
        ActorRef last = system.actorOf(Props.create(Link.class, () -> new Link(arrived)));
        ActorRef first = last;
        for (int i = 1; i < actors; i++) {
            Next next = new Next(first);
            first = system.actorOf(Props.create(Link.class, () -> new Link(arrived)));
            first.tell(next, ActorRef.noSender());
        }
        last.tell(new Next(first), ActorRef.noSender());
        ActorRef entry = first;
        return (message, hops) -> entry.tell(new Told(message, hops), ActorRef.noSender());
    }

    @Override
    public void spawn(int actors) {
        Props idle = Props.create(Sums.class, Sums::new);
        for (int i = 0; i < actors; i++) {
            system.actorOf(idle);
        }
    }

    @Override
    public void setTimers(int timers) {
        long[] rung = new long[1];
        for (int i = 0; i < timers; i++) {
            system.scheduler().scheduleOnce(HOUR.plusMillis(i), () -> rung[0]++, system.dispatcher());
        }
    }

    @Override
    public void close() {
        system.terminate();
    }

    private static final class Teller extends UntypedAbstractActor {
        private final Receiver state;

        Teller(Receiver state) {
            this.state = state;
        }

        @Override
        public void onReceive(Object message) {
            Told told = (Told) message;
            state.tell(told.sender, told.value);
        }
    }

    private static final class Sums extends UntypedAbstractActor {
        @Override
        public void onReceive(Object message) {
            Pair pair = (Pair) message;
            getSender().tell(pair.first + pair.second, getSelf());
        }
    }

    private static final class Link extends UntypedAbstractActor {
        private final Receiver arrived;
        private ActorRef next = ActorRef.noSender();

        Link(Receiver arrived) {
            this.arrived = arrived;
        }

        @Override
        public void onReceive(Object message) {
            switch (message) {
                case Next(ActorRef link) -> next = link;
                case Told(int token, int hops) when hops == 0 -> arrived.tell(token, 0);
                case Told(int token, int hops) -> next.tell(new Told(token, hops - 1), getSelf());
                default -> unhandled(message);
            }
        }
    }
}
