package io.tellask.bench.pekko;

import io.tellask.bench.spi.Service;
import io.tellask.bench.spi.ServiceProcess;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.ExtendedActorSystem;
import org.apache.pekko.actor.Props;

/** The receiving process of {@code pekko}: one actor in an actor system that listens on loopback. */
public final class PekkoService {
    private PekkoService() {}

    /** Runs the receiving process; argument: the case's label. */
    public static void main(String[] args) throws InterruptedException {
        ServiceProcess.run(args, workload -> open());
    }

    private static Service open() {
        ActorSystem system = Protocol.open();
        system.actorOf(Props.create(Adder.class, Adder::new), Protocol.ADDER);
        return () -> ((ExtendedActorSystem) system)
                .provider()
                .getDefaultAddress()
                .getPort()
                .orElseThrow();
    }
}
