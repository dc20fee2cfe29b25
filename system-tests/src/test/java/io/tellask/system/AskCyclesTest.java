package io.tellask.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.actor.Actor;
import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import io.tellask.remote.Client;
import io.tellask.remote.Server;
import io.tellask.test.Await;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

/** Actors of a server that wait for one another: its log names them when a caller in another process has given up. */
class AskCyclesTest {
    public interface Clerk {
        Promise<Integer> audit();

        Promise<Integer> askedBy(Clerk asker);

        Promise<Integer> count();

        /** How often {@link #count} was called; answered once those calls were taken down. */
        Promise<Integer> counts();
    }

    private static final class Clerks extends Actor implements Clerk {
        private final Clerk other; // null: it asks nobody
        private Promise<Integer> last = Promise.of(0);
        private int counts;

        Clerks(Clerk other) {
            this.other = other;
        }

        @Override
        public Promise<Integer> audit() {
            Clerk self = self(Clerk.class);
            last = last.thenCompose(before -> other.askedBy(self));
            return last;
        }

        @Override
        public Promise<Integer> askedBy(Clerk asker) {
            return asker.count();
        }

        @Override
        public Promise<Integer> count() {
            counts++;
            return last.thenApply(count -> count);
        }

        @Override
        public Promise<Integer> counts() {
            return Promise.of(counts);
        }
    }

    @Test
    void logOfTheServerNamesActorsThatWaitForOneAnother() {
        Queue<LogRecord> records = new ConcurrentLinkedQueue<>();
        Logger log = Logger.getLogger("io.tellask.remote");
        Handler handler = new Collecting(records);
        log.addHandler(handler);
        try (ActorSystem system = ActorSystem.create()) {
            Clerk bob = system.spawn(Clerk.class, () -> new Clerks(null));
            Clerk ann = system.spawn(Clerk.class, () -> new Clerks(bob));
            Server server = Server.builder(system)
                    .publish("ann", Clerk.class, ann)
                    .listen("tellask://127.0.0.1:0")
                    .start();
            try (ActorSystem other = ActorSystem.create();
                    Client client = Client.connect(other, server.address())) {
                Clerk remote = client.lookup("ann", Clerk.class);
                Promise<Integer> audited = remote.audit();
                Await.until("they wait for one another", () -> remote.counts().join() == 1);
                assertThat(audited.cancel(false)).isTrue();
                Await.until(
                        "the cycle was named",
                        () -> records.stream()
                                .anyMatch(record -> record.getMessage().startsWith("call given up: ")));
            }
        } finally {
            log.removeHandler(handler);
        }
        assertThat(records)
                .filteredOn(record -> record.getMessage().startsWith("call given up: "))
                .first()
                .satisfies(
                        record -> assertThat(record.getMessage())
                                .contains(
                                        ", method=Clerk.audit, peer=",
                                        ", Clerk.audit of Clerk-2 waits for Clerk.askedBy of Clerk-1"
                                                + " waits for Clerk.count of Clerk-2 waits for Clerk.audit of Clerk-2, which is a cycle"));
    }

    private static final class Collecting extends Handler {
        private final Queue<LogRecord> records;

        Collecting(Queue<LogRecord> records) {
            this.records = records;
        }

        @Override
        public void publish(LogRecord record) {
            records.add(record);
        }

        @Override
        public void flush() {
            // nothing is buffered
        }

        @Override
        public void close() {
            // nothing is held
        }
    }
}
