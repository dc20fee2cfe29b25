package io.tellask.bench.remoting;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.SpawnOptions;
import io.tellask.bench.remoting.Adding.Adder;
import io.tellask.bench.spi.Commands;
import io.tellask.remote.Server;

/**
 * The receiving process of {@code tellask}: one actor for each of four contracts, run in place on the I/O loop; in the
 * mailbox cases on threads of their own.
 */
public final class TellaskService {
    private TellaskService() {}

    public static void main(String[] args) {
        Commands.run(args, words -> Commands.Opened.at(open(words[0])));
    }

    private static int open(String label) {
        SpawnOptions options = label.endsWith("-mailbox") ? SpawnOptions.dedicatedThread() : SpawnOptions.ioLoop();
        ActorSystem system = ActorSystem.create();
        return Server.builder(system)
                .publish("north", Adding.North.class, system.spawn(Adding.North.class, Adder::new, options))
                .publish("east", Adding.East.class, system.spawn(Adding.East.class, Adder::new, options))
                .publish("south", Adding.South.class, system.spawn(Adding.South.class, Adder::new, options))
                .publish("west", Adding.West.class, system.spawn(Adding.West.class, Adder::new, options))
                .listen("tellask://127.0.0.1:0")
                .start()
                .address()
                .getPort();
    }
}
