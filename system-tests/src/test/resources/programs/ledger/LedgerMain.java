package ledger;

import goods.Entry;
import goods.Ledger;
import io.tellask.actor.ActorSystem;
import io.tellask.actor.Streams;
import io.tellask.remote.Client;
import io.tellask.remote.Server;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;

/** Serves and calls a contract that lives elsewhere. */
public final class LedgerMain {
    public static void main(String[] arguments) throws Exception {
        try (ActorSystem there = ActorSystem.create();
                ActorSystem here = ActorSystem.create();
                Server server = Server.builder(there)
                        .publish("ledger", Ledger.class, there.spawn(Ledger.class, Bookkeeper::new))
                        .listen("tellask://127.0.0.1:0")
                        .start();
                Client client = Client.connect(here, server.address())) {
            Ledger ledger = client.lookup("ledger", Ledger.class);
            Entry entry = new Entry("ada", 5, Entry.Kind.CREDIT);
            ledger.note("opened");
            Entry added = ledger.add(entry).toCompletableFuture().get();
            if (!added.equals(entry)
                    || !Streams.collect(ledger.all()).get().equals(List.of(entry))
                    || !ledger.notes().equals(List.of("opened"))) {
                throw new AssertionError(added);
            }
        }
        System.out.println("OK " + Ledger.class.getModule());
    }

    private static final class Bookkeeper implements Ledger {
        private final List<Entry> entries = new ArrayList<>();
        private final List<String> notes = new ArrayList<>();

        @Override
        public void note(String line) {
            notes.add(line);
        }

        @Override
        public CompletionStage<Entry> add(Entry entry) {
            entries.add(entry);
            return CompletableFuture.completedStage(entry);
        }

        @Override
        public Flow.Publisher<Entry> all() {
            return Streams.of(List.copyOf(entries));
        }

        @Override
        public List<String> notes() {
            return List.copyOf(notes);
        }
    }

    private LedgerMain() {}
}
