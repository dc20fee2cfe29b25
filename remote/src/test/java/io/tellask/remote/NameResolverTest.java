package io.tellask.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Actors that are found, or made, when their names are looked up. */
class NameResolverTest {
    private static final URI ADDRESS = URI.create("memory://resolver");

    private final MemoryTransport transport = MemoryTransport.isolated();
    private final ActorSystem system = ActorSystem.builder().ioLoops(1).build();
    private final Map<String, Room> rooms = new ConcurrentHashMap<>();
    private final Promise<NameResolver.Found<?>> later = new Promise<>();
    private Client client;

    /** What is found. */
    public interface Room {
        Promise<String> name();
    }

    /** What the resolver does not say that it finds. */
    public interface Cellar {
        Promise<String> name();
    }

    @BeforeEach
    void start() {
        Server.builder(system)
                .publish("room/published", Room.class, room("as usual"))
                .publishResolved("room/", List.of(Room.class), this::find)
                .transport(transport)
                .listen(ADDRESS)
                .start();
        client = Client.builder(system).transport(transport).connect(ADDRESS);
    }

    private Room room(String name) {
        return system.spawn(Room.class, () -> () -> Promise.of(name));
    }

    private Promise<NameResolver.Found<?>> find(String name) {
        return switch (name) {
            case "room/later" -> later;
            case "room/broken" -> throw new IllegalStateException("as asked");
            case "room/cellar" ->
                Promise.of(new NameResolver.Found<>(
                        Cellar.class, system.spawn(Cellar.class, () -> () -> Promise.of("dark"))));
            case "room/plain" -> Promise.of(new NameResolver.Found<>(Room.class, () -> Promise.of("no actor")));
            default -> Promise.of(new NameResolver.Found<>(Room.class, rooms.computeIfAbsent(name, this::room)));
        };
    }

    @AfterEach
    void close() {
        system.close();
    }

    @Test
    void isAskedForNamesThatBeginAsItSays() {
        assertThat(client.lookup("room/7", Room.class).name().join()).isEqualTo("room/7");
        assertThat(client.lookup("room/7", Room.class)).isEqualTo(client.lookup("room/7", Room.class));
        assertThat(rooms).containsOnlyKeys("room/7");
        assertThatThrownBy(() -> client.lookup("other", Room.class))
                .isInstanceOf(LookupException.class)
                .hasMessageContaining("is not published there");
    }

    @Test
    void isNotAskedForWhatIsPublished() {
        assertThat(client.lookup("room/published", Room.class).name().join()).isEqualTo("as usual");
        assertThat(rooms).isEmpty();
    }

    @Test
    void mayAnswerLaterWhileOthersAreAnswered() throws Exception {
        Promise<Room> waiting = client.lookupAsync("room/later", Room.class);
        Promise<String> ahead = waiting.pipelined().name();
        assertThat(client.lookup("room/8", Room.class).name().join()).isEqualTo("room/8");
        assertThat(waiting).isNotDone();
        later.complete(new NameResolver.Found<>(Room.class, room("at last")));
        assertThat(waiting.get(30, TimeUnit.SECONDS).name().join()).isEqualTo("at last");
        assertThat(ahead.get(30, TimeUnit.SECONDS)).isEqualTo("at last");
    }

    @Test
    void failuresRefuseTheLookup() {
        assertThatThrownBy(() -> client.lookup("room/broken", Room.class))
                .isInstanceOf(LookupException.class)
                .hasMessageContaining("as asked");
        assertThatThrownBy(() -> client.lookup("room/cellar", Cellar.class))
                .isInstanceOf(LookupException.class)
                .hasMessageContaining("none that the resolver was published with");
        assertThatThrownBy(() -> client.lookup("room/plain", Room.class))
                .isInstanceOf(LookupException.class)
                .hasMessageContaining("is no actor reference");
        assertThatThrownBy(() -> client.lookup("room/9", Cellar.class)).isInstanceOf(LookupException.class);
    }

    @Test
    void prefixesOfTwoDoNotOverlap() {
        Server.Builder builder = Server.builder(system).publishResolved("room/", List.of(Room.class), this::find);
        assertThatThrownBy(() -> builder.publishResolved("room/a", List.of(Room.class), this::find))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> builder.publishResolved("", List.of(Room.class), this::find))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
