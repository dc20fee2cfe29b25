package io.tellask.bench.pekko;

import io.tellask.bench.pekko.Protocol.Acknowledgement;
import io.tellask.bench.pekko.Protocol.Ask;
import io.tellask.bench.pekko.Protocol.ReadTotal;
import io.tellask.bench.pekko.Protocol.Sum;
import io.tellask.bench.pekko.Protocol.Tell;
import io.tellask.bench.pekko.Protocol.Total;
import io.tellask.bench.spi.Commands;
import io.tellask.bench.spi.Pairs;
import io.tellask.bench.spi.Phase;
import io.tellask.bench.spi.Window;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.ExtendedActorSystem;
import org.apache.pekko.actor.Props;
import org.apache.pekko.actor.UntypedAbstractActor;
import org.apache.pekko.pattern.Patterns;

/** {@code pekko}: one actor that adds, and who tells and asks it. */
public final class PekkoAdder {
    private PekkoAdder() {}

    /** The receiving process of {@code pekko}: one actor in an actor system that listens on loopback. */
    public static final class Service {
        private Service() {}

        public static void main(String[] args) {
            Commands.run(args, words -> Commands.Opened.at(open()));
        }

        private static int open() {
            ActorSystem system = Protocol.open();
            system.actorOf(Props.create(Adder.class, Adder::new), Protocol.ADDER);
            return ((ExtendedActorSystem) system)
                    .provider()
                    .getDefaultAddress()
                    .getPort()
                    .orElseThrow();
        }

        /** Adds up what it is told, answers what it is asked. */
        static final class Adder extends UntypedAbstractActor {
            private long total;
            private int unacknowledged;

            @Override
            public void onReceive(Object message) {
                switch (message) {
                    case Tell(int first, int second) -> collect(first + second);
                    case Ask(int first, int second) -> getSender().tell(new Sum(first + second), getSelf());
                    case ReadTotal readTotal -> getSender().tell(new Total(total), getSelf());
                    default -> unhandled(message);
                }
            }

            private void collect(int sum) {
                total += sum;
                if (++unacknowledged == Protocol.TELLS_PER_ACKNOWLEDGEMENT) {
                    unacknowledged = 0;
                    getSender().tell(new Acknowledgement(), getSelf());
                }
            }
        }
    }

    /** The calling process of {@code pekko}: tells are bounded by acknowledgements, asks use the ask pattern. */
    public static final class Caller extends io.tellask.bench.spi.Caller {
        private static final int TELL_WINDOW = 65_536;
        private static final int ASK_WINDOW = 16_384;
        private static final Duration PATIENCE = Duration.ofSeconds(30);

        private final ActorSystem system = Protocol.open();
        private final ActorRef adder;
        private final Window tells = new Window(TELL_WINDOW);
        private final ActorRef acknowledgements =
                system.actorOf(Props.create(Acknowledged.class, () -> new Acknowledged(tells)));

        private Caller(int port) throws Exception {
            String path = "pekko://" + Protocol.SYSTEM + "@127.0.0.1:" + port + "/user/" + Protocol.ADDER;
            adder = system.actorSelection(path)
                    .resolveOne(PATIENCE)
                    .toCompletableFuture()
                    .get();
        }

        public static void main(String[] args) {
            run(args, (label, port) -> new Caller(port));
        }

        @Override
        public Tally tell(Phase phase) throws Exception {
            long sent = phase.each(first -> {
                tells.acquire();
                adder.tell(new Tell(first, first + 1), acknowledgements);
            });
            return told(sent, ((Total) answer(new ReadTotal())).value());
        }

        @Override
        public Tally ask(Phase phase) {
            Window window = new Window(ASK_WINDOW);
            AtomicLong total = new AtomicLong();
            long sent = phase.each(first -> {
                window.acquire();
                Patterns.ask(adder, new Ask(first, first + 1), PATIENCE)
                        .whenComplete((sum, failure) -> settle(first, sum, failure, window, total));
            });
            window.awaitAll();
            return new Tally(sent, total.get());
        }

        @Override
        public int askOnce(int first, int second) throws Exception {
            return ((Sum) answer(new Ask(first, second))).value();
        }

        private Object answer(Object question) throws Exception {
            return Patterns.ask(adder, question, PATIENCE)
                    .toCompletableFuture()
                    .get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        }

        private static void settle(int first, Object answer, Throwable failure, Window window, AtomicLong total) {
            if (failure != null) {
                window.fail(failure);
            } else if (((Sum) answer).value() != Pairs.sum(first)) {
                window.fail(new IllegalStateException("wrong sum: first=" + first + ", answer=" + answer));
            } else {
                total.addAndGet(Pairs.sum(first));
                window.settle(1);
            }
        }

        /** Gives the places of acknowledged tells back; nothing else comes. */
        private static final class Acknowledged extends UntypedAbstractActor {
            private final Window window;

            Acknowledged(Window window) {
                this.window = window;
            }

            @Override
            public void onReceive(Object message) {
                window.settle(Protocol.TELLS_PER_ACKNOWLEDGEMENT);
            }
        }
    }
}
