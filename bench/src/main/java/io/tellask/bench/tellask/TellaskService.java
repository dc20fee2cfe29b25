package io.tellask.bench.tellask;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.SpawnOptions;
import io.tellask.bench.spi.Case;
import io.tellask.bench.spi.Service;
import io.tellask.bench.spi.ServiceProcess;
import io.tellask.remote.Server;

/**
 * The receiving process of {@code tellask}: one actor for each of four contracts, run in place on the I/O loop; in the
 * mailbox cases on threads of their own.
 */
public final class TellaskService implements Service {
    private final ActorSystem system = ActorSystem.create();
    private final Server server;

    private TellaskService(Case workload) {
        SpawnOptions options = workload == Case.TELL_MAILBOX || workload == Case.ASK_MAILBOX
                ? SpawnOptions.dedicatedThread()
                : SpawnOptions.ioLoop();
        server = Server.builder(system)
                .publish("north", Adding.North.class, system.spawn(Adding.North.class, Adder::new, options))
                .publish("east", Adding.East.class, system.spawn(Adding.East.class, Adder::new, options))
                .publish("south", Adding.South.class, system.spawn(Adding.South.class, Adder::new, options))
                .publish("west", Adding.West.class, system.spawn(Adding.West.class, Adder::new, options))
                .listen("tellask://127.0.0.1:0")
                .start();
    }

    /** Runs the receiving process; argument: the case's label. */
    public static void main(String[] args) throws InterruptedException {
        ServiceProcess.run(args, TellaskService::new);
    }

    @Override
    public int port() {
        return server.address().getPort();
    }

    @Override
    public void close() {
        server.close();
        system.close();
    }
}
