package io.tellask.bench.remoting;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import io.tellask.actor.SpawnOptions;
import io.tellask.bench.remoting.Adding.Adder;
import io.tellask.remote.Client;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The cases whose label names a number of actors, as in {@code tell-1000-actors}: all on one thread beside the I/O loop. */
final class ManyActors implements Adding.Many {
    private static final int REFERENCES_A_MESSAGE = 1_000;
    private static final long SCATTER = 2_654_435_761L;
    private static final long LOW = 0xffff_ffffL;

    private final List<Adding.North> actors = new ArrayList<>();

    private ManyActors(int count) {
        ActorSystem system = ActorSystem.builder().ioLoops(1).build();
        for (int i = 0; i < count; i++) {
            actors.add(system.spawn(Adding.North.class, Adder::new, SpawnOptions.ioLoop()));
        }
    }

    /** How many targets a case has; four unless its label says otherwise. */
    static int count(String label) {
        return label.endsWith("-actors") ? Integer.parseInt(label.replaceAll("\\D", "")) : 4;
    }

    /** The target of the message with that first int, scattered over all of them. */
    static int target(int first, int count) {
        return (int) ((first * SCATTER & LOW) * count >>> 32);
    }

    static Adding.Many spawn(ActorSystem system, int count) {
        return system.spawn(Adding.Many.class, () -> new ManyActors(count), SpawnOptions.ioLoop());
    }

    /** All of them, as references of the client. */
    static Adding[] references(Client client, int count) throws Exception {
        Adding.Many many = client.lookup("many", Adding.Many.class);
        List<Adding> all = new ArrayList<>();
        while (all.size() < count) {
            all.addAll(many.some(all.size(), Math.min(count - all.size(), REFERENCES_A_MESSAGE))
                    .get(30, TimeUnit.SECONDS));
        }
        return all.toArray(Adding[]::new);
    }

    @Override
    public Promise<List<Adding.North>> some(int from, int count) {
        return Promise.of(List.copyOf(actors.subList(from, from + count)));
    }
}
