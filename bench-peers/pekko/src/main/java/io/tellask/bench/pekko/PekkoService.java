package io.tellask.bench.pekko;

import io.tellask.bench.pekko.Protocol.Acknowledgement;
import io.tellask.bench.pekko.Protocol.Ask;
import io.tellask.bench.pekko.Protocol.ReadTotal;
import io.tellask.bench.pekko.Protocol.Sum;
import io.tellask.bench.pekko.Protocol.Tell;
import io.tellask.bench.pekko.Protocol.Total;
import io.tellask.bench.spi.Commands;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.ExtendedActorSystem;
import org.apache.pekko.actor.Props;
import org.apache.pekko.actor.UntypedAbstractActor;

/** The receiving process of {@code pekko}: one actor in an actor system that listens on loopback. */
public final class PekkoService {
    private PekkoService() {}

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
