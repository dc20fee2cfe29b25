package io.tellask.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import io.tellask.actor.Streams;
import io.tellask.remote.Client;
import io.tellask.remote.Server;
import io.tellask.store.DurableMap;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeyValueServerTest {
    private static final int USERS = 2_000;

    @TempDir
    private Path directory;

    private ActorSystem system;
    private DurableMap<String, User> map;
    private Server server;
    private Client client;
    private Users users;

    @BeforeEach
    void start() {
        system = ActorSystem.create();
        map = DurableMap.open(directory, String.class, User.class);
        server = KeyValueServer.start(system, map, "tellask://127.0.0.1:0");
        client = Client.builder(system).codec(KeyValueServer.CODEC).connect(server.address());
        users = client.lookup("users", Users.class);
    }

    @AfterEach
    void stop() {
        client.close();
        server.close();
        map.close();
        system.close();
    }

    /** User n knows users 2n and 2n+1, and the way back: a tree with n/2 above n. */
    private void putFamily() throws Exception {
        List<Promise<Void>> puts = IntStream.range(1, USERS)
                .mapToObj(n -> users.put(new User("u" + n, "user " + n, friends(n))))
                .toList();
        answer(Promise.all(puts));
    }

    private static List<String> friends(int n) {
        return IntStream.of(n / 2, 2 * n, 2 * n + 1)
                .filter(other -> other > 0 && other < USERS)
                .mapToObj(other -> "u" + other)
                .toList();
    }

    @Test
    void getsWhatWasPutAfterRestart() throws Exception {
        putFamily();
        stop();
        start();

        assertThat(answer(users.size())).isEqualTo(USERS - 1);
        assertThat(answer(users.get("u7"))).isEqualTo(new User("u7", "user 7", List.of("u3", "u14", "u15")));
        assertThat(answer(users.get("nobody"))).isNull();
    }

    @Test
    void streamsTheFirstTenUsersAndStops() throws Exception {
        putFamily();

        List<User> found = answer(Streams.collect(users.scan(new FirstUsers("u1", 10, new ArrayList<>()))));

        assertThat(found)
                .hasSize(10)
                .allMatch(user -> user.uid().startsWith("u1"))
                .doesNotHaveDuplicates();
    }

    @Test
    void walksTheFriendGraphByPromisesAndAsOneSpore() throws Exception {
        putFamily();

        Set<String> byPromises = answer(FriendGraph.byPromises(users, "u10", 5));
        List<String> bySpore = answer(Streams.collect(users.walk(new FriendGraph("u10", 5))));

        assertThat(byPromises).isEqualTo(within(10, 5));
        assertThat(bySpore).doesNotHaveDuplicates().containsExactlyInAnyOrderElementsOf(byPromises);
    }

    @Test
    void countsAFriendWithoutARecordAndGoesOn() throws Exception {
        answer(users.put(new User("u1", "user 1", List.of("stranger", "u2"))));
        answer(users.put(new User("u2", "user 2", List.of("u3"))));

        assertThat(answer(FriendGraph.byPromises(users, "u1", 2))).containsExactlyInAnyOrder("stranger", "u2", "u3");
        assertThat(answer(Streams.collect(users.walk(new FriendGraph("u1", 2)))))
                .containsExactlyInAnyOrder("stranger", "u2", "u3");
        assertThat(answer(Streams.collect(users.walk(new FriendGraph("nobody", 2)))))
                .isEmpty();
    }

    private static Set<String> within(int start, int depth) {
        Set<String> reached = new TreeSet<>(Set.of("u" + start));
        for (int step = 0; step < depth; step++) {
            for (String uid : List.copyOf(reached)) {
                reached.addAll(friends(Integer.parseInt(uid.substring(1))));
            }
        }
        reached.remove("u" + start);
        return reached;
    }

    private static <T> T answer(Promise<T> promise) throws Exception {
        return promise.get(30, TimeUnit.SECONDS);
    }
}
