package io.tellask.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import io.tellask.remote.Client;
import io.tellask.remote.MemoryHolder;
import io.tellask.remote.PeerMemory;
import io.tellask.remote.Server;
import io.tellask.test.Await;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A session is not closed for what leaving ones hold: it waits. */
@Timeout(60)
class MemoryWaitTest {
    private static final int LIMIT_BYTES = 1 << 20;
    private static final int CALL_BYTES = 100 << 10;

    /** Answers how much it was sent. */
    public interface Desk {
        Promise<Integer> length(byte[] bytes);
    }

    private record Leaving() implements MemoryHolder.Owner {
        @Override
        public String peer() {
            return "leaving";
        }

        @Override
        public void closeForMemory(String reason) {
            // it takes its time
        }
    }

    private final PeerMemory memory = new PeerMemory(LIMIT_BYTES);
    private final MemoryHolder leaving = memory.open(new Leaving(), 0);

    private Desk desk(ActorSystem there, ActorSystem here) throws Exception {
        Server server = Server.builder(there)
                .publish("desk", Desk.class, there.spawn(Desk.class, () -> bytes -> Promise.of(bytes.length)))
                .memory(memory)
                .listen("tellask://127.0.0.1:0")
                .start();
        return Client.connect(here, server.address()).lookup("desk", Desk.class);
    }

    @Test
    void sessionWaitsUntilWhatIsLeavingHasLeft() throws Exception {
        try (ActorSystem there = ActorSystem.create();
                ActorSystem here = ActorSystem.create()) {
            Desk desk = desk(there, here);
            leaving.add(3 * LIMIT_BYTES);
            assertThat(leaving.isClosing()).isTrue();
            Promise<Integer> length = desk.length(new byte[CALL_BYTES]);
            Await.until("the session waits for memory", () -> memory.waits() > 0 || length.isDone());
            leaving.end(0);
            assertThat(length.get(30, TimeUnit.SECONDS)).isEqualTo(CALL_BYTES);
            assertThat(memory.statistics().closedConnections()).isEqualTo(1);
        }
    }

    @Test
    void sessionGoesOnWhereWhatIsLeavingStays() throws Exception {
        try (ActorSystem there = ActorSystem.create();
                ActorSystem here = ActorSystem.create()) {
            Desk desk = desk(there, here);
            leaving.add(3 * LIMIT_BYTES);
            assertThat(desk.length(new byte[100]).get(30, TimeUnit.SECONDS)).isEqualTo(100);
            assertThat(memory.waits()).isPositive();
        }
    }
}
