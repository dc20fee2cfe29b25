package io.tellask.bench.cluster;

import io.tellask.actor.ActorSystem;
import io.tellask.bench.spi.Window;
import io.tellask.cluster.actors.ClusterActors;
import io.tellask.remote.Client;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletionStage;

/** Actors by their key on some hosts, and one without a key at the first of them. Used by one thread. */
final class KeyedNotes {
    private static final int WINDOW = 256;

    private final ClusterActors actors;
    private final Note plain;
    private final List<Note> known = new ArrayList<>();
    private long firsts;

    private KeyedNotes(ActorSystem system, List<URI> hosts) {
        actors = ClusterActors.of(system, hosts);
        plain = Client.connect(system, hosts.getFirst()).lookup(Note.NAME, Note.class);
    }

    /** Has hosts make so many actors. */
    static KeyedNotes open(int count, List<URI> hosts) {
        KeyedNotes notes = new KeyedNotes(ActorSystem.create(), hosts);
        Window open = new Window(WINDOW);
        for (int i = 0; i < count; i++) {
            Note note = notes.actors.actor(Note.class, "known" + i);
            notes.known.add(note);
            open.acquire();
            Load.settle(note.text(), open, true);
        }
        open.awaitAll();
        return notes;
    }

    /** {@code first}: the first call of an actor, which makes it; {@code known}: one of a random actor; {@code plain}: one of an actor without a key. */
    CompletionStage<String> call(String kind, SplittableRandom random) {
        Note note = switch (kind) {
            case "first" -> actors.actor(Note.class, "first" + firsts++);
            case "known" -> known.get(random.nextInt(known.size()));
            default -> plain;
        };
        return note.text();
    }
}
