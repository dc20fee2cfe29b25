package io.tellask.bench.aeron;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import io.tellask.actor.SpawnOptions;
import io.tellask.remote.Client;
import io.tellask.remote.Server;
import java.net.URI;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * {@code tellask-tell} and {@code tellask-ask}: the 256 bytes as the one argument of a call, which comes back as a call of the other side's, or as the
 * answer. Actors run in place on the I/O loop.
 */
abstract class ContractPing implements PingPong {
    private static final String PUBLISHED = "echo";
    private static final long PATIENCE_SECONDS = 20;

    /** What the serving process publishes. */
    public interface Echo {
        /** Where pings go back to from now on. */
        Promise<Void> open(Sink newSink);

        /** Sends it back to the sink. */
        void ping(byte[] bytes);

        /** Sends it back as the answer. */
        Promise<byte[]> ask(byte[] bytes);
    }

    /** What the calling process is told. */
    public interface Sink {
        void pong(byte[] bytes);
    }

    private static final class EchoActor implements Echo {
        private @Nullable Sink sink;

        @Override
        public Promise<Void> open(Sink newSink) {
            sink = newSink;
            return Promise.of(null);
        }

        @Override
        public void ping(byte[] bytes) {
            Objects.requireNonNull(sink).pong(bytes);
        }

        @Override
        public Promise<byte[]> ask(byte[] bytes) {
            return Promise.of(bytes);
        }
    }

    @Override
    public final String serve(String medium, boolean spins) throws Exception {
        ActorSystem system = ActorSystem.create();
        URI address = Media.toListen(medium);
        return Server.builder(system)
                .transport(Media.transport(address.getScheme(), spins))
                .publish(PUBLISHED, Echo.class, system.spawn(Echo.class, EchoActor::new, SpawnOptions.ioLoop()))
                .listen(address.toString())
                .start()
                .address()
                .toString();
    }

    @Override
    public final Link connect(String medium, String address, boolean spins, Pongs pongs) throws Exception {
        ActorSystem system = ActorSystem.create();
        Echo echo = Client.builder(system)
                .transport(Media.transport(URI.create(address).getScheme(), spins))
                .connect(address)
                .lookup(PUBLISHED, Echo.class);
        return link(system, echo, pongs);
    }

    abstract Link link(ActorSystem system, Echo echo, Pongs pongs) throws Exception;

    /** A tell each way. */
    public static final class Tell extends ContractPing {
        /** Called by name. */
        public Tell() {}

        @Override
        Link link(ActorSystem system, Echo echo, Pongs pongs) throws Exception {
            Sink sink = system.spawn(Sink.class, () -> bytes -> pongs.pong(bytes, 0), SpawnOptions.ioLoop());
            echo.open(sink).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
            return ping -> {
                echo.ping(ping);
                return true;
            };
        }
    }

    /** An ask and its answer. */
    public static final class Ask extends ContractPing {
        /** Called by name. */
        public Ask() {}

        @Override
        Link link(ActorSystem system, Echo echo, Pongs pongs) {
            return ping -> {
                echo.ask(ping).whenComplete((answer, failure) -> {
                    if (failure == null) {
                        pongs.pong(answer, 0);
                    } else {
                        pongs.failed(failure);
                    }
                });
                return true;
            };
        }
    }
}
