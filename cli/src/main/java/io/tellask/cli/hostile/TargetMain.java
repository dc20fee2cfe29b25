package io.tellask.cli.hostile;

import io.tellask.actor.Actor;
import io.tellask.actor.ActorSystem;
import io.tellask.actor.Emitter;
import io.tellask.actor.Promise;
import io.tellask.codec.Codec;
import io.tellask.kv.KeyValueOptions;
import io.tellask.kv.KeyValueService;
import io.tellask.kv.KeyValueStore;
import io.tellask.kv.RespOptions;
import io.tellask.kv.RespServer;
import io.tellask.remote.Server;
import io.tellask.remote.Session;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Flow;

/**
 * The process under attack: what {@code tellask serve} serves, on free ports of the loopback address, and a {@link TargetContract} beside it. Arguments: the
 * directory and the password of the RESP port. Ends when its standard input does.
 */
final class TargetMain {
    private TargetMain() {}

    public static void main(String[] arguments) throws IOException {
        try (ActorSystem system = ActorSystem.create();
                KeyValueService service =
                        KeyValueService.open(system, Path.of(arguments[0]), KeyValueOptions.defaults());
                RespServer redis = RespServer.start(
                        service, RespOptions.listening("redis://127.0.0.1:0").withPassword(arguments[1]));
                Server server = Server.builder(system)
                        .codec(Codec.builder().allow(EndlessSpore.class).build())
                        .publish(KeyValueStore.PUBLISHED_NAME, KeyValueStore.class, service.store())
                        .publish(
                                TargetContract.NAME,
                                TargetContract.class,
                                system.spawn(TargetContract.class, PitActor::new))
                        .listen("tellask://127.0.0.1:0")
                        .start()) {
            System.out.println(ServerUnderAttack.LISTENING + server.address() + " " + redis.address());
            while (System.in.read() >= 0) {
                // whatever the parent writes means nothing
            }
        }
    }

    /** The actor. */
    static final class PitActor extends Actor implements TargetContract {
        @Override
        public Promise<String> never(String text) {
            return new Promise<>();
        }

        @Override
        public Flow.Publisher<String> silence(String text) {
            return new Emitter<>();
        }

        @Override
        public Promise<String> fail(String text) {
            throw new IllegalStateException(text);
        }

        @Override
        public Promise<TargetContract> another() {
            return Promise.of(Session.current().orElseThrow().spawn(TargetContract.class, PitActor::new));
        }

        @Override
        public Promise<String> take(Object value) {
            return Promise.of(value.getClass().getName());
        }

        @Override
        public Promise<byte[]> echo(byte[] bytes) {
            return Promise.of(bytes);
        }
    }
}
