package io.tellask.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.Emitter;
import io.tellask.actor.Promise;
import io.tellask.remote.Client;
import io.tellask.remote.Server;
import io.tellask.remote.ValueEncoding;
import java.util.List;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Sealed interfaces are types of values, not of references. */
class SealedValuesTest {
    /** What has become of an order. */
    public sealed interface Event {
        record Placed(String article) implements Event {}

        record Shipped(int parcels) implements Event {}
    }

    /** Takes, promises and emits such events. */
    public interface Events {
        Promise<Event> last(Event mine);

        Flow.Publisher<Event> all(List<Event> events);
    }

    static final class EventsActor implements Events {
        @Override
        public Promise<Event> last(Event mine) {
            return Promise.of(mine);
        }

        @Override
        public Flow.Publisher<Event> all(List<Event> events) {
            Emitter<Event> emitter = new Emitter<>();
            events.forEach(emitter::emit);
            emitter.complete();
            return emitter;
        }
    }

    @ParameterizedTest
    @EnumSource(ValueEncoding.class)
    void sealedInterfacesTravelAsArgumentsResultsAndItems(ValueEncoding encoding) throws Exception {
        try (ActorSystem system = ActorSystem.create();
                Server server = Server.builder(system)
                        .publish("events", Events.class, system.spawn(Events.class, EventsActor::new))
                        .listen("memory://sealed-" + encoding)
                        .start();
                Client client = Client.builder(system).encoding(encoding).connect(server.address())) {
            Events events = client.lookup("events", Events.class);
            Event placed = new Event.Placed("bolt");
            List<Event> both = List.of(placed, new Event.Shipped(2));

            assertThat(events.last(placed).get(30, TimeUnit.SECONDS)).isEqualTo(placed);
            StreamProbe<Event> items = new StreamProbe<>(2);
            events.all(both).subscribe(items);
            items.ended().get(30, TimeUnit.SECONDS);
            assertThat(items.items()).isEqualTo(both);
        }
    }
}
