package io.tellask.examples;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.Phase;
import io.tellask.actor.Promise;
import io.tellask.codec.Codec;
import io.tellask.remote.Server;
import io.tellask.remote.Spore;
import io.tellask.remote.SporeRun;
import io.tellask.store.DurableMap;
import java.nio.file.Path;
import java.util.concurrent.Flow;
import java.util.function.Function;

/** A durable key-value server: {@link Users} over a map on disk, and two spores that it takes. */
public final class KeyValueServer {
    /** Where it listens; {@link KeyValueClient} calls it there. */
    static final String ADDRESS = "tellask://127.0.0.1:7412";

    static final Codec CODEC = Codec.builder()
            .allow(User.class, FirstUsers.class, FriendGraph.class)
            .build();

    // @start region="server"
    record UsersActor(DurableMap<String, User> map) implements Users {
        public Promise<User> get(String uid) {
            return Promise.of(map.get(uid));
        }

        public Promise<Void> put(User user) {
            map.put(user.uid(), user);
            return Promise.of(null);
        }

        public Promise<Long> size() {
            return Promise.of(map.size());
        }

        public <R> Flow.Publisher<R> scan(Spore<User, R> spore) {
            return SporeRun.start(spore, run -> map.forEachWhile((uid, user) -> run.accept(user)));
        }

        public <R> Flow.Publisher<R> walk(Spore<Function<String, User>, R> spore) {
            return SporeRun.start(spore, run -> run.accept(map::get));
        }
    }

    static Server start(ActorSystem system, DurableMap<String, User> map, String address) {
        Users users = system.spawn(Users.class, () -> new UsersActor(map));
        return Server.builder(system)
                .codec(CODEC)
                .publish("users", Users.class, users)
                .listen(address)
                .start();
    }
    // @end

    /** Serves the users in the directory that the argument names, until the process is ended. */
    public static void main(String[] args) throws InterruptedException {
        if (args.length != 1) {
            System.err.println("usage: KeyValueServer DIR");
            System.exit(2);
        }
        try (ActorSystem system = ActorSystem.create()) {
            DurableMap<String, User> map =
                    system.attach(Phase.STORES, DurableMap.open(Path.of(args[0]), String.class, User.class));
            Server server = start(system, map, ADDRESS);
            system.closeAtExit();
            System.out.println("listening on " + server.address());
            system.awaitTermination();
        }
    }

    private KeyValueServer() {}
}
