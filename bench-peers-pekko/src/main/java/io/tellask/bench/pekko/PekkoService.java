package io.tellask.bench.pekko;

import io.tellask.bench.spi.Service;
import io.tellask.bench.spi.ServiceProcess;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.ExtendedActorSystem;
import org.apache.pekko.actor.Props;

/** The receiving process of {@code pekko}: one actor in an actor system that listens on loopback. */
public final class PekkoService implements Service {
    private final ActorSystem system = Protocol.open();

    private PekkoService() {
        system.actorOf(Props.create(Adder.class, Adder::new), Protocol.ADDER);
    }

    /** Runs the receiving process; argument: the case's label. */
    public static void main(String[] args) throws InterruptedException {
        ServiceProcess.run(args, workload -> new PekkoService());
    }

    @Override
    public int port() {
        return ((ExtendedActorSystem) system)
                .provider()
                .getDefaultAddress()
                .getPort()
                .orElseThrow();
    }

    @Override
    public void close() {
        system.terminate();
    }
}
