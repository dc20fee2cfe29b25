package io.tellask.bench.pekko;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import org.apache.pekko.actor.ActorSystem;

/** The messages between the two Pekko processes, and the actor systems that carry them. */
final class Protocol {
    /** Name of both actor systems. */
    static final String SYSTEM = "bench";
    /** Name of the receiving actor. */
    static final String ADDER = "adder";
    /** The receiver acknowledges this many tells at a time: Pekko has no back-pressure for remote tells. */
    static final int TELLS_PER_ACKNOWLEDGEMENT = 1_000;

    sealed interface Message permits Tell, Ask, Sum, Acknowledgement, ReadTotal, Total {}

    record Tell(int first, int second) implements Message {}

    record Ask(int first, int second) implements Message {}

    record Sum(int value) implements Message {}

    record Acknowledgement() implements Message {}

    record ReadTotal() implements Message {}

    record Total(long value) implements Message {}

    private Protocol() {}

    static ActorSystem open() {
        Config config = ConfigFactory.parseResources(Protocol.class.getClassLoader(), "bench.conf")
                .withFallback(ConfigFactory.load());
        return ActorSystem.create(SYSTEM, config.resolve());
    }
}
