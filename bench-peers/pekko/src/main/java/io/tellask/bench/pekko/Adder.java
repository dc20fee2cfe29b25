package io.tellask.bench.pekko;

import io.tellask.bench.pekko.Protocol.Acknowledgement;
import io.tellask.bench.pekko.Protocol.Ask;
import io.tellask.bench.pekko.Protocol.ReadTotal;
import io.tellask.bench.pekko.Protocol.Sum;
import io.tellask.bench.pekko.Protocol.Tell;
import io.tellask.bench.pekko.Protocol.Total;
import org.apache.pekko.actor.UntypedAbstractActor;

/** The receiving actor: adds up what it is told, answers what it is asked. */
final class Adder extends UntypedAbstractActor {
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
