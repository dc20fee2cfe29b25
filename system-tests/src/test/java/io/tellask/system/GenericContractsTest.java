package io.tellask.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import io.tellask.actor.Streams;
import io.tellask.netty.TcpTransport;
import io.tellask.remote.Client;
import io.tellask.remote.MemoryTransport;
import io.tellask.remote.Server;
import io.tellask.remote.Transport;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Flow;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Contracts that say only in their generic super-interfaces what travels: no class needs a grant. */
@Timeout(60)
class GenericContractsTest {
    record Event(int number, String text) {}

    static final class Missing extends Exception {
        private static final long serialVersionUID = 1;

        Missing(String message) {
            super(message);
        }
    }

    /** What a store of anything does. */
    public interface Store<K, V, X extends Exception> {
        void put(K key, V value);

        Promise<V> get(K key) throws X;

        Promise<Map<K, List<V>>> all();

        Flow.Publisher<V> watch(V[] first);

        V echo(V value);

        default Promise<V> putAndGet(K key, V value) throws X {
            put(key, value);
            return get(key);
        }
    }

    /** Of lists of something. */
    public interface ListStore<E extends Record> extends Store<String, List<E>, Missing> {
        Promise<E> last(E fallback);
    }

    /** Of events. */
    public interface Events extends ListStore<Event> {}

    private static final class EventsActor implements Events {
        private String key = "";
        private List<Event> value = List.of();

        @Override
        public void put(String newKey, List<Event> newValue) {
            key = newKey;
            value = newValue;
        }

        @Override
        public Promise<List<Event>> get(String wanted) throws Missing {
            if (!wanted.equals(key)) {
                throw new Missing("no " + wanted);
            }
            return Promise.of(value);
        }

        @Override
        public Promise<Map<String, List<List<Event>>>> all() {
            return Promise.of(Map.of(key, List.of(value)));
        }

        @Override
        public Flow.Publisher<List<Event>> watch(List<Event>[] first) {
            return Streams.of(List.of(first));
        }

        @Override
        public List<Event> echo(List<Event> list) {
            return list;
        }

        @Override
        public Promise<Event> last(Event fallback) {
            return Promise.of(fallback);
        }
    }

    private static void use(Events events) throws Exception {
        Event one = new Event(1, "one");
        List<Event> list = List.of(one, new Event(2, "two"));

        assertThat(events.last(one).join()).isEqualTo(one);
        assertThat(events.putAndGet("k", list).join()).isEqualTo(list);
        assertThat(events.all().join()).isEqualTo(Map.of("k", List.of(list)));
        assertThat(events.echo(list)).isEqualTo(list);
        @SuppressWarnings("unchecked")
        List<Event>[] array = new List[] {list, List.of(one)};
        assertThat(Streams.collect(events.watch(array), 10).join()).containsExactly(array);
        assertThatThrownBy(() -> events.get("other").join()).hasRootCauseInstanceOf(Missing.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"memory://generic", "tellask://127.0.0.1:0"})
    void travelWithoutGrants(URI address) throws Exception {
        Transport transport = address.getScheme().equals("memory") ? MemoryTransport.isolated() : new TcpTransport();
        try (ActorSystem servers = ActorSystem.create();
                ActorSystem clients = ActorSystem.create()) {
            Events local = servers.spawn(Events.class, EventsActor::new);
            use(local);
            Server server = Server.builder(servers)
                    .publish("events", Events.class, local)
                    .transport(transport)
                    .listen(address)
                    .start();
            try (Client client = Client.builder(clients).transport(transport).connect(server.address())) {
                use(client.lookup("events", Events.class));
            }
        }
    }
}
